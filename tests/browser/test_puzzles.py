"""Check that a person can solve puzzles and walk through openings, on a phone and on a desktop."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect
from tests.browser.layout import layout_faults
from tests.browser.pictures import picture
from tests.browser.puzzling import plain_puzzle
from tests.browser.table import Board

import stockade
from stockade.openings.table import openings_of
from stockade.puzzles.puzzle import puzzles_of

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAMES = [name for name in stockade.games() if puzzles_of(name)]
WIDTHS = {"phone": (375, 800), "desktop": (1440, 900)}
each_width = pytest.mark.parametrize("width", ["phone", pytest.param("desktop", marks=pytest.mark.deep)])


@each_width
@pytest.mark.parametrize("game", GAMES)
def test_a_person_solves_a_puzzle_without_an_account(visit, game, width) -> None:
    wide, high = WIDTHS[width]
    page = visit(viewport={"width": wide, "height": high}).tab()
    chosen = plain_puzzle(game)
    assert chosen is not None
    page.goto("/puzzles")
    expect(page.get_by_test_id("puzzle-game")).to_have_count(len(GAMES))
    assert layout_faults(page) == []
    picture(page, f"puzzles-{width}")
    page.goto(f"/puzzles/{game}/{chosen.puzzle.number}")
    told = page.get_by_test_id("told")
    expect(page.get_by_test_id("task")).to_be_visible()
    picture(page, f"puzzle-{game}-{width}")
    shown = chosen.state.scene(chosen.puzzle.seat)
    expect(page.get_by_test_id("seats").locator("li.card")).to_have_count(len(shown.panels))
    expect(page.get_by_test_id("pinned")).to_have_count(sum(sheet.pinned for sheet in shown.sheets))
    expect(page.get_by_test_id("sheet-open")).to_have_count(sum(not sheet.pinned for sheet in shown.sheets))
    board = Board(page)
    assert chosen.wrong is not None
    board.choose(chosen.wrong.touches)
    expect(told).to_have_attribute("data-mark", "bad")
    assert layout_faults(page) == []
    picture(page, f"puzzle-{game}-wrong-{width}")
    board.choose(chosen.right.touches)
    expect(told).to_have_attribute("data-mark", "good")
    expect(page.get_by_test_id("standing")).to_be_visible()
    assert layout_faults(page) == []
    picture(page, f"puzzle-{game}-solved-{width}")
    page.get_by_test_id("to-lab").click()
    page.wait_for_url(f"**/lab/{game}")
    page.get_by_test_id("editor").locator("summary").click()
    written = page.get_by_test_id("editor").locator("textarea").input_value()
    assert json.loads(written) == chosen.state.to_json()
    page.go_back()
    page.get_by_test_id("show-solution").click()
    expect(
        page.get_by_role("listitem").filter(has_text=chosen.state.describe(chosen.right.action)).first
    ).to_be_visible()
    page.reload()
    expect(page.get_by_test_id("task")).to_be_visible()
    page.goto("/puzzles")
    expect(page.locator(f"[data-game={game}]")).to_contain_text("Rating")


@each_width
def test_openings_can_be_walked_through(visit, width) -> None:
    wide, high = WIDTHS[width]
    page = visit(viewport={"width": wide, "height": high}).tab()
    for game in stockade.games():
        page.goto(f"/openings/{game}")
        expect(page.get_by_test_id("openings")).to_be_visible()
        if stockade.game(game).has("solution"):
            move = page.get_by_test_id("book-move").first
            expect(move).to_be_visible(timeout=30_000)
            words = move.inner_text()
            move.click()
            expect(page.get_by_test_id("book-back")).to_be_enabled()
            expect(page.get_by_test_id("book-move").first).not_to_have_text(words)
            page.reload()
            expect(page.get_by_test_id("book-so-far").locator("li")).to_have_count(1)
        else:
            row = openings_of(game)[0]
            page.get_by_test_id("openings-players").select_option(str(row.players))
            interval = "–".join(f"{end:.1f}" for end in row.points_interval)
            expect(page.get_by_test_id("opening-points").first).to_contain_text(interval)
        picture(page, f"openings-{game}-{width}")
        assert layout_faults(page) == []


def test_two_quick_clicks_on_a_move_of_the_book_are_one_move(visit) -> None:
    page = visit().tab()
    page.goto("/openings/blockade")
    page.get_by_test_id("book-move").first.dblclick()
    expect(page.get_by_test_id("book-back")).to_be_enabled()
    expect(page.locator("aside ol li")).to_have_count(1)
    expect(page.locator(".failure")).to_have_count(0)


def test_the_way_back_through_the_book_is_that_of_the_browser(visit) -> None:
    page = visit().tab()
    page.goto("/openings/blockade")
    for made in (1, 2):
        page.get_by_test_id("book-move").first.click()
        expect(page.get_by_test_id("book-so-far").locator("li")).to_have_count(made)
    page.go_back()
    expect(page.get_by_test_id("book-so-far").locator("li")).to_have_count(1)
    page.go_back()
    expect(page.get_by_test_id("book-back")).to_be_disabled()


@each_width
def test_everything_to_study_is_found_from_the_shelf(visit, width) -> None:
    wide, high = WIDTHS[width]
    page = visit(viewport={"width": wide, "height": high}).tab()
    page.goto("/")
    links = page.get_by_test_id("study").get_by_role("link")
    expect(links).to_have_count(1 + 2 * len(stockade.games()))
    assert layout_faults(page) == []
    paths = [link.get_attribute("href") for link in links.all()]
    for path in (paths[0], *paths[-2:]):
        page.goto("/")
        page.get_by_test_id("study").locator(f'a[href="{path}"]').click()
        expect(page.locator('[data-testid="puzzles"], [data-testid="openings"], [data-testid="lab"]')).to_be_visible()
