"""Play a game of pairs: place and turn a hex, then place a token; alone for a record, or with bots."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.browser.api import HUMAN, Api, greedy_moves, hold, play_ahead
from tests.browser.keys import focus, tab_to, walk_to
from tests.browser.serving import Server
from tests.browser.table import PHONE, Shelf, Table, Visitor

from stockade.core.state import State
from stockade.games.cascadia.layout import Phase
from stockade.games.cascadia.tables import SPIN_COUNT

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "cascadia"
TURNS = 20
ON_PHONE = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
SUM = re.compile(r"[+−]?\d+")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Provide one server whose bots answer at once."""
    server = Server(tmp_path_factory.mktemp("hexes")).start(brisk=True)
    yield server
    server.stop()
    assert "Traceback" not in server.complaints()


def shelf_for(page: Page, players: int) -> Shelf:
    shelf = Shelf(page).open()
    box = shelf.box(GAME)
    box.locator("summary").click()
    box.get_by_test_id("players").select_option(str(players))
    return shelf


def alone(me: Visitor, site: Server, until: Callable[[State], bool]) -> Table:
    """Open a match for one player in the middle of the game."""
    with Api(site.url) as server:
        match = server.create(GAME, HUMAN, players=1)
    play_ahead(site, match, greedy_moves(GAME, until, players=1))
    hold(me.context, match)
    table = Table(me.tab()).open(f"/m/{match['id']}")
    assert table.is_asked()
    return table


def lays_a_tile(after: int, keystone: bool = False) -> Callable[[State], bool]:
    """Return a condition: after this many hexes, the tile to place is one that can be turned, or a keystone."""

    def until(state: State) -> bool:
        record = state.record
        is_time = record.phase == Phase.TILE and record.environment[0].hexes >= after
        return is_time and (SPIN_COUNT[record.hand_tile] == 1) == keystone

    return until


# -- one turn, step by step ------------------------------------------------------------------------------------


def take_pair(table: Table, touch: Callable[[str], None]) -> None:
    slot = next(id_ for id_ in table.alive() if id_.startswith("slot-"))
    table.answered(lambda: touch(slot))


def lay_tile(table: Table, touch: Callable[[str], None], turns: int) -> None:
    """Lay the tile at the first place, turn it this often if possible, and confirm."""
    touch(table.alive()[0])
    if table.placed.count():
        for _ in range(turns):
            if table.button("turn").count():
                table.button("turn").click()
        table.answered(table.placed.click)


def place_token(table: Table, touch: Callable[[str], None]) -> None:
    """Place the token on the first place, or return it to the bag if there is none."""
    spots = table.alive()
    if not spots:
        table.answered(table.buttons.first.click)
        return
    touch(spots[0])
    if table.placed.count():
        table.answered(table.placed.click)


def take_turn(table: Table, touch: Callable[[str], None], turns: int) -> None:
    assert table.is_asked()
    take_pair(table, touch)
    lay_tile(table, touch, turns)
    expect(table.button("prompt")).to_contain_text("return")
    place_token(table, touch)


CELLS = """rows => rows.map(row => ['th', 'td:not(.gutter)', 'td.gutter']
  .map(cell => row.querySelector(cell).innerText))"""


def sheet(table: Table) -> dict[str, int]:
    """Return the lines of the score sheet, in the viewer's column."""
    return {label: points for label, (points, _) in lines(table).items()}


def gains(table: Table) -> dict[str, int]:
    """Return what the choice under the pointer would add, according to the sheet."""
    return {label: gain for label, (_, gain) in lines(table).items() if gain}


def lines(table: Table) -> dict[str, tuple[int, int]]:
    rows = table.button("pinned").locator("tbody tr").evaluate_all(CELLS)
    return {label.strip(): (total(points), total(gain)) for label, points, gain in rows}


def total(text: str) -> int:
    """Return the sum of a number and its bonus, such as "4 +2"."""
    return sum(int(part.replace("−", "-")) for part in SUM.findall(text))


# -- whole games -----------------------------------------------------------------------------------------------


@pytest.mark.deep
def test_a_whole_game_alone_by_finger_and_a_second_one_to_compare(visit, site):
    me = visit(**ON_PHONE)
    page = me.tab()
    table = shelf_for(page, 1).play_now(GAME)
    for turn in range(TURNS):
        take_turn(table, table.tap, turn % 4)
    assert not table.is_asked()
    result = table.button("result")
    points = sheet(table)
    reached = points.pop("Total")
    assert sum(points.values()) == reached > 0
    expect(result.locator("h2")).to_have_text(f"{reached} points")
    expect(table.button("record")).to_contain_text(f"best {reached}, average {reached} of 1 game")
    assert sum(text.startswith("tile ") for text in table.log()) == TURNS
    assert table.alive() == []

    with Api(site.url) as server:
        second = server.create(GAME, HUMAN, players=1)
        play_ahead(site, second, greedy_moves(GAME, lambda _: False, players=1))
        more = int(server.view(second)["result"]["scores"][0])
    assert more > reached, "a player who takes the first of everything does not play well"
    hold(me.context, second)
    Table(page).open(f"/m/{second['id']}")
    mean = f"{round((reached + more) / 2, 1):g}"
    expect(table.button("record")).to_contain_text(f"Your best so far. Alone with these options: best {more}")
    expect(table.button("record")).to_contain_text(f"average {mean} of 2 games")
    shelf = Shelf(page).open()
    expect(shelf.box(GAME).get_by_test_id("record")).to_contain_text(f"best {more}")


