"""A robot that knows nothing but what a screen reader says plays whole games."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, TimeoutError, expect
from tests.browser.table import LONG, Shelf, Table

from stockade import games
from stockade.conformance.scope import either

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
MOST_DECISIONS = 1500
BUTTON = re.compile(r"""- '?button "((?:[^"\\]|\\.)*)\"""")  # in quotes, if the name has a colon
GAMES = either(quick=("blockade",), deep=games())


def spoken(page: Page) -> str:
    """Return the page as a screen reader finds it: roles, names and texts."""
    return page.get_by_role("main").aria_snapshot()


def choices(page: Page) -> list[str]:
    """Return the names of the buttons in the list of moves. When the game is over, there is no list."""
    try:
        heard = page.get_by_role("list", name="Possible moves").aria_snapshot(timeout=500)
    except TimeoutError:
        return []
    return [re.sub(r"\\(.)", r"\1", name).replace("''", "'") for name in BUTTON.findall(heard)]


def waits_for_me(page: Page) -> bool:
    """Wait until the table says that it is my turn (return True) or that the game is over."""
    for _ in range(LONG // 20):
        said = page.title()
        if "Game over" in said:
            return False
        if "Your turn" in said and choices(page):
            return True
        page.wait_for_timeout(20)
    raise AssertionError(f"the table says nothing new: {spoken(page)}")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_ear(page, dice, game):
    Shelf(page).open().play_now(game, level=1)
    Table(page).seated()
    page.get_by_text(re.compile(r"^Moves")).click()  # opens the list
    decisions = 0
    while waits_for_me(page):
        name = dice.choice(choices(page))
        before = spoken(page)
        page.get_by_role("list", name="Possible moves").get_by_role("button", name=name, exact=True).first.click()
        for _ in range(LONG // 20):
            if spoken(page) != before:
                break
            page.wait_for_timeout(20)
        decisions += 1
        assert decisions < MOST_DECISIONS, "the game does not end"
    assert decisions > 3
    expect(page.get_by_role("main")).to_contain_text(re.compile("win|lose|lost|draw|share|points", re.I))
