"""Check passkeys with an authenticator that the browser plays: add one, sign in with it, remove it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import Shelf

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "blockade"


def give_authenticator(page: Page) -> None:
    """Give the browser a device that confirms everything."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_passkey_registers_a_guest_and_signs_them_in_again(visit):
    me = visit()
    me.tolerate("status of 403")  # the last passkey cannot be removed
    page = me.tab()
    give_authenticator(page)
    Shelf(page).open().play_now(GAME)
    name = page.get_by_test_id("account").inner_text()
    page.get_by_test_id("account").click()
    page.get_by_test_id("add-passkey").click()
    expect(page.get_by_test_id("passkey")).to_have_count(1)
    expect(page.get_by_test_id("claim")).to_have_count(0)  # the name is registered

    # The device offers no second one.
    page.get_by_test_id("add-passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("has a passkey")
    page.get_by_test_id("remove-passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("could not sign in")

    page.get_by_test_id("sign-out").click()
    expect(page.get_by_test_id("account")).to_have_text("Sign in")
    page.get_by_test_id("passkey-sign-in").click()
    expect(page.get_by_test_id("account")).to_have_text(name)
    Shelf(page).open()
    expect(page.get_by_test_id("your-games").get_by_test_id("match-row")).to_have_count(1)


def test_a_passkey_can_be_removed_if_there_is_a_password(page):
    give_authenticator(page)
    page.goto("/account")
    page.get_by_test_id("rename").fill("Dora of the Dam")
    page.get_by_test_id("rename-save").click()
    page.get_by_test_id("claim-password").fill("seven drops of water")
    page.get_by_test_id("claim").click()
    expect(page.get_by_test_id("claim")).to_have_count(0)
    page.get_by_test_id("add-passkey").click()
    expect(page.get_by_test_id("passkey")).to_have_count(1)
    page.get_by_test_id("remove-passkey").click()
    expect(page.get_by_test_id("passkey")).to_have_count(0)
    page.reload()
    expect(page.get_by_test_id("add-passkey")).to_be_visible()
    expect(page.get_by_test_id("passkey")).to_have_count(0)


def test_without_a_passkey_nobody_is_signed_in(visit):
    page = visit().tab()
    give_authenticator(page)
    page.goto("/account")
    page.get_by_test_id("passkey-sign-in").click()
    expect(page.get_by_role("alert")).to_have_text("No passkey was chosen.")
    expect(page.get_by_test_id("account")).to_have_text("Sign in")


def test_a_bare_address_has_no_passkeys(visit, site):
    page = visit(site.url.replace("localhost", "127.0.0.1")).tab()
    page.goto("/account")
    expect(page.get_by_test_id("sign-in")).to_be_visible()
    expect(page.get_by_test_id("passkey-sign-in")).to_have_count(0)
