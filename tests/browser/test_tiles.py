"""Play a game of tiles that can be turned, with chance and up to four seats."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.table import Shelf, Table, Visitor, next_to_decide, play_together

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "barricado"
SMALL = "4"  # tiles along a side


def shelf_for(page: Page, players: int) -> Shelf:
    """Return the shelf with the game's options set to a small board."""
    shelf = Shelf(page).open()
    box = shelf.box(GAME)
    box.locator("summary").click()
    box.get_by_test_id("players").select_option(str(players))
    box.locator('[data-option="size"]').select_option(SMALL)
    return shelf


@pytest.mark.deep
def test_a_whole_game_for_two_against_a_bot(page, dice):
    table = shelf_for(page, 2).play_now(GAME, level=3)
    decisions = table.play_out(dice)
    expect(table.button("result")).to_be_visible()
    assert decisions > 15
    log = "\n".join(table.log())
    assert log.count("tile ") == 15, "a board of 16 places has 15 tiles laid on it"
    assert "reveal v" in log
    assert "build " in log
    assert table.alive() == []


def four_play(visit: Callable[..., Visitor], dice: random.Random, most: int | None) -> list[Table]:
    """Start a match of two people and two bots; return the people's tables."""
    first, second = (visit().tab() for _ in range(2))
    shelf = shelf_for(first, 4)

    def with_bots(dialog: Locator) -> None:
        for guest in dialog.get_by_test_id("guest").all()[1:]:
            guest.select_option("3")

    host = shelf.with_friends(GAME, with_bots)
    friend = Table(second).open(host.button("invite-link").input_value())
    friend.button("take-seat").click()
    expect(host.main).to_have_attribute("data-status", "live")
    expect(host.main.get_by_test_id("seats").locator("li")).to_have_count(4)
    play_together([host, friend], dice, most=most)
    return [host, friend]


def test_two_people_and_two_bots_play(visit, dice):
    host, friend = four_play(visit, dice, 6)
    next_to_decide([host, friend])  # the bots have answered by now
    expect(friend.button("log").locator("a")).to_have_count(len(host.log()))
    assert host.log() == friend.log()


@pytest.mark.deep
def test_two_people_and_two_bots_play_a_whole_game(visit, dice):
    host, friend = four_play(visit, dice, None)
    for table in (host, friend):
        expect(table.button("result")).to_be_visible()
    assert host.log() == friend.log()


def test_a_tile_is_turned_with_the_key_and_the_wheel_before_it_is_placed(page):
    table = shelf_for(page, 2).play_now(GAME, level=1)
    assert table.is_asked()
    table.click("stack")
    page.wait_for_function("() => document.querySelector('[data-id^=\"place-\"][data-alive=true]')")
    place = next(id_ for id_ in table.alive() if id_.startswith("place-"))
    page.mouse.move(*table.point(place))
    page.keyboard.press("r")
    page.mouse.wheel(0, 120)
    expect(table.button("turn")).to_be_visible()
    table.answered(lambda: table.click(place))
    x, y = re.fullmatch(r"place-(-?\d+),(-?\d+)", place).groups()
    placed = next(line for line in table.log() if "tile " in line)
    assert f"tile {x},{y} r2" in placed


def test_the_unseen_tiles_are_one_click_away(page):
    table = shelf_for(page, 2).play_now(GAME, level=1)
    assert table.is_asked()
    table.button("sheet-open").first.click()
    sheet = page.get_by_test_id("sheet")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("Unseen tiles")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
