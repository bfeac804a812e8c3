"""Check that people can play on from a moment, try out moves and keep them, and set up positions in the lab."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.devices import DEVICES
from tests.browser.layout import layout_faults
from tests.browser.table import Shelf, Table, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "blockade"
PHONE, DESK = min(DEVICES), max(DEVICES)


@pytest.fixture(params=[pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk", marks=pytest.mark.deep)])
def someone(visit, request) -> Visitor:
    return visit(**DEVICES[request.param])


@pytest.fixture
def screen(someone) -> Page:
    return someone.tab()


def ask(page: Page, path: str, body: object = None):
    """Ask the server as the person on this page. A bot may be faster, so that what is asked comes too late."""
    url = f"/api{path}"
    return (page.request.post(url, data=body) if body else page.request.get(url)).json()


def played(page: Page, game: str = GAME, moves: int = 3) -> str:
    """Play a few moves of a match against a bot, give up, and return the match's id."""
    table = Shelf(page).open().play_now(game, level=1)
    table.is_asked()
    match = page.url.split("/m/")[1]
    while moves:
        view = ask(page, f"/matches/{match}")
        choices = view["scene"]["choices"]
        if not choices:
            page.wait_for_timeout(50)  # the bot is thinking
            continue
        ask(page, f"/matches/{match}/actions", {"version": view["version"], "action": choices[0]["action"]})
        moves -= 1
    while ask(page, f"/matches/{match}")["status"] != "over":
        version = ask(page, f"/matches/{match}")["version"]
        ask(page, f"/matches/{match}/resign", {"version": version})
    return match


def touch(page: Page, thing: str) -> None:
    page.locator(f'[data-id="{thing}"]').dispatch_event("click", {"detail": 0})


def some_move(page: Page) -> None:
    """Make any move on the board, by touching what is alive until it is made."""
    main = page.locator("[data-testid=variations-page]")
    before = main.get_attribute("data-at")
    for _ in range(4):
        page.locator("[data-alive=true]").first.dispatch_event("click", {"detail": 0})
        page.wait_for_timeout(150)
        if main.get_attribute("data-at") != before:
            return
    expect(main).not_to_have_attribute("data-at", before or "")


# -- playing on ----------------------------------------------------------------------------------------------


def test_play_on_from_a_moment(screen):
    match = played(screen)
    screen.goto(f"/m/{match}/2")
    screen.get_by_test_id("from-here").click()
    dialog = screen.get_by_test_id("play-from-here")
    expect(dialog.get_by_test_id("guest")).to_have_count(1)
    assert layout_faults(screen) == []
    dialog.get_by_test_id("my-seat").select_option("1")
    expect(dialog.locator('[data-testid=guest][data-seat="0"]')).to_have_count(1)
    dialog.get_by_test_id("guest").select_option("1")
    dialog.get_by_test_id("begin-here").click()
    screen.wait_for_url(lambda url: "/m/" in url and match not in url)
    table = Table(screen)
    expect(table.main).to_have_attribute("data-status", "live")
    view = ask(screen, f"/matches/{screen.url.split('/m/')[1]}")
    assert view["origin"] == {"match": match, "ply": 2}
    assert view["you"] == 1


def test_a_friend_is_invited_to_a_moment(screen):
    match = played(screen)
    late = []

    def hold(route: Route) -> None:
        """Let the shown moment through, and keep what the replay fetches ahead until the page has been left."""
        if re.search(r"/scenes/2\b", route.request.url):
            route.continue_()
        else:
            late.append(route)

    screen.route("**/scenes/*", hold)
    screen.goto(f"/m/{match}/2")
    screen.get_by_test_id("from-here").click()
    dialog = screen.get_by_test_id("play-from-here")
    dialog.get_by_test_id("guest").select_option("friend")
    while not late:
        screen.wait_for_timeout(50)
    dialog.get_by_test_id("begin-here").click()
    screen.wait_for_url(lambda url: "/m/" in url and match not in url)
    expect(Table(screen).main).to_have_attribute("data-status", "waiting")
    for route in late[:]:
        route.continue_()
    screen.wait_for_timeout(300)
    assert all(f"/{match}/" in route.request.url for route in late)  # nothing of the new match


