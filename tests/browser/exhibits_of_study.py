"""What the client shows to people who study: the lab, first games, variations, analyses, puzzles and openings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, Route, expect
from tests.browser.analyses import put_analysis
from tests.browser.moments import Moment, Moments
from tests.browser.puzzling import plain_puzzle
from tests.browser.staging import LONG_NAME, PAGES, Exhibit, answering, changed, overheard, sit, told, view
from tests.browser.table import Board, Shelf

import stockade
from stockade.core.guide import slug
from stockade.core.language import speaking
from stockade.puzzles.puzzle import puzzles_of

ANALYSIS = re.compile(r"/api/matches/[^/]+/analysis$")
UNDER_WAY = {"setting": "quick", "version": 1, "found": None}
STATES = {"none": None, "waiting": 0.0, "running": 0.4, "failed": 0.4}  # of an analysis, with the share that is done
IMPOSSIBLE = "no game has more than 12 moves by round 1"
COMMENT = "What if this had been played? Then everything on the left would still have been open for a long time."
FILLED = {"failed": 12, "rating": {"value": 1512, "spread": 80}}
NOT_NOW = {
    "code": "unavailable",
    "message": "The server makes other pictures now. Try again in a minute.",
    "ruling": "",
}
UNKNOWN = {
    "unknown puzzle": f"/puzzles/{stockade.games()[0]}/99999",
    "puzzles of an unknown game": "/puzzles/nothing/1",
    "openings of an unknown game": "/openings/nothing",
    "lab of an unknown game": "/lab/nothing",
}


def lab(page: Page, name: str, thorough: bool) -> Iterator[Exhibit]:
    """Yield the lab: the opening, what a bot likes there, the tray and the JSON, and the dialog to play on."""
    page.goto(f"/lab/{name}")
    expect(page.get_by_test_id("lab")).to_be_visible()
    if thorough:
        yield Exhibit(name, "lab", "opening")
    yield from best_moves(page, name)
    page.get_by_test_id("set-up").click()
    page.get_by_test_id("editor").locator("summary").click()
    items = page.get_by_test_id("item")
    if items.count():
        items.first.click()
    yield Exhibit(name, "lab", "setting up")
    page.get_by_test_id("from-here").click()
    expect(page.get_by_test_id("play-from-here").get_by_test_id("begin-here")).to_be_enabled()
    yield Exhibit(name, "play from here", "from a position", is_dialog=True)
    page.keyboard.press("Escape")
    editor = page.get_by_test_id("editor").locator("textarea")
    if thorough:
        editor.fill("{")
        expect(page.get_by_test_id("editor-words")).to_have_class(re.compile("failure"))
        yield Exhibit(name, "lab", "not JSON")
    with answering(page, "**/draft", changed({"wrong": IMPOSSIBLE})):
        page.get_by_test_id("restart").click()
        expect(page.get_by_test_id("lab")).to_have_attribute("data-sound", "false")
    yield Exhibit(name, "lab", "an impossible position")


def best_moves(page: Page, name: str) -> Iterator[Exhibit]:
    """Yield the lab with three moves that a bot likes: the longest of the opening."""
    spoken = {"Accept-Language": page.evaluate("document.documentElement.lang")}
    asked = page.request.post(f"/api/games/{name}/opening", data={}, headers=spoken).json()
    choices = sorted(asked["scene"]["choices"], key=lambda choice: -len(choice["label"]))[:3]
    found = [
        {**{word: each[word] for word in ("action", "text", "label")}, "worth": "", "chance": 0.42 - i / 20}
        for i, each in enumerate(choices)
    ]
    words = {"bot": "Castellan", "seconds": 3.0, "simulations": 12345, "candidates": found, "is_exact": False}
    body = f"data: {json.dumps({**words, 'done': True})}\n\n"
    with answering(page, "**/think", lambda route: route.fulfill(content_type="text/event-stream", body=body)):
        page.get_by_test_id("ask").click()
        expect(page.get_by_test_id("candidate")).to_have_count(len(found))
    yield Exhibit(name, "lab", "best moves")


def first_game(page: Page, game: dict[str, Any], thorough: bool, brief: bool) -> Iterator[Exhibit]:
    """Yield a first game with its guide: the longest tip and the list of tips; unless it is to be brief, also the
    first tip and the end; if thorough, every tip."""
    name = game["name"]
    sit(page)
    Shelf(page).first_game(name)
    expect(page.get_by_test_id("tip")).to_be_visible()
    if not brief:
        yield Exhibit(name, "guide", "first tip")
    if (fold := page.get_by_test_id("guide-fold")).count() and not brief:
        fold.click()
        yield Exhibit(name, "guide", "folded")
    tips = all_tips(page, name)
    match = page.url.rpartition("/")[2]
    for tip in tips if thorough else [max(tips, key=lambda tip: len(tip["text"]))]:
        with guided(page, match, tips=[tip], now={"things": [], "actions": []}):
            expect(page.get_by_test_id("tip")).to_have_attribute("data-tip", tip["id"])
            yield Exhibit(name, "guide", f"tip: {tip['id']}")
    with guided(page, match, tips=tips, now=None):
        page.get_by_test_id("tips").click()
        yield Exhibit(name, "guide", "all tips", is_dialog=True)
    if brief:
        return
    page.goto(f"/m/{match}")
    page.get_by_test_id("resign").click()
    page.get_by_test_id("resign-yes").click()
    expect(page.get_by_test_id("next-level")).to_be_visible()
    yield Exhibit(name, "guide", "the end")


@contextmanager
def guided(page: Page, match: str, **guide: Any) -> Iterator[None]:
    """Show a match in which the guide says this."""
    says = changed({"guide": {**guide, "closing": None}})
    with answering(page, re.compile(rf"/api/matches/{match}\?"), says), overheard(page, lambda _: None):
        page.goto(f"/m/{match}")
        yield


def all_tips(page: Page, name: str) -> list[dict[str, Any]]:
    """Return every tip of a game in the page's language, each as if it explained an event."""
    game = stockade.game(name)
    with speaking(page.evaluate("document.documentElement.lang")):
        words, sections = game.guide_words(), {section.id: section for section in game.sections()}
    return [
        {
            "id": tip.id,
            "title": words[tip.id].title,
            "text": words[tip.id].text,
            "section": sections[slug(tip.section)]._asdict(),
            "event": None if tip.after is None else 0,
        }
        for tip in game.guiding.GUIDE
    ]


