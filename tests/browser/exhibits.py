"""Everything that the client can show: every page, dialog, sheet, prompt and error, of every game.

A generator brings a page into one state after another and yields a name for each: `make gallery` takes pictures of
them, and the layout check measures them. This code knows no game: it opens whatever there is to open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect
from tests.browser import sent
from tests.browser.api import HUMAN, OPEN
from tests.browser.moments import NAMES, STAGES, Moment, Moments, Setting, new_match, settings
from tests.browser.table import Shelf, Table

LIVE = re.compile(r"/api/matches/[^/]+/live")
LENGTHS = (
    """words => words.map(one => document.getElementById(one.getAttribute('aria-describedby')).textContent.length)"""
)
UPRIGHT = "matchMedia('(max-width: 899px) and (orientation: portrait)').matches"  # as the client decides it
PAGES = "pages"
LONG_NAME = "Wolfgang von Hohenberg"  # fits into a field on a phone
# Settings of a table that say as much as possible.
STRICT = {
    "hints": True,
    "listed": True,
    "policy": {
        "undo": "never",
        "spectators": False,
        "chat": False,
        "clock": {"kind": "game", "seconds": 1800, "increment": 30},
        "absent": "bot",
        "stand_in": 2,
    },
}
LONG_PRESS = 800  # ms
REFUSAL = "All tables of this server are taken. Try again in a few minutes."
ADDRESSES = {
    "unknown page": "/nowhere",
    "unknown match": "/m/abcdefghij",
    "unknown game": "/learn/nothing",
    "silly address": f"/m/{'%3Cb%3E' * 12}{'x' * 80}",
}


@dataclass(frozen=True)
class Exhibit:
    """One thing on the screen. While a dialog is open, the rest of the page does not count."""

    game: str
    kind: str
    name: str
    is_dialog: bool = False


def tour(page: Page, moments: Moments, part: str, thorough: bool) -> Iterator[Exhibit]:
    """Yield everything of one game, or what belongs to no game.

    Unless the tour is thorough, it visits one match of the game near its end, and shows what is alike in all games
    for the simplest one.
    """
    if part == PAGES:
        yield from common(page, moments)
        yield from talk_and_ratings(page, moments)
        if not thorough:
            simplest = min(moments.games, key=lambda game: len(game["options"]))
            yield from open_seats(page, simplest, moments)
            yield from among_people(page, moments, simplest, thorough)
            yield from crowded_shelf(page, moments, moments.stage(simplest["name"], settings(simplest)[0], "end"))
        return
    game = game_of(moments, part)
    yield from box_and_lesson(page, game, thorough)
    if not thorough:
        yield from table_at(page, late(moments, part), thorough)
        yield from after_the_game(page, moments.stage(part, settings(game)[1], "end"), thorough)
        return
    yield from open_seats(page, game, moments)
    for setting in settings(game):
        stages = [moments.stage(part, setting, name) for name in STAGES]
        for moment in stages:
            yield from table_at(page, moment, thorough)
        yield from after_the_game(page, stages[-1], thorough)
        for moment in moments.every_prompt(part, setting):
            yield from prompt_at(page, moment)
    yield from among_people(page, moments, game, thorough)
    yield from crowded_shelf(page, moments, *stages)


def glance(page: Page, moments: Moments, part: str) -> Exhibit:
    """Show one thing of a part: the table of a game near its end, or the shelf."""
    return next(common(page, moments) if part == PAGES else table_at(page, late(moments, part), thorough=True))


# -- pages that belong to no game ----------------------------------------------------------------------------


def common(page: Page, moments: Moments) -> Iterator[Exhibit]:
    """Yield the shelf in all its states, the settings, and the pages of wrong addresses."""
    sit(page)
    shelf = Shelf(page).open()
    expect(shelf.box(moments.games[0]["name"]).locator(".cover svg")).to_be_visible()
    yield Exhibit(PAGES, "shelf", "first visit")
    page.get_by_role("button", name="Settings").click()
    yield Exhibit(PAGES, "settings", "settings", is_dialog=True)
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    yield Exhibit(PAGES, "keys", "of the shelf", is_dialog=True)
    page.keyboard.press("Escape")
    yield from account(page)
    yield from notices(page)
    with answering(page, "**/api/games", lambda route: route.abort()):
        page.goto("/")
        expect(page.get_by_role("alert")).to_be_visible()
        yield Exhibit(PAGES, "error", "the server cannot be reached")
    with answering(page, "**/api/games", lambda _: None):
        page.goto("/")
        expect(page.locator(".blank").first).to_be_visible()
        yield Exhibit(PAGES, "shelf", "loading")
    for name, path in ADDRESSES.items():
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        yield Exhibit(PAGES, "error", name)


def account(page: Page) -> Iterator[Exhibit]:
    """Yield the account of a stranger and of a guest, and links between devices."""
    page.goto("/account")
    expect(page.get_by_test_id("sign-in")).to_be_visible()
    yield Exhibit(PAGES, "account", "stranger")
    page.goto("/link")
    yield Exhibit(PAGES, "link", "without a key")
    page.goto("/nowhere")
    page.goto("/link#used")
    expect(page.get_by_role("alert")).to_be_visible()
    yield Exhibit(PAGES, "link", "that was used")
    page.goto("/account")
    page.get_by_test_id("rename").fill(LONG_NAME)
    page.get_by_test_id("rename-save").click()
    expect(page.get_by_test_id("key")).to_be_visible()
    yield Exhibit(PAGES, "account", "guest")
    page.get_by_test_id("have-account").click()
    page.get_by_test_id("sign-in-name").fill("Nobody")
    page.get_by_test_id("sign-in-password").fill("wrong")
    page.get_by_test_id("sign-in").click()
    page.get_by_test_id("add-device").click()
    page.get_by_test_id("program-label").fill(LONG_NAME)
    page.get_by_test_id("add-program").click()
    expect(page.get_by_test_id("program-key")).to_be_visible()
    page.get_by_test_id("sign-out").click()
    page.get_by_test_id("delete").click()
    yield Exhibit(PAGES, "account", "everything asked")
    page.get_by_test_id("delete-go-on").click()
    yield Exhibit(PAGES, "account", "deleting")
    page.goto("/nowhere")
    page.goto("/link#any")
    expect(page.get_by_test_id("use-link")).to_be_visible()
    yield Exhibit(PAGES, "link", "for a guest")
    page.goto("/account")
    page.get_by_test_id("claim-password").fill("seven drops of water")
    page.get_by_test_id("claim-name").fill(f"{NAMES[1]} {page.request.get('/api/me').json()['me']['id']}")
    page.get_by_test_id("claim").click()
    expect(page.get_by_test_id("claim")).to_have_count(0)
    yield Exhibit(PAGES, "account", "registered")
    sit(page)


def crowded_shelf(page: Page, moments: Moments, *held: Moment) -> Iterator[Exhibit]:
    """Yield the shelf with own, open and live games."""
    game = held[0].seat["game"]
    most = max(game_of(moments, game)["players"])
    moments.api.create(game, {**HUMAN, "name": NAMES[0]}, *[OPEN] * (most - 1), players=most, listed=True)
    sit(page, *held)
    page.goto("/")
    for part in ("your-games", "to-join"):
        expect(page.get_by_test_id(part)).to_be_visible()
    page.get_by_test_id("finished").locator("summary").click()
    expect(page.get_by_test_id("hide").first).to_be_visible()
    yield Exhibit(game, "shelf", "with games in progress")


# -- one game away from the table ----------------------------------------------------------------------------


def box_and_lesson(page: Page, game: dict[str, Any], thorough: bool) -> Iterator[Exhibit]:
    """Yield the box with its options, and the lesson."""
    name = game["name"]
    sit(page)
    box = Shelf(page).open().box(name)
    box.locator("summary").click()
    yield Exhibit(name, "options", "as they are")
    players = box.get_by_test_id("players")
    if players.count():
        for count in sorted({max(game["players"]), *(game["players"] if thorough else ())}):
            players.select_option(str(count))
            yield Exhibit(name, "options", f"for {count} players")
    for option in game["options"]:
        if option["pattern"]:
            box.locator(f'[data-option="{option["name"]}"]').select_option(label="other…")
            if thorough:
                yield Exhibit(name, "options", f"{option['name']}: any text")
            box.locator(f'[data-option-text="{option["name"]}"]').fill("?")
            yield Exhibit(name, "options", f"{option['name']}: a wrong text")

    page.goto(f"/learn/{name}")
    expect(page.get_by_test_id("lesson-board").first).to_be_visible()
    yield Exhibit(name, "lesson", "rules")


def open_seats(page: Page, game: dict[str, Any], moments: Moments) -> Iterator[Exhibit]:
    """Yield the box when no match can be started, and the table at which seats are open."""
    name = game["name"]
    sit(page)
    with answering(page, "**/api/matches", refuse):
        box = Shelf(page).open().box(name)
        box.get_by_test_id("play-now").click()
        expect(box.get_by_role("alert")).to_be_visible()
        yield Exhibit(name, "error", "no match can be started")
    yield from new_table(page, game)
    most = max(game["players"])
    kept = {**OPEN, "name": NAMES[0]}
    made = moments.api.create(name, {**HUMAN, "name": NAMES[1]}, *[OPEN] * (most - 2), kept, players=most, **STRICT)
    sit(page)
    Table(page).open(f"/m/{made['id']}")
    expect(page.get_by_test_id("take-seat").first).to_be_visible()
    yield Exhibit(name, "seats", "invited")
    sit(page, Moment("", made, ()))
    Table(page).open(f"/m/{made['id']}")
    expect(page.get_by_test_id("invite-link")).to_be_visible()
    expect(page.get_by_test_id("guest").first.locator("option")).not_to_have_count(3)  # bots too
    yield Exhibit(name, "seats", "inviting")
    page.get_by_test_id("guest").last.select_option("here")
    page.get_by_test_id("cancel").click()
    yield Exhibit(name, "seats", "changing a seat, and cancelling")
    page.get_by_test_id("cancel-yes").click()
    expect(page.get_by_test_id("prompt")).to_contain_text("cancelled")
    yield Exhibit(name, "seats", "cancelled")


def new_table(page: Page, game: dict[str, Any]) -> Iterator[Exhibit]:
    """Yield the dialog for a match with friends: as it opens, with every kind of seat, and with its settings."""
    name = game["name"]
    dialog = Shelf(page).open().new_table(name)
    yield Exhibit(name, "new table", "as it opens", is_dialog=True)
    players = dialog.get_by_test_id("players")
    if players.count():
        players.select_option(str(max(game["players"])))
    guests = dialog.get_by_test_id("guest").all()
    for guest, kind in zip(guests, ("kept", "here", str(len(game["levels"]))), strict=False):
        guest.select_option(kind)
    yield Exhibit(name, "new table", "every kind of seat", is_dialog=True)
    dialog.get_by_test_id("table-settings").locator("summary").click()
    dialog.get_by_test_id("clock").select_option("own")
    dialog.get_by_test_id("absent").select_option("bot")
    for position in ("0", "9999"):
        dialog.locator(".lines").evaluate("(lines, top) => lines.scrollTo(0, top)", position)
        yield Exhibit(name, "new table", f"settings, {'top' if position == '0' else 'end'}", is_dialog=True)
    page.keyboard.press("Escape")


# -- one game at the table -----------------------------------------------------------------------------------


def table_at(page: Page, moment: Moment, thorough: bool) -> Iterator[Exhibit]:
    """Yield the table and everything on it that can be opened without changing the match."""
    game = moment.seat["game"]
    sit(page, moment)
    table = Table(page).open(f"/m/{moment.seat['id']}")
    asked = table.is_asked()
    if thorough:
        yield Exhibit(game, "table", moment.name)
    yield from sheets(page, game, moment, thorough)
    yield from opened(page, game, moment, thorough)
    if not asked:
        return
    yield from legend(page, game)
    yield from told(table, game, moment)
    yield from touched(table, game, moment)
    yield from refused(table, game, moment, thorough)


def prompt_at(page: Page, moment: Moment) -> Iterator[Exhibit]:
    """Yield the table with what is asked, and half-made moves."""
    sit(page, moment)
    table = Table(page).open(f"/m/{moment.seat['id']}")
    table.is_asked()
    yield Exhibit(moment.seat["game"], "prompt", moment.name)
    yield from touched(table, moment.seat["game"], moment)


def sheets(page: Page, game: str, moment: Moment, thorough: bool) -> Iterator[Exhibit]:
    """Yield every sheet that can be opened."""
    for button in page.get_by_test_id("sheet-open").all():
        button.click()
        sheet = page.get_by_test_id("sheet")
        expect(sheet).to_be_visible()
        yield Exhibit(game, "sheet", f"{moment.name}: {button.inner_text()}", is_dialog=True)
        yield from explanations(page, sheet, game, f"{moment.name}: {button.inner_text()}", thorough)
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)


def legend(page: Page, game: str) -> Iterator[Exhibit]:
    """Yield what the symbols mean, and what is shown if the server does not answer."""
    with answering(page, "**/legend", lambda route: route.abort()):
        page.get_by_test_id("legend-open").click()
        expect(page.get_by_test_id("legend").get_by_role("alert")).to_be_visible()
        yield Exhibit(game, "error", "no symbols", is_dialog=True)
        page.keyboard.press("Escape")
    page.get_by_test_id("legend-open").click()
    expect(page.get_by_test_id("legend").locator("dt").first).to_be_visible()
    yield Exhibit(game, "legend", "symbols", is_dialog=True)
    page.keyboard.press("Escape")


def told(table: Table, game: str, moment: Moment) -> Iterator[Exhibit]:
    """Yield the board with the longest words about a thing on it."""
    longest = max(view(table.page, moment)["scene"]["areas"], key=lambda area: len(area["label"] + area["closed"]))
    x, y = table.point(longest["id"])
    if has_touch(table.page):  # a long press
        finger = table.page.context.new_cdp_session(table.page)
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        table.page.wait_for_timeout(LONG_PRESS)
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        table.page.mouse.move(x, y)
    expect(table.main.get_by_test_id("about")).to_be_visible()
    yield Exhibit(game, "words", f"{moment.name}: {longest['id']}")
    table.page.keyboard.press("Escape")
    table.page.mouse.move(0, 0)


def explanations(page: Page, where: Locator, game: str, name: str, thorough: bool) -> Iterator[Exhibit]:
    """Yield the longest explanation in a list; if thorough, also the first and the last."""
    words = where.get_by_test_id("explained")
    lengths = words.evaluate_all(LENGTHS)
    if not lengths:
        return
    longest = lengths.index(max(lengths))
    for number in sorted({0, longest, len(lengths) - 1}) if thorough else [longest]:
        word = words.nth(number)
        word.scroll_into_view_if_needed()
        page.wait_for_timeout(50)  # scrolling closes explanations
        word.focus()
        yield Exhibit(game, "explanation", f"{name}: {word.inner_text()}", is_dialog=True)
        word.blur()


def opened(page: Page, game: str, moment: Moment, thorough: bool) -> Iterator[Exhibit]:
    """Yield explanations next to the board, and everything that is folded."""
    yield from explanations(page, page.get_by_test_id("seats"), game, moment.name, thorough)
    for pinned in page.get_by_test_id("pinned").all():
        yield from explanations(page, pinned, game, moment.name, thorough)
    folded = page.locator("main details:not([open]) > summary")
    while folded.count():
        folded.first.click()
    yield Exhibit(game, "table", f"{moment.name}: everything unfolded")


def touched(table: Table, game: str, moment: Moment) -> Iterator[Exhibit]:
    """Yield half-made moves: one for each number of touches and each way in which they are confirmed."""
    page = table.page
    page.evaluate("scrollTo(0, 0)")
    choices = view(page, moment)["scene"]["choices"]
    for kind, touches in ways(choices).items():
        by_finger = has_touch(page)
        for thing in touches[:-1]:
            (table.tap if by_finger else table.click)(thing)
        if by_finger:
            table.tap(touches[-1])
        elif kind == "placing":  # a click would place it
            page.mouse.move(*table.point(touches[-1]))
        else:
            table.click(touches[-1])
        yield Exhibit(game, "move", f"{moment.name}: {kind}")
        page.keyboard.press("Escape")
    amount = page.get_by_test_id("amount-input")
    if amount.count():
        amount.fill("1234")
        yield Exhibit(game, "error", f"{moment.name}: an amount that is too large")


def ways(choices: list[dict[str, Any]]) -> dict[str, list[str]]:
    """Return what to touch for each kind of half-made move."""
    alike: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for choice in choices:
        if choice["touches"]:
            alike.setdefault(tuple(choice["touches"]), []).append(choice)
    found: dict[str, list[str]] = {}
    for touches, group in sorted(alike.items(), key=lambda pair: -len(pair[1])):
        if group[0]["turn"] is not None:
            found.setdefault("placing", list(touches))
        elif len(group) > 1:
            found.setdefault("chooser", list(touches))
        if len(touches) > 1:
            for count in range(1, len(touches)):
                found.setdefault(f"{count} touched", list(touches[:count]))
    return found


def refused(table: Table, game: str, moment: Moment, thorough: bool) -> Iterator[Exhibit]:
    """Yield what is said to a wrong move, a wish to resign, and a hint; unless thorough, the first two at once."""
    page = table.page
    closed = [area for area in view(page, moment)["scene"]["areas"] if area["closed"]]
    if closed:
        longest = max(closed, key=lambda area: len(area["closed"]))
        table.click(longest["id"])
        yield Exhibit(game, "error", f"{moment.name}: {longest['id']} is closed")
    table.button("notation-input").fill("no such move")
    table.button("notation-input").press("Enter")
    expect(table.button("notation-error")).to_be_visible()
    if thorough:
        yield Exhibit(game, "error", f"{moment.name}: a wrong move")
    table.button("resign").click()
    yield Exhibit(game, "consent", f"{moment.name}: resigning")
    table.button("resign-no").click()
    choices = sorted(view(page, moment)["scene"]["choices"], key=lambda choice: -len(choice["label"]))[:3]
    hints = [{**{word: each[word] for word in ("action", "text", "label")}, "worth": "wins 42%"} for each in choices]
    with answering(page, "**/hint", lambda route: route.fulfill(json={"bot": "Castellan", "hints": hints})):
        table.button("hint").click()
        expect(table.button("hint-choice").first).to_be_visible()
        yield Exhibit(game, "hint", moment.name)


def after_the_game(page: Page, moment: Moment, thorough: bool) -> Iterator[Exhibit]:
    """Yield the result, and the replay in the middle; if thorough, also at its start, at its end and beyond."""
    game = moment.seat["game"]
    sit(page, moment)
    Table(page).open(f"/m/{moment.seat['id']}")
    expect(page.get_by_test_id("result")).to_be_visible()
    yield Exhibit(game, "outcome", moment.name)
    last = view(page, moment)["log"][-1]["ply"] + 1
    for ply in (0, last // 2, last) if thorough else (last // 2,):
        page.goto(f"/m/{moment.seat['id']}/{ply}")
        expect(page.get_by_test_id("replay")).to_be_visible()
        yield Exhibit(game, "replay", f"{moment.name}: {ply} of {last}")
    if not thorough:
        return
    page.goto(f"/m/{moment.seat['id']}/{last + 999}")
    expect(page.locator("h1")).to_be_visible()
    yield Exhibit(game, "error", "replay of a move that was never made")


def among_people(page: Page, moments: Moments, game: dict[str, Any], thorough: bool) -> Iterator[Exhibit]:
    """Yield requests to undo and draws from both sides, other players' turns, lost connections and thinking bots."""
    name = game["name"]
    setting = next(setting for setting in settings(game) if setting.players > 1)

    def asking(what: str) -> Iterator[Exhibit]:
        moment = moments.put(name, setting, moments.actions(name, setting)[:4], what)
        asker = moment.others[0]
        seat = {**moment.seat, "token": asker}
        moments.api.write(seat, what)
        for mine, title in ((seat, "asked by me"), (moment.seat, "asked by another player")):
            sit(page, Moment(what, mine, ()))
            Table(page).open(f"/m/{moment.seat['id']}")
            expect(page.get_by_test_id(f"consent-{what}")).to_be_visible()
            yield Exhibit(name, "consent", f"{what}, {title}")

    if thorough:
        yield from asking("undo")
    yield from asking("draw")
    yield from caught_up(page, moments, name, setting)
    yield from on_one_device(page, name, setting)
    yield from in_advance(page, moments, name, setting)
    moment = moments.put(name, setting, moments.actions(name, setting)[:2], "watched")
    sit(page)
    Table(page).open(f"/m/{moment.seat['id']}")
    yield Exhibit(name, "table", "watched")
    sit(page, moment)
    with overheard(page, lambda line: line.close(code=1011)):
        page.goto(f"/m/{moment.seat['id']}")
        Table(page).is_line("lost")
        yield Exhibit(name, "error", "connection lost")
    who = view(page, moment)["scene"]["current_player"]
    waits = {"ready": False, "share": 0.4, "seconds_left": 75, "failed": False}
    moods: dict[str, dict[str, Any]] = {
        "a bot is thinking": {"thinking": {"seat": who, "seconds": 20, "waits_for": None}, "you": None},
        "a bot is getting ready": {"thinking": {"seat": who, "seconds": 20, "waits_for": waits}, "you": None},
        "a bot is in trouble": {"trouble": "The bot could not find a move in time, so it played any legal move."},
        **sent.absences(view(page, moment)),
    }
    for title, changes in moods.items():
        path = re.compile(rf"/api/matches/{moment.seat['id']}\?")
        with answering(page, path, changed(changes)), overheard(page, lambda _: None):
            page.goto(f"/m/{moment.seat['id']}")
            expect(page.get_by_test_id("table")).to_be_visible()
            yield Exhibit(name, "table", title)
    moments.api.write(moment.seat, "resign")
    Table(page).open(f"/m/{moment.seat['id']}")
    expect(page.get_by_test_id("result")).to_be_visible()
    yield Exhibit(name, "outcome", "resigned")