# -- the lab -------------------------------------------------------------------------------------------------


def test_the_lab_shows_what_is_wrong_with_a_position(screen):
    screen.goto(f"/lab/{GAME}")
    lab = screen.get_by_test_id("lab")
    expect(lab).to_have_attribute("data-sound", "true")
    screen.get_by_test_id("set-up").click()
    touch(screen, "black-castle")
    touch(screen, "square-9")
    expect(lab).to_have_attribute("data-sound", "false")
    expect(screen.get_by_test_id("words")).to_contain_text("pieces of both players on one square")
    expect(screen.get_by_test_id("ask")).to_be_disabled()
    expect(screen.get_by_test_id("from-here")).to_be_disabled()
    assert layout_faults(screen) == []
    screen.get_by_test_id("back").click()
    expect(lab).to_have_attribute("data-sound", "true")
    touch(screen, "black-castle")
    touch(screen, "square-5")
    expect(screen.locator("[data-id=black-castle]")).to_have_attribute("aria-label", "Black castle on 5")
    expect(lab).to_have_attribute("data-sound", "true")
    screen.get_by_test_id("dial").first.locator("select").select_option("white")
    screen.get_by_test_id("set-up").click()
    expect(screen.get_by_test_id("words")).to_have_text("White to move")
    screen.get_by_test_id("from-here").click()
    screen.get_by_test_id("begin-here").click()
    screen.wait_for_url(re.compile(r"/m/\w+$"))
    expect(screen.locator("[data-id=black-castle]")).to_have_attribute("aria-label", "Black castle on 5")


def test_a_position_is_written_as_json(screen, someone):
    someone.tolerate("400.*/draft")
    screen.goto(f"/lab/{GAME}")
    editor = screen.get_by_test_id("editor")
    editor.locator("summary").click()
    text = editor.locator("textarea")
    written = text.input_value()
    text.fill("{")
    expect(screen.get_by_test_id("editor-words")).to_contain_text("not JSON")
    text.fill(written.replace('"castle": 2', '"castle": 12'))
    expect(screen.get_by_test_id("editor-words")).to_contain_text("whole number from 1 to 10")
    text.fill(written.replace('"castle": 2', '"castle": 4'))
    expect(screen.locator("[data-id=black-castle]")).to_have_attribute("aria-label", "Black castle on 4")
    expect(screen.get_by_test_id("editor-words")).to_have_text("This position is possible.")
    assert layout_faults(screen) == []
    text.fill("{")
    expect(screen.get_by_test_id("editor-words")).to_contain_text("not JSON")
    screen.reload()
    expect(screen.locator("[data-id=black-castle]")).to_have_attribute("aria-label", "Black castle on 4")
    screen.get_by_test_id("restart").click()
    expect(screen.locator("[data-id=black-castle]")).to_have_attribute("aria-label", "Black castle on 2")


def test_the_best_moves_of_a_solved_game_are_exact(page):
    page.goto(f"/lab/{GAME}")
    page.get_by_test_id("ask").click()
    first = page.get_by_test_id("candidate").first
    expect(first).to_contain_text("holds the draw")
    expect(page.get_by_test_id("candidate")).to_have_count(3)
    expect(page.get_by_test_id("chance").first).to_have_text("50%")
    first.hover()
    expect(page.locator("[data-id=black-castle]")).to_have_class(re.compile("faded"))  # it would move
    assert layout_faults(page) == []
    first.click()
    expect(page.get_by_test_id("words")).to_have_text("White to move")
    expect(page.get_by_test_id("candidate")).to_have_count(0)


def test_the_best_moves_grow_while_one_watches(screen):
    screen.goto("/lab/barrage")
    screen.get_by_test_id("ask").click()
    count = screen.get_by_test_id("simulations")
    expect(screen.get_by_test_id("chance")).to_have_count(3)
    first = int(count.get_attribute("data-count") or 0)
    assert first > 0
    screen.wait_for_function(
        "first => Number(document.querySelector('[data-testid=simulations]').dataset.count) > first", arg=first
    )
    assert layout_faults(screen) == []
    screen.get_by_test_id("stop").click()
    expect(screen.get_by_test_id("ask")).to_be_enabled()
    still = count.get_attribute("data-count")
    screen.wait_for_timeout(1200)
    assert count.get_attribute("data-count") == still


