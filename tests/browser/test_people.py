"""Check who somebody is: guests, names, registering, second devices and keys of programs."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Page, expect
from tests.browser.api import HUMAN, OPEN, Api
from tests.browser.table import Shelf, Table

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "blockade"


def name_in_header(page: Page) -> str:
    return page.get_by_test_id("account").inner_text()


def test_nobody_is_asked_for_a_name_to_play_a_bot(page):
    shelf = Shelf(page).open()
    expect(page.get_by_test_id("account")).to_have_text("Sign in")
    table = shelf.play_now(GAME)
    assert table.is_asked()
    assert name_in_header(page).startswith("Guest ")


def test_a_name_is_asked_for_once_and_can_be_changed(visit, site):
    me = visit()
    page = me.tab()
    shelf = Shelf(page).open()
    dialog = shelf.new_table(GAME)
    name = dialog.get_by_test_id("your-name")
    expect(name).to_be_focused()
    assert name.input_value().startswith("Guest ")
    name.fill("Anna")
    page.keyboard.press("Enter")
    table = Table(page).seated()
    expect(table.button("seats")).to_contain_text("Anna")

    Shelf(page).open()
    expect(shelf.new_table(GAME).get_by_test_id("your-name")).to_have_count(0)
    page.keyboard.press("Escape")

    page.get_by_test_id("account").click()
    page.get_by_test_id("rename").fill("Anna Lena")
    page.get_by_test_id("rename-save").click()
    expect(page.get_by_test_id("account")).to_have_text("Anna Lena")
    page.reload()
    expect(page.get_by_test_id("account")).to_have_text("Anna Lena")

    # A friend is asked on the page of the table.
    with Api(site.url) as server:
        match = server.create(GAME, HUMAN, OPEN)
    friend = Table(visit().tab()).open(f"/m/{match['id']}")
    friend.button("your-name").fill("Ben")
    friend.button("take-seat").click()
    expect(friend.button("seats")).to_contain_text("Ben")
    # The connection is now that of a player.
    expect(friend.main).to_have_attribute("data-status", "live")
    expect(friend.button("resign")).to_be_visible()


def test_a_second_device_signs_in_by_a_link_and_finds_the_same_games(visit):
    first = visit()
    page = first.tab()
    played = Shelf(page).open().play_now(GAME).match_id
    page.get_by_test_id("account").click()
    page.get_by_test_id("add-device").click()
    link = page.get_by_test_id("device-link-address").input_value()
    name = name_in_header(page)

    other = visit()
    other.tolerate("status of 401")
    phone = other.tab()
    phone.goto(link)
    expect(phone.get_by_test_id("account")).to_have_text(name)
    phone.get_by_test_id("your-games").locator("a").click()
    there = Table(phone).seated()
    assert there.match_id == played
    assert there.is_asked()

    # The link works once.
    third = visit()
    third.tolerate("status of 401")
    late = third.tab()
    late.goto(link)
    expect(late.get_by_role("alert")).to_contain_text("has been used")

    # The first device can end the second one.
    page.reload()
    devices = page.locator('[data-testid="key"][data-kind="device"]')
    expect(devices).to_have_count(2)
    page.get_by_test_id("end-key").click()
    expect(devices).to_have_count(1)
    phone.goto("/")
    expect(phone.get_by_test_id("account")).to_have_text("Sign in")


def test_a_registered_name_signs_in_anywhere_and_brings_the_guests_games(visit):
    me = visit()
    page = me.tab()
    Shelf(page).open().play_now(GAME)
    page.get_by_test_id("account").click()
    page.get_by_test_id("claim-name").fill("Carla of the Bridge")
    page.get_by_test_id("claim-password").fill("seven drops of water")
    page.get_by_test_id("claim").click()
    expect(page.get_by_test_id("claim")).to_have_count(0)
    page.get_by_test_id("sign-out").click()
    expect(page.get_by_test_id("account")).to_have_text("Sign in")

    other = visit()
    other.tolerate("status of 401")
    page = other.tab()
    Shelf(page).open().play_now(GAME)
    page.get_by_test_id("account").click()
    page.get_by_test_id("have-account").click()
    page.get_by_test_id("sign-in-name").fill("carla of the bridge")
    page.get_by_test_id("sign-in-password").fill("six drops of water")
    page.get_by_test_id("sign-in").click()
    expect(page.get_by_role("alert")).to_contain_text("wrong")
    page.get_by_test_id("sign-in-password").fill("seven drops of water")
    page.get_by_test_id("sign-in").click()
    expect(page.get_by_test_id("account")).to_have_text("Carla of the Bridge")
    Shelf(page).open()
    expect(page.get_by_test_id("your-games").get_by_test_id("match-row")).to_have_count(2)


def test_a_program_gets_a_key_that_is_shown_once(page, site):
    Shelf(page).open().play_now(GAME)
    page.get_by_test_id("account").click()
    page.get_by_test_id("program-label").fill("My program")
    page.get_by_test_id("add-program").click()
    key = page.get_by_test_id("program-key").input_value()
    headers = {"Authorization": f"Bearer {key}"}
    mine = httpx.get(f"{site.url}/api/me/matches", headers=headers).json()
    assert len(mine["matches"]) == 1
    page.reload()
    expect(page.locator('[data-testid="key"][data-kind="program"]')).to_contain_text("My program")
    expect(page.get_by_test_id("program-key")).to_have_count(0)
    page.get_by_test_id("end-key").click()
    expect(page.locator('[data-testid="key"][data-kind="program"]')).to_have_count(0)
    assert httpx.get(f"{site.url}/api/me/matches", headers=headers).status_code == 401


def test_an_account_is_deleted_after_two_questions(page):
    Shelf(page).open().play_now(GAME)
    page.get_by_test_id("account").click()
    page.get_by_test_id("delete").click()
    page.get_by_test_id("delete-go-on").click()
    page.get_by_test_id("delete-yes").click()
    expect(page.get_by_test_id("account")).to_have_text("Sign in")
    expect(page.get_by_test_id("lobby")).to_be_visible()
    expect(page.get_by_test_id("your-games")).to_have_count(0)


def test_seats_that_an_earlier_client_stored_become_the_persons(visit, site):
    with Api(site.url) as server:
        match = server.create(GAME, HUMAN, OPEN)
        server.join(match, "Ben")
    me = visit()
    page = me.tab()
    page.goto("/nowhere")
    page.evaluate(
        "seat => localStorage.setItem('stockade.seats', JSON.stringify([seat]))",
        {"id": match["id"], "token": match["token"]},
    )
    table = Table(page).open(f"/m/{match['id']}")
    assert table.is_asked()
    assert page.evaluate("localStorage.getItem('stockade.seats')") is None
    # On any later visit the cookie is enough.
    Shelf(page).open()
    expect(page.get_by_test_id("your-games").locator("a")).to_have_attribute("href", f"/m/{match['id']}")