def caught_up(page: Page, moments: Moments, name: str, setting: Setting) -> Iterator[Exhibit]:
    """Yield what is offered to a player who returns, and what they are then shown."""
    actions = moments.actions(name, setting)
    match = new_match(name, setting)
    count, last = 0, match.state.current_player
    while count < 4 or match.state.current_player == last:  # until it is another player's turn
        last = match.state.current_player
        match.play(actions[count])
        count += 1
    moment = moments.put(name, setting, actions[:count], "missed", seen=False)
    sit(page, moment)
    table = Table(page).open(f"/m/{moment.seat['id']}")
    expect(table.button("missed")).to_be_visible()
    yield Exhibit(name, "catch up", "offered")
    table.button("show-missed").click()
    table.button("catch-up-pause").click()
    yield Exhibit(name, "catch up", "at the beginning")
    table.button("catch-up-next").click()
    yield Exhibit(name, "catch up", "after a move")
    page.keyboard.press("Escape")


def on_one_device(page: Page, name: str, setting: Setting) -> Iterator[Exhibit]:
    """Yield a table at which everybody plays on the same device."""
    sit(page)
    page.request.post("/api/me", data={"name": NAMES[1]})
    here = [{**HUMAN, "here": True, "name": each} for each in NAMES[: setting.players - 1]]
    form = {"game": name, "seats": [HUMAN, *here], "players": setting.players, "seed": 1}
    made = page.request.post("/api/matches", data=form).json()
    table = Table(page).open(f"/m/{made['id']}")
    assert table.is_asked()
    expect(table.button("whose-turn")).to_be_visible()
    yield Exhibit(name, "table", "several people on one device")


