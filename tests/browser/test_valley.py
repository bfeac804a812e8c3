"""Play a game of dams and water: build a water system, produce energy, and read why an Automa acts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.api import HUMAN, OPEN, Api, hold
from tests.browser.serving import Server
from tests.browser.table import MOST_TOUCHES, Shelf, Table, Visitor

import stockade
from stockade.conformance.scope import either
from stockade.core.state import State

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "barrage"
SEED = 1  # a neutral dam with a drop is on b8l, and headstream A adds a drop in every round
BOT = {"kind": "bot", "level": 1}
STILL = {"reduced_motion": "reduce"}
MOST_DECISIONS = 90
FIRST_DECISIONS = 12
# Read both at once, because an answer may arrive in between.
NOW = """() => {
  const table = document.querySelector('[data-testid=table]');
  const alive = [...table.querySelectorAll('[data-alive="true"]')].map(thing => thing.dataset.id);
  return [Number(table.dataset.version), alive];
}"""
PLANS = (
    ("space-water_flow_1-L space-water_flow_1-R",),
    ("c8A", "tile-0-conduit"),
    ("p11.1 p11.2", "tile-0-powerhouse"),
    ("space-turbine_0-L space-turbine_0-R space-turbine_p2-L",),
)
"""What the person tries to do in a turn. Each touch is the first of the named things that is alive."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Provide a server whose bots answer at once. The rules are compiled first, or browsers would wait too long."""
    match = stockade.Match(GAME, seed=SEED)
    match.play(match.state.legal_actions()[0])
    match.state.scene(0)
    match.history()
    server = Server(tmp_path_factory.mktemp("valley")).start(brisk=True)
    yield server
    server.stop()
    assert "Traceback" not in server.complaints()


def against(me: Visitor, site: Server, *others: dict[str, Any]) -> Table:
    with Api(site.url) as server:
        match = server.create(GAME, HUMAN, *others, players=1 + len(others), seed=SEED)
    hold(me.context, match)
    return Table(me.tab()).open(f"/m/{match['id']}")


def after(me: Visitor, site: Server, *turns: str) -> tuple[Table, State]:
    """Open a match of two people after these turns of the first; the other banks an engineer after each."""
    match = stockade.Match(GAME, players=2, seed=SEED)
    played = []
    for turn in turns:
        for seat, text in (*((0, move) for move in turn.split("; ")), (1, "bank 1")):
            played.append((seat, text))
            match.play(match.state.parse(text))
    with Api(site.url) as server:
        kept = server.create(GAME, HUMAN, OPEN, players=2, seed=SEED)
        server.play(kept, played, server.join(kept, "Ben"))
    hold(me.context, kept)
    table = Table(me.tab()).open(f"/m/{kept['id']}")
    assert table.is_asked()
    return table, match.state


def played_again(log: list[str], players: int, **options: Any) -> State:
    """Return the state after the moves of a log."""
    state = stockade.game(GAME).start(players, options)
    for text in log:
        state.apply(state.parse(text))
    return state


def row(table: Table, label: str) -> Locator:
    """Return a line of the sheet."""
    return table.button("pinned").locator("tbody tr").filter(has_text=re.compile(rf"^\s*{label}"))


def line(table: Table, label: str) -> list[int]:
    """Return the figures in a line of the sheet, seat by seat."""
    return [int(text) for text in row(table, label).locator("td:not(.gutter)").all_inner_texts()]


def told(table: Table) -> Locator:
    return table.main.get_by_test_id("told").locator("li")


def tag(table: Table) -> Locator:
    return table.main.locator(".tag b")


def point_at(table: Table, id_: str) -> None:
    table.page.mouse.move(*table.point(id_))


def ghosts(table: Table) -> list[str]:
    """Return the places of the ghosts."""
    return table.main.locator(".ghost > g").evaluate_all("all => all.map(one => one.style.transform)")


def is_over_as_the_rules_say(table: Table, players: int, **options: Any) -> None:
    assert table.status == "over"
    state = played_again(table.log(), players, **options)
    assert state.is_over
    points = [int(score) for score in state.scores()]
    assert line(table, "Points") == points
    result = table.button("result")
    for seat, score in enumerate(points):
        expect(result).to_contain_text(f"{state.seat_name(seat)} {score}")
    winners = state.winners()
    expect(result.locator("h2")).to_have_text(
        "You win" if winners == [0] else re.compile("share" if len(winners) > 1 else state.seat_name(winners[0]))
    )
    expect(table.button("prompt")).to_have_text("The game is over.")
    assert table.alive() == []


