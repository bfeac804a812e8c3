"""Play a game with bids and rising water: choose numbers, place walls and holes, and check the announced floods."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.api import HUMAN, OPEN, Api, greedy_moves, hold, play_ahead
from tests.browser.serving import Server
from tests.browser.table import PHONE, Table, Visitor
from tests.browser.test_screens import FINGER, does_not_scroll_sideways

import stockade
from stockade.games.cascade_barricade.layout import Phase

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "cascade_barricade"
BOT = {"kind": "bot", "level": 1}
STILL = {"reduced_motion": "reduce"}
ON_PHONE = {"viewport": PHONE, "has_touch": True, "is_mobile": True, **STILL}
ENOUGH = 8  # the highest bid of the person, in dollars
MOST_DECISIONS = 120
CELLS = """(svg, what) => [...svg.querySelectorAll('[data-id^="cell-"]')]
  .filter(cell => cell.getAttribute('aria-label').split(': ')[1].startsWith(what)).map(cell => cell.dataset.id)"""
HATCHED = (
    """svg => [...svg.querySelectorAll('[data-id^="wet-"]')].map(cell => cell.dataset.id.replace('wet-', 'cell-'))"""
)
LABORERS = """svg => [...svg.querySelectorAll('[data-id^="laborer-0-"]')].length"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Provide one server whose bots bid, and answer at once."""
    server = Server(tmp_path_factory.mktemp("flood")).start(bidding=True)
    yield server
    server.stop()
    assert "Traceback" not in server.complaints()


def last_in_turn_order(players: int) -> int:
    """Return a seed with which the first seat acts last in round 1, so that what it sees announced will happen."""
    for seed in range(100):
        state = stockade.Match(GAME, players=players, seed=seed).state
        if state.record.order[players - 1] == 0:
            return seed
    raise AssertionError("the first seat is never the last")


def with_bots(me: Visitor, site: Server, players: int) -> Table:
    with Api(site.url) as server:
        match = server.create(GAME, HUMAN, *[BOT] * (players - 1), players=players, seed=last_in_turn_order(players))
    hold(me.context, match)
    return Table(me.tab()).open(f"/m/{match['id']}")


def in_the_middle(me: Visitor, site: Server, players: int, phase: Phase, round_no: int) -> Table:
    """Open a match of greedy players at the first decision of seat 0 in this phase."""
    moves = greedy_moves(
        GAME,
        lambda state: state.record.phase == phase and state.record.round_no >= round_no and state.current_player == 0,
        players=players,
    )
    with Api(site.url) as server:
        match = server.create(GAME, HUMAN, *[OPEN] * (players - 1), players=players)
        for number in range(1, players):
            server.join(match, f"Friend {number}")
    play_ahead(site, match, moves)
    hold(me.context, match)
    table = Table(me.tab()).open(f"/m/{match['id']}")
    assert table.is_asked()
    return table


# -- what the page shows ---------------------------------------------------------------------------------------


def under_water(table: Table) -> set[str]:
    return set(table.svg.evaluate(CELLS, "water")) | set(table.svg.evaluate(CELLS, "the spring"))


def will_flood(table: Table) -> set[str]:
    return set(table.svg.evaluate(HATCHED))


def line(table: Table, label: str) -> list[str]:
    """Return the figures in a line of the sheet, seat by seat."""
    row = table.button("pinned").locator("tbody tr").filter(has=table.page.locator("th", has_text=label))
    return [text.strip() for text in row.locator("td:not(.gutter)").all_inner_texts()]


def bidders(table: Table) -> list[set[str]]:
    """Return who bid on each wall that was opened."""
    walls: list[set[str]] = []
    for text in table.main.get_by_test_id("log").locator("a").all_inner_texts():
        if "opens the bidding" in text:
            walls.append(set())
        if found := re.search(r"(\w+) bids \$", text):
            walls[-1].add(found[1])
    return walls


# -- one decision of each kind ---------------------------------------------------------------------------------