@pytest.mark.parametrize("game", ["cascadia", "barricado"])
def test_tiles_come_from_the_tray(screen, game):
    screen.goto(f"/lab/{game}")
    screen.get_by_test_id("set-up").click()
    tile = screen.locator("[data-testid=item][data-item^=tile]").first
    tile.click()
    expect(tile).to_have_attribute("aria-pressed", "true")
    place = screen.locator("[data-id^='cell-'][data-alive=true], [data-id^='place-'][data-alive=true]").first
    where = place.get_attribute("data-id")
    place.dispatch_event("click", {"detail": 0})
    tiles = screen.locator("[data-id^='tile-']")
    screen.get_by_test_id("back").wait_for()
    expect(screen.get_by_test_id("back")).to_be_enabled()
    count = tiles.count()
    assert layout_faults(screen) == []
    screen.locator("[data-item=remove]").click()
    screen.locator(f"[data-id='{where}'][data-alive=true]").dispatch_event("click", {"detail": 0})
    expect(tiles).to_have_count(count - 1)


def test_a_moment_is_opened_in_the_lab(screen):
    match = played(screen)
    screen.goto(f"/m/{match}/3")
    screen.get_by_test_id("to-lab").click()
    screen.wait_for_url(f"**/lab/{GAME}/{match}/3")
    screen.get_by_test_id("editor").locator("summary").click()
    assert '"ply": 3' in screen.get_by_test_id("editor").locator("textarea").input_value()


# -- variations ----------------------------------------------------------------------------------------------


def test_variations_are_kept_with_the_match(screen, visit):
    match = played(screen)
    screen.goto(f"/m/{match}/1")
    screen.get_by_test_id("try-moves").click()
    screen.wait_for_url(f"**/m/{match}/1/variations")
    some_move(screen)
    some_move(screen)
    rows = screen.get_by_test_id("variation")
    expect(rows).to_have_count(2)
    screen.get_by_test_id("comment").fill("What if?")
    screen.get_by_test_id("comment").blur()
    expect(screen.get_by_test_id("variations")).to_contain_text("What if?")
    assert layout_faults(screen) == []
    screen.reload()
    expect(screen.get_by_test_id("comment")).to_have_value("What if?")
    expect(rows.last).to_have_attribute("aria-current", "step")
    screen.get_by_test_id("share").check()
    screen.get_by_test_id("back").click()
    expect(rows.first).to_have_attribute("aria-current", "step")
    screen.goto(f"/m/{match}/2")
    expect(screen.get_by_test_id("match-variations")).to_contain_text("What if?")
    rows.last.click()
    expect(screen.get_by_test_id("comment")).to_have_value("What if?")
    # Somebody else reads them, and cannot change them.
    other = visit().tab()
    other.goto(f"/m/{match}/2")
    expect(other.get_by_test_id("match-variations")).to_contain_text("What if?")
    other.goto(f"/m/{match}/1/variations")
    expect(other.get_by_test_id("variation")).to_have_count(2)
    other.get_by_test_id("variation").first.click()
    expect(other.get_by_test_id("delete-variation")).to_have_count(0)
    # They are deleted with everything after them.
    screen.goto(f"/m/{match}/1/variations")
    rows.first.click()
    screen.get_by_test_id("delete-variation").click()
    expect(rows).to_have_count(0)
    screen.reload()
    expect(screen.get_by_test_id("variations-page")).to_be_visible()
    expect(rows).to_have_count(0)


def test_a_running_match_between_people_offers_none_of_this(visit):
    host = Shelf(visit().tab()).open().with_friends(GAME)
    friend = Table(visit().tab()).open(host.page.url)
    friend.button("take-seat").first.click()
    expect(host.main).to_have_attribute("data-status", "live")
    host.page.goto(host.page.url + "/0")
    expect(host.page.get_by_test_id("replay")).to_be_visible()
    for part in ("from-here", "to-lab", "try-moves"):
        expect(host.page.get_by_test_id(part)).to_have_count(0)