# -- helpers -------------------------------------------------------------------------------------------------


def game_of(moments: Moments, name: str) -> dict[str, Any]:
    return next(game for game in moments.games if game["name"] == name)


def late(moments: Moments, game: str) -> Moment:
    """Return a match with most players near its end."""
    return moments.stage(game, settings(game_of(moments, game))[1], "late")


class Company:
    """The people who sit down in this browser: one who has most seats, and others for second seats of a match."""

    def __init__(self) -> None:
        self.cookies: dict[str, list[Any]] = {}  # of the person with a seat, by its token
        self.main: list[Any] | None = None
        self.matches: set[str] = set()  # those in which the first person has a seat

    def sit(self, page: Page, seat: dict[str, Any]) -> None:
        """Sign in as the person with this seat."""
        page.context.clear_cookies()
        token, match = seat["token"], seat["id"]
        known = self.cookies.get(token) or (self.main if match not in self.matches else None)
        if known:
            page.context.add_cookies(known)
        else:
            page.request.post("/api/me", data={"name": NAMES[0]})
        if token in self.cookies:
            return
        page.request.post("/api/me/adopt", data=[{"id": match, "token": token}])
        self.cookies[token] = page.context.cookies()
        if known or self.main is None:
            self.main = self.cookies[token]
            self.matches.add(match)