class Person:
    """Plays simply: buys a cheap wall, places it at the water, hires a laborer and digs a useful hole."""

    def __init__(self, table: Table, *, finger: bool = False) -> None:
        self.table = table
        self.finger = finger
        self.bids = 0
        self.has_given_up = False
        self.seen: set[str] = set()

    def decide(self) -> None:
        """Make one decision of any kind; return when the server has accepted it."""
        table = self.table
        prompt = table.button("prompt").inner_text()
        word = next(word for word in STEPS if word in prompt)
        self.seen.add(word)
        STEPS[word](self)

    def touch(self, id_: str) -> None:
        (self.table.tap if self.finger else self.table.click)(id_)

    def put(self, id_: str) -> None:
        """Place something on a space. With a mouse a click is enough; a touch must be confirmed."""
        if self.finger:
            self.touch(id_)
            expect(self.table.placed).to_be_visible()
            self.table.answered(self.table.placed.tap)
        else:
            self.table.answered(lambda: self.touch(id_))

    def press(self, name: str) -> None:
        button = self.table.buttons.filter(has_text=name)
        self.table.answered(button.tap if self.finger else button.click)

    def anywhere(self) -> None:
        self.put(self.table.alive()[0])

    def open(self) -> None:
        spots = self.table.alive()
        if spots:
            self.table.answered(lambda: self.touch(spots[0]))
        else:
            self.press("Pass")

    def bid(self) -> None:
        """Bid by keys and by mouse in turn, one more than the minimum if that is cheap."""
        table, self.bids = self.table, self.bids + 1
        field = table.button("amount-input")
        least, most = int(field.get_attribute("min") or 0), int(field.get_attribute("max") or 0)
        expect(table.button("amount-range")).to_have_text(f"{least} to {most}")
        if least > ENOUGH and table.buttons.filter(has_text="Pass").count():
            self.press("Pass")
            return
        by_keys = not self.finger and self.bids % 2 == 1
        raised = least < min(ENOUGH, most)
        if raised and by_keys:
            field.focus()
            table.page.keyboard.press("ArrowUp")
        elif raised:
            more = table.main.get_by_role("button", name="More")
            (more.tap if self.finger else more.click)()
        expect(table.button("amount-choice")).to_contain_text(f"Bid ${least + raised}")
        if by_keys:
            field.focus()
            table.answered(lambda: table.page.keyboard.press("Enter"))
        else:
            self.press("Bid")

    def place(self) -> None:
        """Place the wall at the water, if there is space."""
        cells = self.table.alive()
        self.put(next((cell for cell in cells if cell in will_flood(self.table)), cells[0]))

    def hire(self) -> None:
        table = self.table
        if table.svg.evaluate(LABORERS):
            self.press("Done")
            return
        self.touch(table.alive()[0])
        slots = [id_ for id_ in table.alive() if id_.startswith("slot-")]
        table.answered(lambda: self.touch(slots[0]))
        assert table.svg.evaluate(LABORERS) == 1

    def act(self) -> None:
        """Dig a hole next to the water as the first action, then stop."""
        table, before = self.table, will_flood(self.table)
        places: list[str] = []
        if "two actions" in table.button("prompt").inner_text() and "spade" in table.alive():
            self.touch("spade")
            places = [cell for cell in table.alive() if cell in before]
        self.has_given_up = not places
        if not places:
            self.press("Give up the rest")
            return
        if self.finger:
            self.put(places[0])
            return
        table.page.mouse.move(*table.point(places[0]))
        expect(table.main.locator(".ghost")).to_be_visible()
        said = table.main.locator(".tag b").all_inner_texts()
        self.put(places[0])
        assert table.is_asked()
        if found := re.search(r"keeps (\d+) dry", " ".join(said)):
            assert len(will_flood(table)) == len(before) - int(found[1])
            self.seen.add("kept dry")


STEPS: dict[str, Any] = {
    "take a corner": Person.anywhere,
    "open the bidding": Person.open,
    "no wall can be paid": Person.open,
    "bid on": Person.bid,
    "place the": Person.place,
    "hire": Person.hire,
    "action": Person.act,
    "scrap the": lambda person: person.press("Keep"),
    "flee": Person.anywhere,
}


# -- whole games -----------------------------------------------------------------------------------------------


def play_floods(person: Person, most: int) -> int:
    """Play until the match is over or this many floods came as announced. Return their number."""
    table, floods = person.table, 0
    for _ in range(MOST_DECISIONS):
        if floods == most or not table.is_asked():
            break
        prompt = table.button("prompt").inner_text()
        is_last = line(table, "Order")[0] == "3" and "action" in prompt
        promised, before = will_flood(table), under_water(table)
        falling, income = line(table, "Falls"), line(table, "Income")
        person.decide()
        if is_last and person.has_given_up:  # nobody acts before the flood
            table.is_asked()
            assert under_water(table) - before == promised
            assert line(table, "Last round") == income
            cards = {id_ for id_ in table.stand() if id_.startswith("card-")}
            assert not {f"card-{bid}" for bids in falling for bid in bids.split() if bid != "–"} & cards
            floods += 1
    return floods


