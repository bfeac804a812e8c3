"""Check matches for one player, pinned score sheets, free-text options, and zooming to the viewer's part."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.browser.serving import Server
from tests.browser.table import PHONE, Shelf, Table
from tests.core.toy_shelf import GAME

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Provide one server with the toy game for this module."""
    server = Server(tmp_path_factory.mktemp("toys")).start(toys=True)
    yield server
    server.stop()
    assert "Traceback" not in server.complaints()


def shelf_for(page: Page, players: int, target: int = 4) -> Shelf:
    """Return the shelf with the number of players and the target points set."""
    shelf = Shelf(page).open()
    box = shelf.box(GAME)
    box.locator("summary").click()
    box.get_by_test_id("players").select_option(str(players))
    box.locator('[data-option="target"]').fill(str(target))
    return shelf


def window(table: Table) -> list[float]:
    return [float(number) for number in (table.svg.get_attribute("viewBox") or "").split()]


def test_one_player_plays_for_a_record(page, dice):
    shelf = shelf_for(page, 1)
    box = shelf.box(GAME)
    expect(box.get_by_test_id("with-friends")).to_be_disabled()
    expect(box).to_contain_text("to invite friends")
    expect(box.get_by_test_id("record")).to_have_count(0)
    table = shelf.play_now(GAME)
    expect(table.main).to_have_attribute("data-status", "live")
    expect(table.main.get_by_test_id("seats").locator("li")).to_have_count(1)
    expect(table.button("draw")).to_have_count(0)
    table.decide(dice)
    table.button("undo").click()
    table.has_moves(0)
    table.play_out(dice)
    result = table.button("result")
    expect(result.locator("h2")).to_contain_text("points")
    expect(result).not_to_contain_text("win")
    expect(result).not_to_contain_text("draw")
    expect(table.button("record")).to_contain_text("of 1 game")
    table.button("rematch").click()
    expect(table.main).to_have_attribute("data-status", "live")
    table.button("resign").click()
    table.button("resign-yes").click()
    expect(result).to_be_visible()
    expect(table.button("record")).to_contain_text("of 1 game")  # a match that was given up does not count
    Shelf(page).open()
    expect(shelf.box(GAME).get_by_test_id("record")).to_contain_text("of 1 game")


def test_a_free_text_is_sent_only_where_it_fits(page):
    shelf = shelf_for(page, 1)
    box = shelf.box(GAME)
    box.locator('[data-option="earmark"]').select_option(label="Other…")
    line = box.locator('[data-option-text="earmark"]')
    line.fill("bx")
    expect(line).to_have_attribute("aria-invalid", "true")
    expect(box.get_by_test_id("play-now")).to_be_disabled()
    line.fill("bd")
    expect(line).to_have_attribute("aria-invalid", "false")
    table = shelf.play_now(GAME)
    made = page.evaluate("id => fetch(`/api/matches/${id}`).then(answer => answer.json())", table.match_id)
    assert made["options"]["earmark"] == "BD"


def test_the_score_sheet_stands_open_and_marks_what_a_choice_would_add(page):
    table = shelf_for(page, 2, target=20).play_now(GAME, level=1)
    sheet = table.button("pinned")
    expect(sheet.locator("tbody tr")).to_have_count(3)
    expect(sheet.locator("thead th")).to_have_count(2)
    expect(table.button("sheet-open")).to_have_count(0)
    expect(sheet.locator("tr.gains")).to_have_count(0)
    assert table.is_asked()
    while not table.buttons.filter(has_text="hold").count():  # take dice and roll until there is something to hold
        table.answered(table.buttons.first.click)
        assert table.is_asked()
    table.buttons.filter(has_text="hold").hover()
    marked = sheet.locator("tr.gains")
    expect(marked).to_have_count(2)
    expect(marked.first).to_contain_text("+")


@pytest.mark.parametrize("phone", [False, True])
def test_a_line_explains_itself(visit, phone):
    options = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {}
    page = visit(**options).tab()
    table = shelf_for(page, 1).play_now(GAME)
    line = table.button("explained").first
    bubble = page.get_by_role("tooltip").filter(has_text="What was held")
    expect(bubble).to_be_hidden()
    if phone:
        line.tap()
        expect(bubble).to_be_visible()
        line.tap()
        expect(bubble).to_be_hidden()
        table.button("pinned").locator("summary").tap()
        expect(line).to_be_hidden()
        return
    line.hover()
    expect(bubble).to_be_visible()
    page.mouse.move(1, 1)
    expect(bubble).to_be_hidden()
    line.focus()
    expect(bubble).to_be_visible()
    expect(line).to_have_accessible_description("What was held at the end of a turn.")
    page.keyboard.press("Escape")
    expect(bubble).to_be_hidden()


def test_the_board_is_zoomed_moved_and_fitted(page):
    table = shelf_for(page, 1).play_now(GAME)
    whole = window(table)
    table.button("my-part").click()
    part = window(table)
    assert part[2] < whole[2]
    page.keyboard.press("f")
    assert window(table) == whole
    page.keyboard.press("+")
    near = window(table)
    assert near[2] < whole[2]
    box = table.svg.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] - 60, middle[1], steps=4)
    page.mouse.up()
    assert window(table)[0] > near[0]
    table.button("zoom-more").click()
    assert window(table)[2] < near[2]
    table.button("reset-zoom").click()
    assert window(table) == whole
    table.button("zoom-in").click()
    page.keyboard.press("-")
    assert window(table) == pytest.approx(whole)


def test_one_player_against_seats_that_play_themselves(page, dice):
    shelf = shelf_for(page, 4, target=8)
    box = shelf.box(GAME)
    expect(box.get_by_test_id("against-autos")).to_have_text("Alone against 3 Wild pigs")
    box.get_by_test_id("against-autos").click()
    table = Table(page).seated()
    expect(table.main).to_have_attribute("data-status", "live")
    seats = table.main.get_by_test_id("seats").locator("li.card")
    expect(seats).to_have_count(4)
    expect(seats.nth(3)).to_contain_text("Wild pig")
    expect(table.main.get_by_test_id("invite-link")).to_have_count(0)
    expect(table.button("draw")).to_have_count(0)
    table.play_out(dice)
    expect(page.get_by_test_id("told").first).to_contain_text("Ham has")


def test_seats_that_play_themselves_are_an_option(page):
    shelf = shelf_for(page, 4)
    box = shelf.box(GAME)
    box.locator('[data-option="wild"]').fill("2")
    box.locator('[data-option="wild"]').blur()
    expect(box.get_by_test_id("seat").locator("option")).to_have_count(3)  # two seats for people, and a random one
    dialog = shelf.new_table(GAME)
    expect(dialog.get_by_test_id("guest")).to_have_count(1)
    dialog.get_by_test_id("create-table").click()
    table = Table(page).seated()
    expect(table.main).to_have_attribute("data-status", "waiting")
    seats = table.main.get_by_test_id("seats").locator("li.card")
    expect(seats.nth(1)).to_contain_text("open seat")
    expect(seats.nth(2)).to_contain_text("Wild pig")
    expect(seats.nth(3)).to_contain_text("Wild pig")
