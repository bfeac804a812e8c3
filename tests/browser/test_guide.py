"""A guided first game in the browser: a tip before a decision, which never covers the board on a phone."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import FloatRect, Page, expect
from tests.browser.devices import DEVICES
from tests.browser.layout import layout_faults
from tests.browser.serving import Server
from tests.browser.staging import has_touch
from tests.browser.table import MOST_TURNS, Shelf, Table, Visitor

import stockade

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
PHONE, DESK = min(DEVICES), max(DEVICES)
TURNS = 3  # decisions of a game other than the lightest
ONE_LINE = 50  # px
PRIMARY = re.compile(r"\bprimary\b")
READY = '[data-status="over"], [data-alive="true"], [data-testid="button-choice"], [data-testid="amount-choice"]'


@pytest.fixture(scope="module")
def brisk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Provide a server whose bots answer at once: whole games are played here."""
    server = Server(tmp_path_factory.mktemp("guide")).start(brisk=True, compiles=False)
    yield server
    server.stop()
    assert "Traceback" not in server.complaints()


@pytest.fixture
def come(visit: Callable[..., Visitor], brisk: Server) -> Callable[..., Page]:
    """Provide a function that opens a tab on a screen of some width."""
    return lambda width=DESK, **more: visit(brisk.url, **DEVICES[width], **more).tab()


@pytest.fixture
def page(come: Callable[..., Page]) -> Page:
    return come()


def boxes(page: Page) -> tuple[FloatRect, FloatRect]:
    """Return where the card of the guide and the board are."""
    card, board = page.get_by_test_id("guide").bounding_box(), page.get_by_test_id("board").bounding_box()
    assert card is not None
    assert board is not None
    return card, board


def check_card(page: Page, width: int) -> None:
    """Check that the card can be read, and that on a phone it lies above the prompt and below the board.

    A long board goes on under the card: there the card folds to one line when the board is touched.
    """
    assert layout_faults(page) == []
    card, board = boxes(page)
    prompt = page.get_by_test_id("prompt").bounding_box()
    assert prompt is not None
    if width >= 600:
        assert card["y"] + card["height"] <= DEVICES[width]["viewport"]["height"]
        return
    assert card["y"] + card["height"] <= prompt["y"]
    if board["height"] <= 2 * board["width"]:
        assert card["y"] >= board["y"] + board["height"] - 1
        return
    for kind in ("pointerdown", "pointercancel"):  # as when a finger begins to scroll
        page.get_by_test_id("board").dispatch_event(kind)
    expect(page.get_by_test_id("guide-fold")).to_have_attribute("aria-expanded", "false")
    expect(page.get_by_test_id("guide-done")).to_be_hidden()
    folded, _ = boxes(page)
    assert folded["height"] <= ONE_LINE
    assert layout_faults(page) == []
    page.get_by_test_id("guide-fold").click()
    expect(page.get_by_test_id("guide-done")).to_be_visible()


def decide(table: Table, dice: random.Random) -> None:
    before = table.version
    table.act(dice, lambda: table.version > before, table.tap if has_touch(table.page) else None)
    table.page.locator(READY).first.wait_for(state="attached")


def tip_of(page: Page) -> str | None:
    """Return the id of the tip that is shown now."""
    shown = page.get_by_test_id("tip")
    return shown.get_attribute("data-tip") if shown.count() else None


@pytest.mark.parametrize("width", [pytest.param(PHONE, marks=pytest.mark.deep), DESK])
def test_a_whole_first_game_of_the_lightest_game(come: Callable[..., Page], width: int, dice: random.Random) -> None:
    page = come(width)
    table = Shelf(page).first_game("blockade")
    page.locator(READY).first.wait_for(state="attached")
    seen: list[str] = []
    for _ in range(MOST_TURNS):
        tip = tip_of(page)
        if tip is not None:
            assert tip not in seen
            seen.append(tip)
            if len(seen) < 4:
                check_card(page, width)
            page.get_by_test_id("guide-done").click()
            expect(page.get_by_test_id("guide")).to_have_count(0)
        if table.status == "over":
            break
        decide(table, dice)  # until the bot has answered: the tip comes with the same view
    assert seen[0] == "start"
    assert len(seen) > 2
    end = page.get_by_test_id("guide")
    expect(end).to_contain_text("Your first game is over")
    expect(page.get_by_test_id("result")).to_be_visible()
    expect(page.get_by_test_id("resign")).to_have_count(0)  # what the game needed is gone
    assert layout_faults(page) == []
    end.get_by_test_id("guide-list").click()
    expect(page.get_by_test_id("guide-tips").locator("article")).to_have_count(len(seen))
    page.keyboard.press("Escape")
    end.get_by_test_id("next-level").click()
    expect(page.get_by_text("level 2").first).to_be_visible()
    expect(page.get_by_test_id("guide")).to_have_count(0)