def variations(page: Page, moment: Moment, ply: int) -> Iterator[Exhibit]:
    """Yield the page of variations: empty, with a long comment on a move that was tried, and of somebody else."""
    game, path = moment.seat["game"], f"/m/{moment.seat['id']}/{ply}/variations"
    page.goto(path)
    expect(page.get_by_test_id("variations-page")).to_be_visible()
    yield Exhibit(game, "variations", f"{moment.name}: at move {ply}")
    asked = page.request.get(f"/api/matches/{moment.seat['id']}/positions/{ply}").json()
    if not asked["scene"]["choices"]:  # chance decides here
        return
    node = {"parent": None, "ply": ply, "actions": [asked["scene"]["choices"][0]["action"]], "comment": COMMENT}
    kept = page.request.post(
        f"/api/matches/{moment.seat['id']}/variations", data={"version": 0, "shared": False, "nodes": [node]}
    )
    if not kept.ok:  # they were kept on another screen
        assert kept.status == 409, kept.text()
    page.goto("/nowhere")
    page.goto(path)
    page.get_by_test_id("variation").first.click()
    expect(page.get_by_test_id("comment")).to_have_value(COMMENT)
    yield Exhibit(game, "variations", f"{moment.name}: with a comment")
    with answering(page, "**/variations", others_variations):
        page.goto("/nowhere")
        page.goto(path)
        page.get_by_test_id("author").select_option(index=1)
        expect(page.get_by_test_id("variation").first).to_be_visible()
        expect(page.get_by_test_id("board").locator("use").first).to_be_attached()
        yield Exhibit(game, "variations", f"{moment.name}: by somebody else")


def others_variations(route: Route) -> None:
    """Answer with one's own variations, and the same by somebody else."""
    if route.request.resource_type == "document":
        route.fallback()
        return
    own: list[dict[str, Any]] = route.fetch().json()
    route.fulfill(json=[*own, *({**tree, "yours": False, "shared": True, "name": LONG_NAME} for tree in own)])


def analysis(page: Page, moments: Moments, moment: Moment) -> Iterator[Exhibit]:
    """Yield what an analysis has found, and a better line on the board."""
    game = moment.seat["game"]
    put_analysis(moments, moment)
    page.goto(f"/m/{moment.seat['id']}/1")
    card = page.get_by_test_id("analysis")
    expect(card).to_have_attribute("data-status", "done")
    yield Exhibit(game, "analysis", f"{moment.name}: found")
    page.get_by_test_id("show-line").last.click()
    expect(page.get_by_test_id("line-now")).to_be_visible()
    yield Exhibit(game, "analysis", f"{moment.name}: a better line")


def analysis_under_way(page: Page, moment: Moment) -> Iterator[Exhibit]:
    """Yield the card of an analysis that nobody has asked for, that waits, runs, and has failed."""
    sit(page, moment)
    for status, progress in STATES.items():
        with answering(page, ANALYSIS, told({**UNDER_WAY, "status": status, "progress": progress})):
            page.goto("/nowhere")
            page.goto(f"/m/{moment.seat['id']}/1")
            expect(page.get_by_test_id("analysis")).to_have_attribute("data-status", status)
            yield Exhibit(moment.seat["game"], "analysis", status)


