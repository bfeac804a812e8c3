"""Everything that the client can show: every page, dialog, sheet, prompt and error, of every game.

A generator brings a page into one state after another and yields a name for each: `make gallery` takes pictures of
them, and the layout check measures them. This code knows no game: it opens whatever there is to open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Locator, Page, expect
from tests.browser import sent
from tests.browser.api import HUMAN, OPEN
from tests.browser.exhibits_of_people import account, in_advance, notices, talk_and_ratings
from tests.browser.exhibits_of_study import (
    all_puzzles,
    analysis_under_way,
    first_game,
    lab,
    puzzles_and_openings,
    records,
    study,
)
from tests.browser.moments import NAMES, STAGES, Moment, Moments, Setting, new_match, settings
from tests.browser.staging import (
    PAGES,
    Exhibit,
    answering,
    changed,
    game_of,
    has_touch,
    late,
    overheard,
    refuse,
    sit,
    view,
)
from tests.browser.table import Shelf, Table

LENGTHS = (
    """words => words.map(one => document.getElementById(one.getAttribute('aria-describedby')).textContent.length)"""
)
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
ADDRESSES = {
    "unknown page": "/nowhere",
    "unknown match": "/m/abcdefghij",
    "unknown game": "/learn/nothing",
    "silly address": f"/m/{'%3Cb%3E' * 12}{'x' * 80}",
}


def tour(page: Page, moments: Moments, part: str, thorough: bool) -> Iterator[Exhibit]:
    """Yield everything of one game, or what belongs to no game.

    Unless the tour is thorough, it visits one match of the game near its end, and shows what is alike in all games
    for the simplest one.
    """
    simplest = min(moments.games, key=lambda game: len(game["options"]))
    if part == PAGES:
        yield from common(page, moments)
        yield from talk_and_ratings(page, moments)
        yield from all_puzzles(page)
        if not thorough:
            yield from open_seats(page, simplest, moments)
            yield from among_people(page, moments, simplest, thorough)
            finished = moments.stage(simplest["name"], settings(simplest)[0], "end")
            yield from crowded_shelf(page, moments, finished)
            yield from replay_tools(page, finished)
            yield from analysis_under_way(page, finished)
            yield from records(page, finished)
        return
    game = game_of(moments, part)
    yield from box_and_lesson(page, game, thorough)
    brief = not thorough and game is not simplest
    yield from first_game(page, game, thorough, brief)
    yield from puzzles_and_openings(page, part, thorough, brief)
    if not thorough:
        finished = moments.stage(part, settings(game)[1], "end")
        yield from table_at(page, late(moments, part), thorough)
        yield from after_the_game(page, finished, thorough)
        if game is simplest:
            yield from study(page, moments, finished)
        return
    yield from open_seats(page, game, moments)
    for setting in settings(game):
        stages = [moments.stage(part, setting, name) for name in STAGES]
        for moment in stages:
            yield from table_at(page, moment, thorough)
        yield from after_the_game(page, stages[-1], thorough)
        yield from replay_tools(page, stages[-1])
        yield from study(page, moments, stages[-1])
        for moment in moments.every_prompt(part, setting):
            yield from prompt_at(page, moment)
    yield from analysis_under_way(page, stages[-1])
    yield from records(page, stages[-1])
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
    page.get_by_test_id("settings").click()
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
    page.get_by_test_id("import").click()
    page.get_by_test_id("record").fill('[Stockade "1"]\n[Game "nothing"]')
    page.get_by_test_id("import-yes").click()
    expect(page.get_by_test_id("importing").get_by_role("alert")).to_be_visible()
    yield Exhibit(game, "import", "a wrong record", is_dialog=True)
    page.keyboard.press("Escape")


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
            another = len(option["choices"])
            box.locator(f'[data-option="{option["name"]}"]').select_option(index=another)
            if thorough:
                yield Exhibit(name, "options", f"{option['name']}: any text")
            box.locator(f'[data-option-text="{option["name"]}"]').fill("?")
            yield Exhibit(name, "options", f"{option['name']}: a wrong text")

    page.goto(f"/learn/{name}")
    expect(page.get_by_test_id("lesson-board").first).to_be_visible()
    yield Exhibit(name, "lesson", "rules")
    yield from lab(page, name, thorough)


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
    expect(Table(page).main).to_have_attribute("data-status", "closed")
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
    page.get_by_test_id("download").click()
    expect(page.get_by_test_id("download-text")).to_be_visible()
    yield Exhibit(game, "download", "formats", is_dialog=True)
    page.keyboard.press("Escape")
    if not thorough:
        return
    page.goto(f"/m/{moment.seat['id']}/{last + 999}")
    expect(page.locator("h1")).to_be_visible()
    yield Exhibit(game, "error", "replay of a move that was never made")


def replay_tools(page: Page, moment: Moment) -> Iterator[Exhibit]:
    """Yield the replay from another seat while its log is searched, and the dialog that shares a moment."""
    game = moment.seat["game"]
    sit(page, moment)
    log = view(page, moment)["log"]
    page.goto(f"/m/{moment.seat['id']}/{len(log) // 2}")
    expect(page.get_by_test_id("replay")).to_be_visible()
    if (look := page.get_by_test_id("look-from")).count():
        look.select_option(index=1)
    page.locator("[data-testid=step-kind][value=mine]").check()
    search = page.get_by_test_id("log-search")
    search.fill(log[-1]["text"].split()[0])
    search.press("Enter")
    expect(page.get_by_test_id("timeline-mark").first).to_be_attached()
    yield Exhibit(game, "replay", f"{moment.name}: searched")
    page.get_by_test_id("share").click()
    picture = page.get_by_test_id("share-moment").locator("img")
    picture.evaluate("picture => picture.decode()")
    yield Exhibit(game, "share", moment.name, is_dialog=True)
    page.keyboard.press("Escape")


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