@pytest.mark.parametrize("width", [PHONE, pytest.param(DESK, marks=pytest.mark.deep)])
@pytest.mark.parametrize("game", [name for name in stockade.games() if name != "blockade"])
def test_the_first_turns_of_the_others(come: Callable[..., Page], width: int, game: str, dice: random.Random) -> None:
    page = come(width)
    table = Shelf(page).first_game(game)
    page.locator(READY).first.wait_for(state="attached")
    expect(page.get_by_test_id("tip")).to_have_attribute("data-tip", "start")
    check_card(page, width)
    for _ in range(TURNS):
        if tip_of(page):
            page.get_by_test_id("guide-done").click()
        decide(table, dice)
    page.get_by_test_id("tips").click()
    assert page.get_by_test_id("guide-tips").locator("article").count() >= 2
    assert layout_faults(page) == []


def test_the_guide_can_be_left_and_found_again(page: Page) -> None:
    table = Shelf(page).first_game("blockade")
    expect(page.get_by_test_id("tip")).to_be_visible()
    table.answered(page.get_by_test_id("guide-leave").click)
    expect(page.get_by_test_id("guide")).to_have_count(0)
    table.answered(page.get_by_test_id("guide-on").click)
    expect(page.get_by_test_id("tip")).to_have_attribute("data-tip", "start")


def test_a_tip_points_at_the_board_and_leads_to_the_lesson(page: Page, dice: random.Random) -> None:
    table = Shelf(page).first_game("barricado")
    page.locator(READY).first.wait_for(state="attached")
    for _ in range(40):
        if page.locator("svg .tip").count():
            break
        decide(table, dice)
    assert page.locator("svg .tip").count() > 0
    with page.context.expect_page() as opened:
        page.get_by_test_id("guide-rules").click()
    lesson = opened.value
    section = lesson.locator(f"h2#{lesson.url.partition('#')[2]}")
    expect(section).to_be_in_viewport()


def test_a_tip_about_an_event_shows_its_line_in_the_log(page: Page, dice: random.Random) -> None:
    table = Shelf(page).first_game("barrage")  # in which every way to begin leads to an event soon
    page.locator(READY).first.wait_for(state="attached")
    for _ in range(40):
        if page.get_by_test_id("guide-log").count():
            break
        decide(table, dice)
    page.get_by_test_id("guide-log").click()
    line = page.get_by_test_id("log").locator("li.pointed")
    expect(line).to_be_in_viewport()
    expect(line.locator("a").first).to_be_focused()
    expect(page.get_by_test_id("table")).to_be_visible()  # and not the replay


def test_a_first_game_is_offered_first_to_newcomers(page: Page) -> None:
    shelf = Shelf(page).open()
    first = shelf.box("blockade").get_by_test_id("first-game")
    expect(first).to_have_class(PRIMARY)
    expect(shelf.box("blockade").get_by_test_id("play-now")).not_to_have_class(PRIMARY)
    shelf.play_now("blockade")
    page.goto("/")
    expect(shelf.box("blockade").get_by_test_id("first-game")).not_to_have_class(PRIMARY)
    expect(shelf.box("cascadia").get_by_test_id("first-game")).to_have_class(PRIMARY)


def test_a_first_game_begins_on_the_page_of_rules(page: Page) -> None:
    page.goto("/learn/blockade")
    page.get_by_test_id("first-game").click()
    Table(page).seated()
    expect(page.get_by_test_id("tip")).to_have_attribute("data-tip", "start")


def test_tips_are_in_the_language_of_the_reader(come: Callable[..., Page]) -> None:
    page = come(locale="de")
    Shelf(page).first_game("blockade")
    expect(page.get_by_test_id("tip")).to_contain_text("Zwei Wege zum Sieg")
    expect(page.get_by_test_id("guide-leave")).to_have_text("Beenden")