def test_two_bots_take_their_turns(page):
    table = shelf_for(page, 3).play_now(GAME, level=2)
    expect(table.button("seats").locator("li")).to_have_count(3)
    expect(table.button("pinned").locator("thead th")).to_have_count(3)
    for turn in range(2):
        take_turn(table, table.click, turn)
    assert table.is_asked()
    assert sum(text.startswith("tile ") for text in table.log()) == 6
    points = sheet(table)
    assert points.pop("Total") == sum(points.values())


@pytest.mark.deep
def test_a_whole_game_with_two_bots(page):
    table = shelf_for(page, 3).play_now(GAME, level=2)
    seats = table.button("seats").locator("li")
    expect(seats).to_have_count(3)
    for turn in range(TURNS):
        take_turn(table, table.click, turn % 3)
    assert not table.is_asked()
    expect(table.button("result")).to_contain_text("the last tile is laid")
    expect(table.button("pinned").locator("thead th")).to_have_count(3)
    points = sheet(table)
    assert points.pop("Total") == sum(points.values())
    expect(seats.filter(has_text="won").first).to_be_visible()
    assert sum(text.startswith("tile ") for text in table.log()) == 3 * TURNS


# -- previews and undo -----------------------------------------------------------------------------------------


def test_what_the_ghost_promises_stands_on_the_sheet_afterwards(visit, site):
    table = alone(visit(), site, lays_a_tile(after=14))
    page = table.page
    for _ in range(2):  # a tile, and then the token
        before, seen = sheet(table), {}
        for place in table.alive():
            page.mouse.move(*table.point(place))
            seen[place] = gains(table)
        place, promised = max(seen.items(), key=lambda found: found[1].get("Total", 0))
        total = promised["Total"]
        assert total == sum(points for label, points in promised.items() if label != "Total") > 0
        page.mouse.move(*table.point(place))
        expect(table.main.locator(".tag b").first).to_have_text(re.compile(rf"^\+{total} points?\b"))
        table.answered(lambda place=place: table.click(place))
        page.mouse.move(2, 2)
        assert sheet(table) == {label: points + promised.get(label, 0) for label, points in before.items()}
        assert table.is_asked()


@pytest.mark.parametrize("keystone", [False, True])
def test_a_finger_looks_before_it_places_and_escape_takes_it_back(visit, site, keystone):
    table = alone(visit(**ON_PHONE), site, lays_a_tile(after=6, keystone=keystone))
    ghost, first, other = table.main.locator(".ghost"), table.alive()[0], table.alive()[-1]
    before = table.version
    table.tap(first)
    expect(ghost).to_have_count(1)
    table.tap(other)
    assert table.held() == [other]
    expect(table.button("turn")).to_have_count(0 if keystone else 1)
    table.page.keyboard.press("Escape")
    expect(ghost).to_have_count(0)
    expect(table.placed).to_have_count(0)
    assert (table.held(), table.version) == ([], before)
    table.tap(first)
    table.answered(table.placed.click)


def test_a_tile_is_laid_by_keys_alone(visit, site):
    def can_take_one_to_turn(state: State) -> bool:
        return state.record.phase == Phase.MARKET and SPIN_COUNT[state.record.market_tile[0]] > 1

    table = alone(visit(), site, can_take_one_to_turn)
    page = table.page
    tab_to(page, lambda now: now["id"] is not None)
    walk_to(page, ["slot-0"])
    table.answered(lambda: page.keyboard.press("Enter"))
    assert table.is_asked()
    place = walk_to(page, table.alive())
    turned = table.main.locator(".ghost").get_attribute("data-turn")
    page.keyboard.press("r")
    expect(table.main.locator(".ghost")).not_to_have_attribute("data-turn", turned)
    table.answered(lambda: page.keyboard.press("Enter"))
    x, y = re.fullmatch(r"cell-0:(-?\d+),(-?\d+)", place).groups()
    assert re.fullmatch(rf"tile {x},{y} k[1-5]", table.log()[-1])
    assert focus(page)["id"] is not None


# -- nature tokens ---------------------------------------------------------------------------------------------


def test_a_nature_token_pays_for_any_two_things_or_for_other_tokens(visit, site):
    table = alone(
        visit(**ON_PHONE),
        site,
        lambda state: state.record.phase == Phase.MARKET and state.record.environment[0].nature > 0,
    )
    nature = sheet(table)["Nature tokens"]
    token = next(id_ for id_ in table.alive() if id_.startswith("token-0-"))
    table.tap(token)
    assert table.held() == [token]
    tiles = table.alive()
    assert len(tiles) == 3
    table.answered(lambda: table.tap(tiles[-1]))
    assert table.log()[-1] == "take 3 0"
    assert sheet(table)["Nature tokens"] == nature - 1

    table.button("undo").click()
    expect(table.button("prompt")).to_contain_text("take a tile and a token")
    assert sheet(table)["Nature tokens"] == nature
    table.tap("wipe-2")
    table.tap("wipe-0")
    table.answered(table.chooser.filter(has_text=re.compile("in slot 0 and .* in slot 2")).click)
    assert "wipe 0,2" in table.log()
    assert sheet(table)["Nature tokens"] == nature - 1


def test_alone_a_sign_tells_which_pair_leaves_the_game(page):
    table = shelf_for(page, 1).play_now(GAME)
    sign = table.svg.get_by_role("img", name="Leaves the game after this turn")
    expect(sign).to_have_attribute("data-id", "leaves-3")
    table.answered(lambda: table.click("slot-3"))
    expect(sign).to_have_attribute("data-id", "leaves-2")