companies: dict[str, Company] = {}


def sit(page: Page, *moments: Moment) -> None:
    """Sign in as the person with these seats, or as somebody who has never been here."""
    page.context.clear_cookies()
    if page.url != "about:blank":
        page.evaluate("localStorage.clear()")
    url = page.request.get("/healthz").url
    for moment in moments:
        companies.setdefault(url, Company()).sit(page, moment.seat)


def has_touch(page: Page) -> bool:
    return page.evaluate("navigator.maxTouchPoints > 0")


def view(page: Page, moment: Moment) -> dict[str, Any]:
    """Return the match as the page's seat sees it."""
    headers = {"Authorization": f"Bearer {moment.seat['token']}"}
    shape = (
        "tall" if page.evaluate("matchMedia('(max-width: 899px) and (orientation: portrait)').matches") else "wide"
    )
    return page.request.get(f"/api/matches/{moment.seat['id']}?shape={shape}", headers=headers).json()


@contextmanager
def answering(page: Page, path: str | re.Pattern[str], answer: Callable[[Route], None]) -> Iterator[None]:
    """Answer requests in the server's place."""
    page.route(path, answer)
    try:
        yield
    finally:
        page.unroute(path)


@contextmanager
def overheard(page: Page, answer: Callable[[WebSocketRoute], Any]) -> Iterator[None]:
    """Answer live connections in the server's place, on this page until it is left."""
    active = [True]

    def hear(line: WebSocketRoute) -> None:
        if active[0]:
            answer(line)
        else:
            line.connect_to_server()

    page.route_web_socket(LIVE, hear)
    try:
        yield
    finally:
        active[0] = False


