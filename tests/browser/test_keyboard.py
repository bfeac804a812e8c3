"""Check the client without a mouse and with a screen reader."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.keys import focus, tab_to, walk_to
from tests.browser.table import Shelf, Table

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "blockade"


def test_from_the_shelf_into_a_game_and_through_it_by_keys_alone(page):
    Shelf(page).open()
    expect(page.get_by_test_id("play-now").first).to_be_visible()
    tab_to(page, lambda now: now["test"] == "play-now" and now["game"] == GAME)
    page.keyboard.press("Enter")
    table = Table(page).seated()
    table.is_asked()
    tab_to(page, lambda now: now["id"] is not None)

    moves = 0
    for turn in range(3):
        starts = table.alive()
        piece = walk_to(page, starts)
        # Select a piece, put it back with Escape, then select it again.
        if turn == 0:
            page.keyboard.press("Enter")
            assert table.held() == [piece]
            page.keyboard.press("Escape")
            assert table.held() == []
            piece = walk_to(page, starts)
        page.keyboard.press("Space" if turn == 1 else "Enter")
        assert table.held() == [piece]
        walk_to(page, table.alive())
        before = table.version
        page.keyboard.press("Enter")
        table.is_past(before)
        moves += 2
        if not table.is_asked():
            break
        table.has_moves(moves)
        # The focus is still on the board: the next move needs no Tab.
        assert focus(page)["id"] is not None


def test_everything_alive_can_be_said(page, dice):
    table = Shelf(page).open().play_now(GAME)
    for _ in range(2):
        table.is_asked()
        _all_named(table)
        first = table.alive()[0]
        table.click(first)
        _all_named(table)
        table.click(first)
        table.decide(dice)
    # The same choices are also in a list of buttons, for people who prefer not to move around on a picture.
    table.is_asked()
    table.main.locator("summary", has_text="Moves").click()
    for choice in table.button("choice").all():
        assert re.search(r'button "[^"]{3,}"', choice.aria_snapshot())
    table.main.locator("summary", has_text="Board as text").click()
    expect(table.button("words").locator("li")).to_have_count(len(table.stand()))


def _all_named(table: Table) -> None:
    alive = table.alive()
    assert alive
    names = [table.thing(id_).get_attribute("aria-label") for id_ in alive]
    assert all(names)
    assert len(set(names)) == len(names), f"two alive things are called the same: {names}"
    for id_, name in zip(alive, names, strict=True):
        expect(table.thing(id_)).to_have_role("button")
        expect(table.svg.get_by_role("button", name=name, exact=True)).to_have_count(1)
    assert table.svg.locator('[tabindex="0"]').count() == 1, "the board is one stop for Tab"


def test_the_log_is_spoken(page, dice):
    table = Shelf(page).open().play_now(GAME)
    table.is_asked()
    spoken = table.main.locator("p[aria-live=polite]")
    table.decide(dice)
    table.has_moves(2)
    last = table.main.get_by_test_id("log").locator("a").last.get_attribute("title")
    expect(spoken.filter(has_text=last)).to_have_count(1)
    expect(spoken.filter(has_text="It is your turn")).to_have_count(1)
    expect(table.button("prompt")).to_have_attribute("aria-live", "polite")
