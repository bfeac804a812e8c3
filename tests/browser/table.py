"""What a person sees and does in the browser. This code knows no game and no rules; it follows halos."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    FloatRect,
    Locator,
    Page,
    Response,
    WebSocket,
    expect,
)

LONG = 120_000  # ms, for waiting on a server or a bot, which may be compiling
MOST_TOUCHES = 60  # in one turn, in any game
MOST_TURNS = 400  # in one game

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 375, "height": 812}

expect.set_options(timeout=LONG)  # waits end as soon as the condition holds


# -- browsers ------------------------------------------------------------------------------------------------


@dataclass
class Visitor:
    """A separate browser context with its own storage, and all errors that occurred in it.

    If a slow server does not answer a move in time, the client sends it again by HTTP, with the same version. The
    server refuses it if the first one had arrived. This is intended and not an error; any other refusal is.
    """

    context: BrowserContext
    troubles: list[str] = field(default_factory=list)
    tolerated: list[str] = field(default_factory=list)
    _sent: set[tuple[Any, ...]] = field(default_factory=set)
    _repeated: list[str] = field(default_factory=list)

    def tab(self) -> Page:
        page = self.context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self._note("pageerror", str(error)))
        page.on("crash", lambda _: self._note("crash", page.url))
        page.on("websocket", self._listen)
        page.on("response", self._see)
        return page

    def tolerate(self, *patterns: str) -> None:
        """Ignore errors that the test provokes: the browser reports refused and failed requests as errors."""
        self.tolerated += patterns

    def _hear(self, said: ConsoleMessage) -> None:
        where = f" ({said.location['url']})" if "Failed to load resource" in said.text else ""
        self._note(said.type, f"{said.text}{where}")

    def _note(self, kind: str, text: str) -> None:
        if kind not in ("log", "info", "debug"):
            self.troubles.append(f"{kind}: {text}")

    def _listen(self, line: WebSocket) -> None:
        """Record the requests sent over a live connection."""

        def keep(message: str | bytes) -> None:
            wish = json.loads(message)
            if "version" in wish:
                self._sent.add(told(line.url, wish))

        line.on("framesent", keep)

    def _see(self, answer: Response) -> None:
        if answer.status == 409 and answer.request.method == "POST":
            wish = json.loads(answer.request.post_data or "{}")
            if told(answer.url, wish) in self._sent:
                self._repeated.append(answer.url)

    def unexpected(self) -> list[str]:
        found = [said for said in self.troubles if not any(re.search(known, said) for known in self.tolerated)]
        for url in self._repeated:
            said = next((said for said in found if "status of 409" in said and f"({url})" in said), None)
            if said is not None:
                found.remove(said)
        return found


def told(url: str, wish: dict[str, Any]) -> tuple[Any, ...]:
    """Identify a request by its match, version and content, whether it is sent by WebSocket or by HTTP."""
    found = re.search(r"/api/matches/([^/?]+)/", url)
    return (found and found[1], *(wish.get(word) for word in ("version", "action", "answer")))


def visitor(browser: Browser, url: str, **options: Any) -> Visitor:
    """Return a first-time visitor; the options are those of a Playwright context."""
    usual = {"viewport": DESK, "service_workers": "block", "reduced_motion": "reduce"}
    context = browser.new_context(**{"base_url": url, **usual, **options})
    context.set_default_timeout(LONG)
    return Visitor(context)


# -- the shelf -----------------------------------------------------------------------------------------------


class Shelf:
    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self) -> Shelf:
        self.page.goto("/")
        return self

    def box(self, game: str) -> Locator:
        return self.page.locator(f'[data-testid="box"][data-game="{game}"]')

    def play_now(self, game: str, level: int | None = None) -> Table:
        """Start a match with bots."""
        if level is not None:
            self.box(game).get_by_test_id("level").select_option(str(level))
        self.box(game).get_by_test_id("play-now").click()
        return Table(self.page).seated()

    def first_game(self, game: str) -> Table:
        """Start a guided first game from the shelf."""
        self.page.goto("/")
        self.box(game).get_by_test_id("first-game").click()
        return Table(self.page).seated()

    def new_table(self, game: str) -> Locator:
        """Open the dialog for a match with friends."""
        self.box(game).get_by_test_id("with-friends").click()
        dialog = self.page.get_by_test_id("new-table")
        expect(dialog).to_be_visible()
        return dialog

    def with_friends(self, game: str, prepare: Callable[[Locator], None] = lambda _: None) -> Table:
        """Create a table for friends, after something was chosen in the dialog."""
        dialog = self.new_table(game)
        prepare(dialog)
        dialog.get_by_test_id("create-table").click()
        return Table(self.page).seated()


# -- boards --------------------------------------------------------------------------------------------------

# The point to click for a thing: its middle, scrolled into view. The things of a board may still be moving.
POINT = """async (svg, id) => {
  await Promise.allSettled(svg.getAnimations({subtree: true}).map(motion => motion.finished));
  const thing = svg.querySelector(`[data-id="${CSS.escape(id)}"]`);
  const middle = () => {
    const box = thing.getBoundingClientRect();
    return {x: box.x + box.width / 2, y: box.y + box.height / 2};
  };
  const seen = ({x, y}) => svg.contains(document.elementFromPoint(x, y));
  if (!seen(middle())) {
    thing.scrollIntoView({block: 'center'});
    await new Promise(requestAnimationFrame);
  }
  if (!seen(middle())) throw new Error(`no hand can reach ${id}`);
  return middle();
}"""

ALIVE = """svg => [...svg.querySelectorAll('[data-alive="true"]')].map(thing => thing.dataset.id)"""

HELD = """svg => [...svg.querySelectorAll('[aria-pressed="true"]')].map(thing => thing.dataset.id)"""

# The pieces and their places, as drawn.
STAND = """svg => Object.fromEntries(
  [...svg.querySelectorAll('.piece')].map(piece => [piece.dataset.id, piece.style.transform]))"""


NEWER = "version => Number(document.querySelector('[data-testid=table]').dataset.version) > version"

# What is alive, and whether a button is waiting to be pressed.
ASKS = """root => ({
  alive: [...root.querySelectorAll('[data-testid="board"] [data-alive="true"]')].map(thing => thing.dataset.id),
  chooser: root.querySelectorAll('[data-testid="chooser"] button').length,
  placed: root.querySelectorAll('[data-testid="place"]:enabled').length,
})"""


class Board:
    """One drawn board, in a match, a lesson or a replay."""

    def __init__(self, page: Page, root: Locator | None = None) -> None:
        self.page = page
        self.root = root if root is not None else page.locator("main")
        self.svg = self.root.get_by_test_id("board")

    def alive(self) -> list[str]:
        """Return the ids of things with a halo, in drawing order."""
        return self.svg.evaluate(ALIVE)

    def stand(self) -> dict[str, str]:
        """Return every piece and its place in the picture."""
        return self.svg.evaluate(STAND)

    def thing(self, id_: str) -> Locator:
        return self.svg.locator(f'[data-id="{id_}"]')

    def held(self) -> list[str]:
        """Return what has been touched so far."""
        return self.svg.evaluate(HELD)

    def box(self, id_: str) -> FloatRect:
        box = self.thing(id_).bounding_box()
        assert box is not None
        return box

    def point(self, id_: str) -> tuple[float, float]:
        at = self.svg.evaluate(POINT, id_)
        return at["x"], at["y"]

    def click(self, id_: str) -> None:
        self.page.mouse.click(*self.point(id_))

    def choose(self, touches: Iterable[str]) -> None:
        """Make a choice by clicking things one after the other, each as soon as it is alive."""
        for id_ in touches:
            expect(self.svg.locator(f'[data-id="{id_}"][data-alive="true"]').first).to_be_attached()
            self.click(id_)

    def tap(self, id_: str) -> None:
        self.page.touchscreen.tap(*self.point(id_))

    def drag(self, id_: str, onto: str) -> None:
        start, end = self.point(id_), self.point(onto)
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=6)
        self.page.mouse.up()

    @property
    def chooser(self) -> Locator:
        return self.root.get_by_test_id("chooser").locator("button")

    @property
    def buttons(self) -> Locator:
        """The buttons of choices that are not on the board; one of them may belong to a number field."""
        return self.root.locator('[data-testid="button-choice"], [data-testid="amount-choice"]')

    @property
    def placed(self) -> Locator:
        """The button that confirms a piece laid down by touch."""
        return self.root.locator('[data-testid="place"]:enabled')

    def act(self, dice: random.Random, done: Callable[[], bool], touch: Callable[[str], None] | None = None) -> None:
        """Make one decision in any game by following halos: touch things that are alive until it is made."""
        touch = touch or self.click
        for _ in range(MOST_TOUCHES):
            asks = self.root.evaluate(ASKS)
            before = asks["alive"]
            if asks["placed"]:
                self.placed.click()
            elif asks["chooser"] and (not before or dice.random() < 0.5):
                dice.choice(self.chooser.all()).click()
            elif before:
                touch(dice.choice(before))
            else:
                dice.choice(self.buttons.all()).click()
            if self._settles(before, done):
                return
        raise AssertionError("so many touches and still no decision")

    def _settles(self, before: list[str], done: Callable[[], bool]) -> bool:
        """Wait until the decision is made (return True) or another touch is needed (return False)."""
        end = time.monotonic() + LONG / 1000
        while not done():
            now = self.root.evaluate(ASKS)
            if (now["alive"] and now["alive"] != before) or now["chooser"] or now["placed"]:
                return done()  # the decision may have arrived between the two checks
            assert time.monotonic() < end, "a touch had no answer"
            self.page.wait_for_timeout(10)
        return True


class Table(Board):
    """A match, as one player or watcher sees it."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.main = page.get_by_test_id("table")

    def open(self, path: str) -> Table:
        self.page.goto(path)
        return self.seated()

    def seated(self) -> Table:
        """Wait until the table is shown and the live connection is open."""
        expect(self.main).to_be_visible()
        self.connected()
        return self

    def connected(self) -> None:
        self.is_line("live")

    def is_line(self, state: str) -> None:
        expect(self.page.get_by_test_id("connection")).to_have_attribute("data-state", state)

    @property
    def match_id(self) -> str:
        return self.page.url.rstrip("/").rsplit("/", 1)[-1]

    @property
    def version(self) -> int:
        return int(self.main.get_attribute("data-version") or 0)

    @property
    def status(self) -> str:
        return self.main.get_attribute("data-status") or ""

    def log(self) -> list[str]:
        """Return the texts of all moves so far."""
        return self.main.get_by_test_id("log").locator("a .note").all_text_contents()

    def button(self, name: str) -> Locator:
        return self.main.get_by_test_id(name)

    def has_moves(self, count: int) -> None:
        """Wait until the log has this many moves."""
        expect(self.main.get_by_test_id("log").locator("a")).to_have_count(count)

    def answered(self, act: Callable[[], None]) -> None:
        """Do something, and wait until the server has answered it."""
        before = self.version
        act()
        self.is_past(before)

    def is_past(self, version: int) -> None:
        """Wait until the table has a newer version. The page itself waits, because `expect` only polls."""
        self.page.wait_for_function(NEWER, arg=version)

    def is_asked(self) -> bool:
        """Wait until this person must decide (return True) or the match is over (return False)."""
        self.page.wait_for_function(
            """() => {
                const table = document.querySelector('[data-testid=table]');
                return table && (table.dataset.status === 'over'
                  || table.querySelector('[data-alive=true], [data-testid=button-choice], [data-testid=amount]'));
            }""",
        )
        return self.status != "over"

    def decide(self, dice: random.Random, touch: Callable[[str], None] | None = None) -> None:
        """Make one decision of any kind; return when the server has accepted it."""
        before = self.version
        self.act(dice, lambda: self.version > before, touch)

    def play_on(self, dice: random.Random, most: int, touch: Callable[[str], None] | None = None) -> int:
        """Play this many decisions and wait for the next one, or play to the end. Return the number of decisions."""
        for turn in range(most):
            if not self.is_asked():
                return turn
            self.decide(dice, touch)
        self.is_asked()
        return most

    def play_out(self, dice: random.Random) -> int:
        """Play to the end and return the number of decisions."""
        turns = self.play_on(dice, MOST_TURNS)
        assert self.status == "over", "the game does not end"
        return turns


def play_together(
    tables: Iterable[Table], dice: random.Random, after: Callable[[], None] = lambda: None, most: int | None = None
) -> int:
    """Let any number of people play one match, to its end or for a number of decisions. Return the number of
    decisions."""
    tables = list(tables)
    for turn in range(most or MOST_TURNS):
        mover = next_to_decide(tables)
        if mover is None:
            return turn
        mover.decide(dice)
        newest = mover.version
        for other in tables:
            # The other pages update by themselves.
            other.is_past(newest - 1)
        after()
    assert most is not None, "the game does not end"
    return most


def next_to_decide(tables: list[Table]) -> Table | None:
    """Wait until one of them must decide, and return it; None if the match is over."""
    for _ in range(LONG // 20):
        for table in tables:
            if table.alive() or table.buttons.count():
                return table
        if all(table.status == "over" for table in tables):
            return None
        tables[0].page.wait_for_timeout(20)
    raise AssertionError("nobody has anything to decide")
