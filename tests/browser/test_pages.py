"""Check lessons and replays."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.table import STAND, Board, Shelf

import stockade

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "blockade"
FIRST_ASKING = """all => all.findIndex(one => one.querySelector(
  '[data-alive="true"], [data-testid="button-choice"], [data-testid="amount-choice"]'))"""
STANDS = f"""(all, but) => all.filter((_, number) => number !== but)
  .map(one => ({STAND})(one.querySelector('[data-testid=board]')))"""
CHANGED = f"""before => JSON.stringify(before) !== JSON.stringify(
  ({STAND})(document.querySelector('[data-testid=replay] [data-testid=board]')))"""


@pytest.mark.parametrize("game", stockade.games())
def test_a_lesson_has_boards_that_play_by_the_real_rules(page, game, dice):
    page.goto("/")
    Shelf(page).box(game).get_by_test_id("learn").click()
    expect(page.get_by_test_id("lesson")).to_be_visible()
    figures = page.get_by_test_id("lesson-board")
    expect(figures.first).to_be_visible()
    assert page.get_by_test_id("lesson").locator("h1").count() == 1

    number = figures.evaluate_all(FIRST_ASKING)
    board = Board(page, figures.nth(number))
    reset = board.root.get_by_test_id("reset")
    expect(reset).to_be_disabled()
    before = board.stand()
    others = figures.evaluate_all(STANDS, number)
    board.act(dice, reset.is_enabled)
    expect(reset).to_be_enabled()
    assert board.stand() != before
    reset.click()
    expect(reset).to_be_disabled()
    assert board.stand() == before
    assert figures.evaluate_all(STANDS, number) == others

    page.get_by_test_id("play-now").click()
    expect(page.get_by_test_id("table")).to_be_visible()


def test_a_finished_game_can_be_looked_through(visit, dice):
    page = visit().tab()
    table = Shelf(page).open().play_now(GAME, level=1)
    table.play_on(dice, 3)
    if table.status != "over":
        table.button("resign").click()
        table.button("resign-yes").click()
    expect(table.button("result")).to_be_visible()
    last, end, home = len(table.log()), table.stand(), page.url

    table.button("review").click()
    replay = page.get_by_test_id("replay")
    expect(replay).to_have_attribute("data-ply", str(last))
    board = Board(page)
    stands = {last: board.stand()}
    assert stands[last] == end
    assert board.alive() == []
    for ply in range(last - 1, -1, -1):
        page.get_by_test_id("back").click()
        expect(replay).to_have_attribute("data-ply", str(ply))
        # Every move changes something; the picture may update a moment after the number.
        page.wait_for_function(CHANGED, arg=stands[ply + 1])
        stands[ply] = board.stand()
        assert page.url == f"{home}/{ply}"
    expect(page.get_by_test_id("back")).to_be_disabled()
    assert stands[0] != end

    # The address contains the ply, so that it can be shared.
    friend = visit().tab()
    friend.goto(f"{home}/2")
    expect(friend.get_by_test_id("replay")).to_have_attribute("data-ply", "2")
    assert Board(friend).stand() == stands[2]

    page.keyboard.press("ArrowRight")
    expect(replay).to_have_attribute("data-ply", "1")
    page.get_by_test_id("slider").fill("2")
    expect(replay).to_have_attribute("data-ply", "2")
    replay.get_by_test_id("log").locator("a").nth(2).click()
    expect(replay).to_have_attribute("data-ply", "3")
    page.get_by_test_id("forward").click()
    expect(replay).to_have_attribute("data-ply", "4")
    page.keyboard.press("Home")
    page.get_by_test_id("play").click()
    expect(replay).to_have_attribute("data-ply", "1")
    page.get_by_test_id("play").click()


def test_addresses_that_lead_nowhere_say_so(visit):
    me = visit()
    me.tolerate("status of 404")
    page = me.tab()
    for path in ("/m/nosuchgame", "/m/nosuchgame/3", "/learn/nosuchgame", "/no/such/page"):
        page.goto(path)
        expect(page.get_by_role("link", name="Back to all games")).to_be_visible()
        expect(page.get_by_test_id("connection")).to_have_count(0)
    page.get_by_role("link", name="Back to all games").click()
    expect(Shelf(page).box(GAME)).to_be_visible()
