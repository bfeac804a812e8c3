"""Check what helps newcomers: the list of keys, the first steps, and that the client can be installed."""

from __future__ import annotations

import gzip
import re

import pytest
from playwright.sync_api import expect
from tests.browser.table import Shelf

from stockade.server.settings import default_client_folder

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "blockade"
FIRST_LOAD = 250_000  # bytes, compressed


def test_a_question_mark_lists_the_keys_of_the_page(page):
    table = Shelf(page).open().play_now(GAME)
    table.is_asked()
    page.keyboard.press("?")
    keys = page.get_by_test_id("keys")
    expect(keys).to_contain_text("Arrow keys")
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    page.goto(f"{page.url}/0")
    expect(page.get_by_test_id("replay")).to_be_visible()
    page.keyboard.press("?")
    expect(keys).to_contain_text("One move back or on")
    page.keyboard.press("Escape")
    # In a text field it is a letter like any other.
    page.goto("/account")
    page.get_by_test_id("rename").press("?")
    expect(keys).to_have_count(0)


def test_the_first_steps_are_shown_once(visit):
    me = visit()
    page = me.tab()
    Shelf(page).open()
    tour = page.get_by_test_id("tour")
    for number in (1, 2, 3):
        expect(tour).to_contain_text(f"{number} / 3")
        page.get_by_test_id("tour-next").click()
    expect(tour).to_have_count(0)
    page.reload()
    expect(Shelf(page).box(GAME)).to_be_visible()
    expect(tour).to_have_count(0)


def test_the_client_can_be_installed(page):
    page.goto("/")
    manifest = page.request.get(page.locator("link[rel=manifest]").get_attribute("href"))
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    about = manifest.json()
    assert about["start_url"] == "/"
    for icon in about["icons"]:
        assert page.request.get(icon["src"]).headers["content-type"] == icon["type"]
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []


def test_the_first_load_is_small():
    folder = default_client_folder()
    index = (folder / "index.html").read_text()
    loaded = re.findall(r'(?:src|href)="/(assets/[^"]+)"', index)
    assert len(loaded) >= 2
    size = sum(len(gzip.compress((folder / name).read_bytes())) for name in ("index.html", *loaded))
    assert size < FIRST_LOAD