def refuse(route: Route) -> None:
    """Refuse to start a match."""
    if route.request.method != "POST":
        route.fallback()
        return
    route.fulfill(status=503, json={"code": "full", "message": REFUSAL, "ruling": ""})


def changed(changes: dict[str, Any]) -> Callable[[Route], None]:
    """Pass on the server's answer with some changes."""

    def answer(route: Route) -> None:
        route.fulfill(json={**route.fetch().json(), **changes})

    return answer


# -- talk and ratings ----------------------------------------------------------------------------------------


def talk_and_ratings(page: Page, moments: Moments) -> Iterator[Exhibit]:
    """Yield the chat of a table, a rated table, profiles and the lists of ratings."""
    game = min(moments.games, key=lambda game: len(game["options"]))
    setting = next(setting for setting in settings(game) if setting.players > 1)
    moment = moments.put(game["name"], setting, [], "chat")
    yield from chat(page, moment)
    yield from profiles(page, game)
    most = max(moments.games, key=lambda game: max(game["players"]))
    page.goto(f"/ratings/{most['name']}/{max(most['players'])}")
    expect(page.get_by_test_id("leader").first).to_be_visible()
    yield Exhibit(PAGES, "ratings", "of bots")


def chat(page: Page, moment: Moment) -> Iterator[Exhibit]:
    """Yield the chat: with messages, with everything one can do about one, and as a stranger finds it."""
    path = f"/api/matches/{moment.seat['id']}"
    headers = [{"Authorization": f"Bearer {token}"} for token in (moment.seat["token"], *moment.others)]
    lines = ("Good luck!", "Thanks, and have fun.", "I did not see that coming: now everything on my side is open.")
    for turn, text in enumerate(lines):
        form = {"room": "table", "text": text}
        page.request.post(f"{path}/messages", data=form, headers=headers[turn % len(headers)])
    page.request.post(f"{path}/messages/2/react", data={"mark": "👏"}, headers=headers[1])
    page.request.post(f"{path}/messages/4/delete", headers=headers[1])
    sit(page, moment)
    Table(page).open(f"/m/{moment.seat['id']}")
    unfold_chat(page)
    yield Exhibit(PAGES, "chat", "messages")
    page.request.post(f"{path}/messages", data={"room": "table", "text": "Your turn."}, headers=headers[1])
    expect(page.get_by_test_id("message-text")).to_have_count(3)
    page.get_by_test_id("message-more").last.click()
    page.get_by_test_id("report").click()
    page.get_by_test_id("talk-input").fill("Well played")
    yield Exhibit(PAGES, "chat", "everything one can do")
    page.get_by_test_id("mute").click()
    expect(page.get_by_test_id("unmute")).to_be_visible()
    yield Exhibit(PAGES, "chat", "somebody is muted")
    sit(page)
    Table(page).open(f"/m/{moment.seat['id']}")
    unfold_chat(page)
    yield Exhibit(PAGES, "chat", "as a stranger finds it")


