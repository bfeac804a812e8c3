"""What the client shows to people who study: the lab, first games, variations, analyses, puzzles and openings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.analyses import put_analysis
from tests.browser.moments import Moment, Moments
from tests.browser.staging import PAGES, Exhibit, answering, sit, told, view
from tests.browser.table import Shelf

from stockade.puzzles.puzzle import puzzles_of

ANALYSIS = re.compile(r"/api/matches/[^/]+/analysis$")
UNDER_WAY = {"setting": "quick", "version": 1, "found": None}
STATES = {"waiting": 0.0, "running": 0.4, "failed": 0.4}  # of an analysis, with the share that is done


def lab(page: Page, name: str) -> Iterator[Exhibit]:
    """Yield the lab: the opening, its tray and its JSON, and the dialog to play on."""
    page.goto(f"/lab/{name}")
    expect(page.get_by_test_id("lab")).to_be_visible()
    yield Exhibit(name, "lab", "opening")
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


def first_game(page: Page, game: dict[str, Any]) -> Iterator[Exhibit]:
    """Yield a first game with its guide: the first tip, the list of tips, and the end."""
    name = game["name"]
    sit(page)
    Shelf(page).first_game(name)
    expect(page.get_by_test_id("tip")).to_be_visible()
    yield Exhibit(name, "guide", "first tip")
    if (fold := page.get_by_test_id("guide-fold")).count():
        fold.click()
        yield Exhibit(name, "guide", "folded")
    page.get_by_test_id("tips").click()
    yield Exhibit(name, "guide", "tips so far", is_dialog=True)
    page.keyboard.press("Escape")
    page.get_by_test_id("resign").click()
    page.get_by_test_id("resign-yes").click()
    expect(page.get_by_test_id("next-level")).to_be_visible()
    yield Exhibit(name, "guide", "the end")


def variations(page: Page, moment: Moment, ply: int) -> Iterator[Exhibit]:
    """Yield the page of variations: empty, and with a long comment on a move that was tried."""
    game, path = moment.seat["game"], f"/m/{moment.seat['id']}/{ply}/variations"
    page.goto(path)
    expect(page.get_by_test_id("variations-page")).to_be_visible()
    yield Exhibit(game, "variations", f"{moment.name}: at move {ply}")
    asked = page.request.get(f"/api/matches/{moment.seat['id']}/positions/{ply}").json()
    if not asked["scene"]["choices"]:  # chance decides here
        return
    comment = "What if this had been played? Then everything on the left would still have been open for a long time."
    node = {"parent": None, "ply": ply, "actions": [asked["scene"]["choices"][0]["action"]], "comment": comment}
    kept = page.request.post(
        f"/api/matches/{moment.seat['id']}/variations", data={"version": 0, "shared": False, "nodes": [node]}
    )
    if not kept.ok:  # they were kept on another screen
        assert kept.status == 409, kept.text()
    page.goto("/nowhere")
    page.goto(path)
    page.get_by_test_id("variation").first.click()
    expect(page.get_by_test_id("comment")).to_have_value(comment)
    yield Exhibit(game, "variations", f"{moment.name}: with a comment")


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
    """Yield the card of an analysis that waits, runs, and has failed."""
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


def puzzles_and_openings(page: Page, name: str, thorough: bool) -> Iterator[Exhibit]:
    """Yield a puzzle with its solution, and the openings; if thorough, also the puzzle as it is found."""
    sit(page)
    if puzzles_of(name):
        page.goto(f"/puzzles/{name}/1")
        expect(page.get_by_test_id("task")).to_be_visible()
        if thorough:
            yield Exhibit(name, "puzzle", "as it is found")
        page.get_by_test_id("show-solution").click()
        expect(page.get_by_test_id("standing")).to_be_visible()
        yield Exhibit(name, "puzzle", "solution")
    page.goto(f"/openings/{name}")
    expect(page.get_by_test_id("openings")).to_be_visible()
    yield Exhibit(name, "openings", "first choices")


def all_puzzles(page: Page) -> Iterator[Exhibit]:
    """Yield the list of puzzles."""
    page.goto("/puzzles")
    expect(page.get_by_test_id("puzzle-game").first).to_be_visible()
    yield Exhibit(PAGES, "puzzles", "of the day")
