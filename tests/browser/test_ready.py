"""Check games that are not compiled yet: messages, bots that are ready, and the switch in the middle of a match.

Compiling is held back until a test releases it, so that nothing here depends on the speed of the machine.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect
from tests.browser.serving import Server
from tests.browser.table import DESK, LONG, PHONE, Shelf, Table, visitor
from tests.ready.held import PERCENT, held

import stockade
from stockade.core.snapshot import to_snapshot

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "blockade"


@pytest.fixture
def let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    with held(GAME, tmp_path / "cache", monkeypatch) as let_go:
        yield let_go


@pytest.fixture
def cold_site(let_go: Callable[[], None], own_site: Server) -> Server:  # noqa: ARG001
    """Provide a server that has nothing compiled, and compiles only games that are played."""
    return own_site.start(brisk=True)


def is_compiled(site: Server) -> bool:
    return httpx.get(f"{site.url}/api/games/{GAME}").json()["compiled"]["ready"]


@pytest.mark.parametrize("size", [pytest.param(DESK, marks=pytest.mark.deep), PHONE], ids=["desk", "phone"])
def test_a_level_that_is_not_ready_says_so_and_becomes_ready_on_the_page(visit, cold_site, let_go, size):
    someone = visit(cold_site.url, viewport=size)
    page = someone.tab()
    box = Shelf(page).open().box(GAME)
    level, note = box.get_by_test_id("level"), box.get_by_test_id("getting-ready")
    expect(level).to_have_value("1")  # the default level is not ready
    expect(note).to_have_text("Apprentice is not ready yet. Until then you play Stroller.")
    expect(level.locator("option").nth(3)).to_have_text(re.compile(r"^4 · Warden · \d+ \(not ready yet\)$"))
    expect(level.locator("option").nth(0)).to_have_text("1 · Stroller")

    level.select_option("4")  # can be chosen anyway
    expect(note).to_contain_text("Warden is not ready yet")
    expect(box.get_by_test_id("at-once")).to_have_text("Play Stroller at once")
    page.reload()
    expect(level).to_have_value("1")  # replaced by the best level that is ready
    expect(note).to_have_text("Warden is not ready yet. Until then you play Stroller.")

    # Another visitor starts a match with a bot that must wait; this page shows the progress by itself.
    other = someone.tab()
    shelf = Shelf(other).open()
    shelf.box(GAME).locator("summary").click()
    shelf.box(GAME).get_by_test_id("seat").select_option("1")
    table = shelf.play_now(GAME, level=4)
    dock, seats = table.main.get_by_test_id("getting-ready"), table.main.get_by_test_id("seats")
    expect(dock).to_contain_text("Warden is getting ready: about", timeout=LONG)
    expect(seats).to_contain_text("getting ready")
    expect(table.main.get_by_test_id("progress")).to_have_attribute("aria-valuenow", str(PERCENT))
    assert table.log() == []
    assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")

    page.bring_to_front()
    expect(note).to_contain_text("Warden is getting ready: about", timeout=LONG)
    expect(box.get_by_test_id("progress")).to_have_attribute("aria-valuenow", str(PERCENT))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    let_go()
    expect(note).to_have_count(0, timeout=LONG)
    expect(level).to_have_value("4")
    expect(level.locator("option").nth(3)).to_have_text("4 · Warden")
    other.bring_to_front()
    table.has_moves(1)
    expect(dock).to_have_count(0)
    assert table.is_asked()


def test_whoever_will_not_wait_plays_the_best_bot_that_is_ready(visit, cold_site):
    page = visit(cold_site.url).tab()
    box = Shelf(page).open().box(GAME)
    box.get_by_test_id("level").select_option("5")
    box.get_by_test_id("at-once").click()
    table = Table(page).seated()
    expect(table.main.get_by_test_id("seats")).to_contain_text("Stroller, level 1")
    assert table.is_asked()
    table.button("hint").click()
    expect(table.button("hint-choice").first).to_be_visible(timeout=LONG)


def test_a_match_goes_through_the_switch_and_replays_to_the_same_bytes(visit, cold_site, let_go, dice):
    page = visit(cold_site.url).tab()
    table = Shelf(page).open().play_now(GAME, level=1)
    for _ in range(3):
        assert table.is_asked()
        table.decide(dice)
    assert not is_compiled(cold_site)
    let_go()
    while not is_compiled(cold_site):
        page.wait_for_timeout(100)
    table.play_out(dice)
    log = httpx.get(f"{cold_site.url}/api/matches/{table.match_id}/log").json()
    replayed = stockade.Match.from_json(log)
    assert replayed.is_over
    with sqlite3.connect(cold_site.database.removeprefix("sqlite:///")) as database:
        (kept,) = database.execute("select state from matches where id = ?", (table.match_id,)).fetchone()
    assert to_snapshot(replayed.state) == kept


def test_there_is_something_to_see_before_anything_has_come(browser, cold_site):
    someone = visitor(browser, cold_site.url)
    page = someone.tab()
    held = []
    page.route("**/assets/*.js", lambda route: held.append(route))
    page.goto("/", wait_until="commit")
    expect(page.locator(".first")).to_be_visible()
    for route in held:
        route.continue_()
    expect(page.get_by_test_id("box").first).to_be_visible()
    expect(page.locator(".first")).to_have_count(0)
    page.unroute("**/assets/*.js")
    page.route("**/api/matches/*", lambda route: held.append(route))
    page.goto("/m/abcdefghjk", wait_until="commit")
    expect(page.get_by_role("progressbar", name="Loading the game")).to_be_visible()
    someone.context.close()