def unfold_chat(page: Page) -> None:
    chat = page.get_by_test_id("talk")
    if chat.get_attribute("open") is None:
        chat.locator("summary").click()
    expect(page.get_by_test_id("message").first).to_be_visible()


def profiles(page: Page, game: dict[str, Any]) -> Iterator[Exhibit]:
    """Yield the profile of a newcomer, a rated table, and the profile after some rated matches."""
    sit(page)
    me = page.request.post("/api/me", data={"name": LONG_NAME}).json()
    page.goto(f"/people/{me['id']}")
    expect(page.get_by_test_id("person")).to_be_visible()
    yield Exhibit(PAGES, "profile", "of a newcomer")
    form = {"game": game["name"], "seats": [HUMAN, {"kind": "bot", "level": 1}], "rated": True}
    for level in (1, 2, 3):
        form["seats"][1]["level"] = level
        made = page.request.post("/api/matches", data=form).json()
        if level == 3:
            Table(page).open(f"/m/{made['id']}")
            expect(page.get_by_test_id("seat-rating")).to_have_count(2)
            yield Exhibit(PAGES, "table", "rated")
        page.request.post(f"/api/matches/{made['id']}/resign", data={"version": made["view"]["version"]})
    expect(page.get_by_test_id("seat-rating").first).to_contain_text("(")
    yield Exhibit(PAGES, "outcome", "rated")
    page.goto(f"/people/{me['id']}")
    expect(page.get_by_test_id("rating-plot")).to_be_visible()
    yield Exhibit(PAGES, "profile", "with ratings and games")