def study(page: Page, moments: Moments, moment: Moment) -> Iterator[Exhibit]:
    """Yield everything to study a finished match."""
    sit(page, moment)
    last = view(page, moment)["log"][-1]["ply"] + 1
    yield from variations(page, moment, last // 2)
    yield from analysis(page, moments, moment)


def records(page: Page, moment: Moment) -> Iterator[Exhibit]:
    """Yield a download that fails, the dialog to import a record, and a record with a comment."""
    game = moment.seat["game"]
    sit(page, moment)
    text = page.request.get(f"/api/matches/{moment.seat['id']}/record?format=text").text()
    page.goto(f"/m/{moment.seat['id']}/1")
    page.get_by_test_id("download").click()
    with answering(page, "**/record?*", lambda route: route.fulfill(status=503, json=NOT_NOW)):
        page.get_by_test_id("download-gif").click()
        expect(page.get_by_test_id("downloads").get_by_role("alert")).to_be_visible()
    yield Exhibit(game, "download", "a film that cannot be made", is_dialog=True)
    page.goto("/")
    page.get_by_test_id("import").click()
    yield Exhibit(game, "import", "as it opens", is_dialog=True)
    at = text.index("\n", text.index("\n1. ") + 1)
    page.get_by_test_id("record").fill(f"{text[:at]} {{{COMMENT}}}{text[at:]}")
    page.get_by_test_id("import-yes").click()
    expect(page.get_by_test_id("replay")).to_be_visible()
    page.get_by_test_id("forward").click()
    expect(page.get_by_test_id("comments")).to_be_visible()
    yield Exhibit(game, "replay", "a comment of a record")


def puzzles_and_openings(page: Page, name: str, thorough: bool, brief: bool) -> Iterator[Exhibit]:
    """Yield a puzzle after a wrong and after the right choice, the solution of another, and the openings."""
    sit(page)
    if chosen := plain_puzzle(name):
        page.goto(f"/puzzles/{name}/{chosen.puzzle.number}")
        expect(page.get_by_test_id("task")).to_be_visible()
        if thorough:
            yield Exhibit(name, "puzzle", "as it is found")
        board = Board(page)
        for choice, title in ((chosen.wrong, "wrong"), (chosen.right, "solved")):
            if choice is None:
                continue
            board.choose(choice.touches)
            mark = "good" if choice is chosen.right else "bad"
            expect(page.get_by_test_id("told")).to_have_attribute("data-mark", mark)
            yield Exhibit(name, "puzzle", title)
        if not brief:
            page.reload()
            expect(page.get_by_test_id("task")).to_be_visible()
            yield Exhibit(name, "puzzle", "tried before")
    if puzzles := puzzles_of(name):
        number = max(puzzles, key=lambda puzzle: len(puzzle.line)).number
        page.goto(f"/puzzles/{name}/{number}")
        page.get_by_test_id("show-solution").click()
        expect(page.get_by_test_id("standing")).to_be_visible()
        yield Exhibit(name, "puzzle", "solution")
    page.goto(f"/openings/{name}")
    expect(page.get_by_test_id("openings")).to_be_visible()
    yield Exhibit(name, "openings", "first choices")
    for ply in range(2 if page.get_by_test_id("book-move").count() else 0):
        page.get_by_test_id("book-move").last.click()
        expect(page.get_by_test_id("book-so-far").locator("li")).to_have_count(ply + 1)
    if page.get_by_test_id("book-move").count():
        yield Exhibit(name, "openings", "after two moves")


def all_puzzles(page: Page) -> Iterator[Exhibit]:
    """Yield the list of puzzles: for somebody new, and for somebody who solves them every day."""
    page.goto("/puzzles")
    expect(page.get_by_test_id("puzzle-game").first).to_be_visible()
    yield Exhibit(PAGES, "puzzles", "of the day")
    shelf = page.request.get("/api/puzzles").json()
    outcomes = ["solved", "failed", None]
    games = [
        {**game, **FILLED, "solved": 42, "daily_outcome": outcomes[i % len(outcomes)]}
        for i, game in enumerate(shelf["games"])
    ]
    with answering(page, "**/api/puzzles", told({**shelf, "streak": 7, "days": 12, "games": games})):
        page.goto("/nowhere")
        page.goto("/puzzles")
        expect(page.get_by_test_id("puzzle-game").first).to_contain_text("1512")
        yield Exhibit(PAGES, "puzzles", "with a streak")
    for name, path in UNKNOWN.items():
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        yield Exhibit(PAGES, "error", name)