def test_the_first_round_with_two_bots_that_bid(visit, site):
    person = Person(with_bots(visit(**STILL), site, 3))
    assert play_floods(person, 1), "the first seat was last in round 1"
    assert {"take a corner", "bid on", "place the", "action"} <= person.seen


@pytest.mark.deep
def test_a_whole_game_with_two_bots_that_bid(visit, site):
    table = with_bots(visit(**STILL), site, 3)
    person = Person(table)
    assert play_floods(person, MOST_DECISIONS)
    assert table.status == "over"
    assert {"Crimson", "Azure", "Jade"} in bidders(table), "all three bid for one wall"
    assert {"take a corner", "bid on", "place the", "action", "kept dry"} <= person.seen
    result = table.button("result")
    expect(result).to_contain_text("drowned in round")
    expect(result.locator("h2")).to_have_text(re.compile(r"wins?$"))
    money = [int(text.removeprefix("$")) for text in line(table, "Money")]
    for name, dollars in zip(("Crimson", "Azure", "Jade"), money, strict=True):
        expect(result).to_contain_text(f"{name} ${dollars}")
    assert table.alive() == []


def test_the_first_rounds_by_finger(visit, site):
    table = with_bots(visit(**ON_PHONE), site, 3)
    person = Person(table, finger=True)
    for _ in range(14):
        if not table.is_asked():
            break
        does_not_scroll_sideways(table.page)
        for button in table.main.locator(".dock button:visible, .dock input:visible").all():
            box = button.bounding_box()
            assert min(box["width"], box["height"]) >= FINGER, button.inner_text()
        person.decide()
    assert {"take a corner", "bid on", "place the", "action"} <= person.seen


# -- bids ------------------------------------------------------------------------------------------------------


def test_an_impossible_bid_is_refused_with_a_word_and_nothing_changes(visit, site):
    me = visit()
    me.tolerate("422", "409")  # the server refuses typed notation
    table = in_the_middle(me, site, 3, Phase.BID, 1)
    page, field, message = table.page, table.button("amount-input"), table.button("amount-range")
    least, most = int(field.get_attribute("min")), int(field.get_attribute("max"))
    version, log = table.version, table.log()
    for typed, word in ((most + 400, "too much"), (least - 1, "too little")):
        field.click()
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(str(typed))
        expect(message).to_have_text(f"{typed} is {word}: {least} to {most}.")
        expect(message).to_have_attribute("role", "alert")
        expect(table.button("amount-choice")).to_be_disabled()
        page.keyboard.press("Enter")
    field.fill("")
    expect(message).to_have_text(f"Type a number from {least} to {most}.")
    page.keyboard.press("Enter")
    table.button("notation-input").fill(f"bid {most + 400}")
    table.button("notation-input").press("Enter")
    expect(table.button("notation-error")).to_contain_text(f"Bid {most + 400}: Crimson has ${most}")
    assert (table.version, table.log()) == (version, log)
    expect(field).to_be_visible()

    field.click()
    page.keyboard.type(str(least + 1))
    expect(message).to_have_text(f"{least} to {most}")
    table.answered(lambda: page.keyboard.press("Enter"))
    assert table.log()[-1] == f"bid {least + 1}"


def test_the_strip_tells_who_is_still_in(visit, site):
    table = in_the_middle(visit(), site, 4, Phase.BID, 2)
    label = table.svg.locator('[data-id="auction"]').get_attribute("aria-label")
    inside = re.search(r"still in: ([^;]+)", label)[1].split(", ")
    assert "Crimson" in inside
    for seat, name in enumerate(("Crimson", "Azure", "Jade", "Gold")):
        expect(table.svg.locator(f'[data-id="out-{seat}"]')).to_have_count(0 if name in inside else 1)


# -- six on a phone --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", [ON_PHONE, STILL], ids=["phone", "desk"])
def test_six_players_fit(visit, site, screen):
    table = in_the_middle(visit(**screen), site, 6, Phase.ACT, 1)
    does_not_scroll_sideways(table.page)
    room = table.page.viewport_size["width"]
    box = table.svg.bounding_box()
    assert box["width"] > (0.8 if screen is ON_PHONE else 0.6) * room, (
        "the island must not be small for all the others"
    )
    expect(table.svg.locator('[data-id^="plate-"]')).to_have_count(6)
    prompt = table.button("prompt").bounding_box()
    assert box["y"] + box["height"] <= prompt["y"] + 1