# -- deciding in advance -------------------------------------------------------------------------------------


def in_advance(page: Page, moments: Moments, name: str, setting: Setting) -> Iterator[Exhibit]:
    """Yield the orders of a player: given, folded, offered and being changed. No game has all of them at once."""
    moment = moments.put(name, setting, moments.actions(name, setting)[:2], "orders")
    sit(page, moment)
    orders = [{**order, "seat": moment.seat["seat"], "occasion": "now"} for order in sent.ORDERS]
    path = re.compile(rf"/api/matches/{moment.seat['id']}\?")
    with answering(page, path, changed({"orders": orders})), overheard(page, lambda _: None):
        page.goto(f"/m/{moment.seat['id']}")
        expect(page.get_by_test_id("orders")).to_be_visible()
        yield Exhibit(name, "orders", "given")
        page.get_by_test_id("order-change").click()
        page.get_by_test_id("orders-open").click()
        page.get_by_test_id("order-input").last.fill("1234")
        yield Exhibit(name, "orders", "changing and offered")


# -- notices -------------------------------------------------------------------------------------------------


def notices(page: Page) -> Iterator[Exhibit]:
    """Yield the notices of somebody who uses every channel, refusals, and those of a server without mail."""
    page.request.post("/api/me", data={"name": NAMES[1]})
    page.goto("/account")
    expect(page.get_by_test_id("no-mail")).to_be_visible()
    yield Exhibit(PAGES, "notices", "everything is off, without mail")
    with (
        answering(page, re.compile("/api/me/notices$"), lambda route: route.fulfill(json=sent.EVERYTHING)),
        answering(page, re.compile("/api/me/notices/log"), lambda route: route.fulfill(json=sent.LOG)),
        answering(page, "**/api/me/notices/test", lambda route: route.fulfill(status=429, json=sent.TOO_MANY)),
        answering(
            page, "**/api/me/notices/webhooks", lambda route: route.fulfill(json={"id": "d", "secret": "s" * 43})
        ),
    ):
        page.goto("/account")
        page.get_by_test_id("notice-log").click()
        page.get_by_test_id("notice-test").last.click()
        page.get_by_test_id("webhook-url").fill("https://example.org/hook")
        page.get_by_test_id("webhook-add").click()
        expect(page.get_by_test_id("webhook-secret")).to_be_visible()
        expect(page.get_by_test_id("notice-line")).to_have_count(len(sent.LOG))
        yield Exhibit(PAGES, "notices", "every channel, and what was sent")
        page.get_by_test_id("mail-another").click()
        yield Exhibit(PAGES, "notices", "another mail address")
    sit(page)
