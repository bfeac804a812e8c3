"""Check rated tables, profiles and the list of the strongest players."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.table import Shelf, Table

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "blockade"


def test_a_rated_match_changes_ratings_and_is_on_the_profile(visit):
    me = visit()
    me.tolerate("status of 403")  # the first wish is refused
    page = me.tab()
    dialog = Shelf(page).open().new_table(GAME)
    dialog.get_by_test_id("your-name").fill("Anna")
    dialog.get_by_test_id("rated").check()
    dialog.get_by_test_id("table-settings").locator("summary").click()
    dialog.get_by_test_id("undo-policy").select_option("free")
    dialog.get_by_test_id("create-table").click()
    expect(dialog.get_by_role("alert")).to_contain_text("others must agree to an undo")
    dialog.get_by_test_id("undo-policy").select_option("ask")
    dialog.get_by_test_id("create-table").click()
    anna = Table(page).seated()
    expect(anna.button("seat-rating")).to_have_text(["1500 ± 250"])

    other = visit().tab()
    other.goto("/")
    other.request.post("/api/me", data={"name": "Ben"})
    ben = Table(other).open(f"/m/{anna.match_id}")
    ben.button("take-seat").click()
    expect(anna.button("seat-rating")).to_have_text(["1500 ± 250", "1500 ± 250"])
    ben.button("resign").click()
    ben.button("resign-yes").click()
    expect(anna.button("seat-rating").first).to_contain_text("(+")
    expect(anna.button("seat-rating").last).to_contain_text("(−")

    anna.button("seats").get_by_role("link", name="Ben").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ben")
    expect(page.get_by_test_id("rating")).to_contain_text("1 rated match")
    expect(page.get_by_test_id("public-match")).to_contain_text("lost")
    page.get_by_test_id("public-match").click()
    Table(page).seated()

    page.get_by_test_id("account").click()
    page.get_by_test_id("profile").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna")


def test_the_list_of_the_strongest_has_bots_for_each_number_of_players(page):
    page.goto("/ratings")
    page.get_by_test_id("ratings-game").select_option("barricado")
    expect(page.get_by_test_id("leader").first).to_contain_text("bot, level")
    page.get_by_test_id("ratings-players").select_option("4")
    expect(page).to_have_url("/ratings/barricado/4")
    expect(page.get_by_test_id("leader").first).to_contain_text("bot, level")
    page.reload()
    expect(page.get_by_test_id("ratings-players")).to_have_value("4")


def test_the_levels_in_a_box_have_ratings(page):
    level = Shelf(page).open().box(GAME).get_by_test_id("level")
    level.select_option("1")
    expect(level).to_have_attribute("title", re.compile(r"^Rating \d+ ± \d+$"))
    expect(level.locator("option").nth(1)).to_have_text(re.compile(r"^2 · Apprentice · \d+"))


def test_an_unknown_person_has_no_profile(visit):
    someone = visit()
    someone.tolerate("status of 404")
    page = someone.tab()
    page.goto("/people/nobody")
    expect(page.get_by_role("heading", level=1)).to_have_text("This profile cannot be shown")