# -- one decision of each kind ---------------------------------------------------------------------------------


class Person:
    """Builds a water system, produces energy with it, and sends idle engineers to the bank."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.plans: list[tuple[str, ...]] = []
        self.round = ""
        self.seen: set[str] = set()

    def decide(self) -> None:
        """Make one decision of any kind; return when the server has accepted it."""
        prompt = self.table.button("prompt").inner_text()
        word = next(word for word in STEPS if word in prompt)
        self.seen.add(word)
        STEPS[word](self)

    def turn(self) -> None:
        """Carry out the next possible plan; if there is none, send all remaining engineers to the bank."""
        heading = self.table.button("pinned").locator("h2, summary").first.inner_text()
        if heading != self.round:
            self.round, self.plans = heading, list(PLANS)
        while self.plans:
            if self.can_carry_out(self.plans.pop(0)):
                return
        field = self.table.button("amount-input")
        field.fill(field.get_attribute("max") or "")
        self.table.answered(self.table.button("amount-choice").click)
        self.seen.add("banked")

    def can_carry_out(self, plan: tuple[str, ...]) -> bool:
        before = self.table.version
        for touch in plan:
            alive = set(self.table.alive())
            found = next((id_ for id_ in touch.split() if id_ in alive), None)
            if found is None:
                self.table.page.keyboard.press("Escape")
                return False
            self.table.click(found)
        self.table.is_past(before)
        self.seen.add(plan[0].split()[0])
        return True

    def touch_first(self) -> None:
        if self.table.alive():
            self.touch(0)
        else:
            self.table.answered(self.table.buttons.first.click)

    def produce(self) -> None:
        """Produce with as many drops as possible."""
        self.touch(-1)

    def touch(self, which: int) -> None:
        """Touch the first or the last thing that is alive, again and again, until a decision is made."""
        before = self.table.version
        for _ in range(MOST_TOUCHES):
            version, alive = self.table.page.evaluate(NOW)
            if version != before or not alive:  # nothing is alive until the server answers
                break
            self.table.click(alive[which])
        self.table.is_past(before)


STEPS: dict[str, Any] = {
    "go to the bank": Person.turn,
    "pick a company": Person.touch_first,
    "pay for": Person.touch_first,
    "produce with": Person.produce,
    "second production": Person.produce,
    "fulfil a contract": Person.touch_first,
    "take": Person.touch_first,
    "discard": Person.touch_first,
    "place": Person.touch_first,
    "or pass": Person.touch_first,
}


# -- whole games -----------------------------------------------------------------------------------------------


def test_the_first_turns_of_an_introductory_game(visit, site):
    """The other player sends all engineers to the bank at once, so nobody else uses the water."""
    me = visit(**STILL)
    with Api(site.url) as server:
        match = server.create(GAME, HUMAN, OPEN, players=2, seed=SEED)
        other = server.join(match, "Ben")
        hold(me.context, match)
        table = Table(me.tab()).open(f"/m/{match['id']}")
        expect(table.button("prompt")).to_have_text(
            "USA: use a space of the board, build or go to the bank (12 engineers left)"
        )
        person = Person(table)
        person.decide()
        assert table.is_asked()
        person.decide()
        server.play(match, [(1, "bank 12")], other)
    while "banked" not in person.seen:
        assert table.is_asked()
        person.decide()
    assert {"p11.1", "space-turbine_0-L", "produce with", "fulfil a contract"} <= person.seen


@pytest.mark.deep
def test_a_whole_introductory_game_with_a_bot(visit, site):
    table = against(visit(**STILL), site, BOT)
    person = Person(table)
    for _ in range(MOST_DECISIONS):
        if not table.is_asked():
            break
        person.decide()
    is_over_as_the_rules_say(table, 2)
    assert {"p11.1", "banked"} <= person.seen  # what else is possible depends on the bot
    log = table.log()
    built = next(ply for ply, text in enumerate(log) if text.startswith("build c8A"))  # the bot may have acted before
    assert built < log.index("turbine_0 L") < log.index("produce b8l c8A 2")
    expect(told(table).filter(has_text=re.compile("^Round 5 begins"))).to_have_count(1)


def test_a_game_alone_against_an_automa_that_says_why(visit):
    page = visit(**STILL).tab()
    box = Shelf(page).open().box(GAME)
    expect(box.get_by_test_id("against-autos")).to_have_text("Alone against one Automa")
    box.get_by_test_id("against-autos").click()
    table = Table(page).seated()
    person = Person(table)
    for _ in range(either(quick=FIRST_DECISIONS, deep=MOST_DECISIONS)):
        if not table.is_asked():
            break
        person.decide()
    if table.status == "over":
        is_over_as_the_rules_say(table, 2, setup="full", automas=1, level="2")
    table.is_asked()
    assert {"pick a company", "banked"} <= person.seen
    lines = told(table).all_inner_texts()
    assert any(re.search(r"\btile \d+", text) for text in lines), "which tile it reads"
    assert any("criterion" in text or "the only space" in text for text in lines), "why it builds where it does"
    told(table).filter(has_text=re.compile("criterion|the only space")).first.scroll_into_view_if_needed()
    expect(told(table).filter(has_text=re.compile("criterion|the only space")).first).to_be_in_viewport()


# -- previews --------------------------------------------------------------------------------------------------


def test_a_closed_space_says_why(visit, site):
    table, state = after(visit(**STILL), site)
    version, notice = table.version, table.button("notice")
    for id_, move in (
        ("space-turbine_p2-L", "turbine_p2 L"),
        ("space-buy_both-R", "buy_both R"),
        ("c1A", "build c1A conduit"),
        ("b4l", "build b4l base"),
    ):
        assert id_ not in table.alive()
        why = state.why_not(state.parse(move))
        table.click(id_)
        expect(notice).to_have_text(re.compile(re.escape(why.text.removeprefix(f"{move}: ")), re.IGNORECASE))
    assert table.version == version
    table.main.locator('[data-sheet="closed"]').click()
    expect(table.page.get_by_test_id("sheet")).to_contain_text("Turbine +2, left")


def test_a_production_shows_its_energy_before_it_is_made(visit, site):
    turns = ("water_flow_1 L; drop A", "build c8A conduit", "build p11.1 powerhouse")
    table, _ = after(visit(**STILL), site, *turns)
    point_at(table, "space-turbine_0-L")
    expect(tag(table)).to_have_text([re.compile(r"^−2 engineers, up to \+6 energy, contract S\d")])
    table.answered(lambda: table.click("space-turbine_0-L"))
    assert table.alive() == ["dam-b8l"]
    table.click("dam-b8l")
    table.click("conduit-c8A")
    assert table.alive() == ["send-1", "send-2"]
    for drops, energy in ((1, 3), (2, 6)):
        point_at(table, f"send-{drops}")
        expect(tag(table).first).to_have_text(re.compile(rf"\+{energy} energy\b"))
    assert line(table, "Energy") == [0, 0]
    table.answered(lambda: table.click("send-2"))
    assert line(table, "Energy") == [6, 0]
    expect(table.button("prompt")).to_contain_text("fulfil a contract with 6 energy, or none")


def test_a_drop_shows_where_it_ends(visit, site):
    table, _ = after(visit(**STILL), site)
    table.answered(lambda: table.click("space-water_flow_1-L"))
    expect(table.button("prompt")).to_contain_text("place 1 drop to flow at once")
    assert table.alive() == [f"stream-{letter}" for letter in "ABCD"]
    point_at(table, "stream-C")
    expect(tag(table)).to_have_text("out of the valley")
    assert ghosts(table) == []
    point_at(table, "stream-A")
    expect(tag(table)).to_have_text("+1 drop in dam b8l")
    [promised] = ghosts(table)
    before = table.stand()
    table.click("stream-A")  # the turn passes, so this is confirmed
    table.answered(table.placed.click)
    now = table.stand()
    assert set(now) - set(before) >= {"drop-b8l-2"}
    assert now["drop-b8l-2"] == promised


def test_sheets_open_without_an_explanation_in_the_way(visit, site):
    table = against(visit(site.url), site, HUMAN)
    for opener in table.button("sheet-open").all():
        opener.click()
        sheet = table.page.get_by_test_id("sheet")
        expect(sheet.get_by_role("button", name="Close")).to_be_focused()
        expect(table.page.locator(".bubble:popover-open")).to_have_count(0)
        table.page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
