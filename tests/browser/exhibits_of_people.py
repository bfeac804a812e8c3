"""What the client shows of people: accounts, notices, chat, ratings, and orders given in advance."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, expect
from tests.browser import sent
from tests.browser.api import HUMAN
from tests.browser.moments import NAMES, Moment, Moments, Setting, settings
from tests.browser.staging import LONG_NAME, PAGES, Exhibit, answering, changed, overheard, sit
from tests.browser.table import Table


def account(page: Page) -> Iterator[Exhibit]:
    """Yield the account of a stranger and of a guest, and links between devices."""
    page.goto("/account")
    expect(page.get_by_test_id("sign-in")).to_be_visible()
    yield Exhibit(PAGES, "account", "stranger")
    page.goto("/link")
    yield Exhibit(PAGES, "link", "without a key")
    page.goto("/nowhere")
    page.goto("/link#used")
    expect(page.get_by_role("alert")).to_be_visible()
    yield Exhibit(PAGES, "link", "that was used")
    page.goto("/account")
    page.get_by_test_id("rename").fill(LONG_NAME)
    page.get_by_test_id("rename-save").click()
    expect(page.get_by_test_id("key")).to_be_visible()
    yield Exhibit(PAGES, "account", "guest")
    page.get_by_test_id("have-account").click()
    page.get_by_test_id("sign-in-name").fill("Nobody")
    page.get_by_test_id("sign-in-password").fill("wrong")
    page.get_by_test_id("sign-in").click()
    page.get_by_test_id("add-device").click()
    page.get_by_test_id("program-label").fill(LONG_NAME)
    page.get_by_test_id("add-program").click()
    expect(page.get_by_test_id("program-key")).to_be_visible()
    page.get_by_test_id("sign-out").click()
    page.get_by_test_id("delete").click()
    yield Exhibit(PAGES, "account", "everything asked")
    page.get_by_test_id("delete-go-on").click()
    yield Exhibit(PAGES, "account", "deleting")
    page.goto("/nowhere")
    page.goto("/link#any")
    expect(page.get_by_test_id("use-link")).to_be_visible()
    yield Exhibit(PAGES, "link", "for a guest")
    page.goto("/account")
    page.get_by_test_id("claim-password").fill("seven drops of water")
    page.get_by_test_id("claim-name").fill(f"{NAMES[1]} {page.request.get('/api/me').json()['me']['id']}")
    page.get_by_test_id("claim").click()
    expect(page.get_by_test_id("claim")).to_have_count(0)
    yield Exhibit(PAGES, "account", "registered")
    sit(page)


# -- talk and ratings ----------------------------------------------------------------------------------------


def talk_and_ratings(page: Page, moments: Moments) -> Iterator[Exhibit]:
    """Yield the chat of a table, a rated table, profiles and the lists of ratings."""
    game = min(moments.games, key=lambda game: len(game["options"]))
    setting = next(setting for setting in settings(game) if setting.players > 1)
    moment = moments.put(game["name"], setting, [], "chat")
    yield from chat(page, moment)
    yield from profiles(page, game)
    most = max(moments.games, key=lambda game: max(game["players"]))
    page.goto(f"/ratings/{most['name']}/{max(most['players'])}")
    expect(page.get_by_test_id("leader").first).to_be_visible()
    yield Exhibit(PAGES, "ratings", "of bots")


def chat(page: Page, moment: Moment) -> Iterator[Exhibit]:
    """Yield the chat: with messages, with everything one can do about one, and as a stranger finds it."""
    path = f"/api/matches/{moment.seat['id']}"
    headers = [{"Authorization": f"Bearer {token}"} for token in (moment.seat["token"], *moment.others)]
    lines = ("Good luck!", "Thanks, and have fun.", "I did not see that coming: now everything on my side is open.")
    for turn, text in enumerate(lines):
        form = {"room": "table", "text": text}
        page.request.post(f"{path}/messages", data=form, headers=headers[turn % len(headers)])
    page.request.post(f"{path}/messages/2/react", data={"mark": "👏"}, headers=headers[1])
    page.request.post(f"{path}/messages/4/delete", headers=headers[1])
    sit(page, moment)
    Table(page).open(f"/m/{moment.seat['id']}")
    unfold_chat(page)
    yield Exhibit(PAGES, "chat", "messages")
    page.request.post(f"{path}/messages", data={"room": "table", "text": "Your turn."}, headers=headers[1])
    expect(page.get_by_test_id("message-text")).to_have_count(3)
    page.get_by_test_id("message-more").last.click()
    page.get_by_test_id("report").click()
    page.get_by_test_id("talk-input").fill("Well played")
    yield Exhibit(PAGES, "chat", "everything one can do")
    page.get_by_test_id("mute").click()
    expect(page.get_by_test_id("unmute")).to_be_visible()
    yield Exhibit(PAGES, "chat", "somebody is muted")
    sit(page)
    Table(page).open(f"/m/{moment.seat['id']}")
    unfold_chat(page)
    yield Exhibit(PAGES, "chat", "as a stranger finds it")


def unfold_chat(page: Page) -> None:
    chat = page.get_by_test_id("talk")
    if chat.get_attribute("open") is None:
        chat.locator("summary").click()
    expect(page.get_by_test_id("message").first).to_be_visible()


def profiles(page: Page, game: dict[str, Any]) -> Iterator[Exhibit]:
    """Yield the profile of a newcomer, a rated table, and the profile after some rated matches."""
    sit(page)
    me = page.request.post("/api/me", data={"name": LONG_NAME}).json()
    page.goto(f"/people/{me['id']}")
    expect(page.get_by_test_id("person")).to_be_visible()
    yield Exhibit(PAGES, "profile", "of a newcomer")
    form = {"game": game["name"], "seats": [HUMAN, {"kind": "bot", "level": 1}], "rated": True}
    for level in (1, 2, 3):
        form["seats"][1]["level"] = level
        made = page.request.post("/api/matches", data=form).json()
        if level == 3:
            Table(page).open(f"/m/{made['id']}")
            expect(page.get_by_test_id("seat-rating")).to_have_count(2)
            yield Exhibit(PAGES, "table", "rated")
        page.request.post(f"/api/matches/{made['id']}/resign", data={"version": made["view"]["version"]})
    expect(page.get_by_test_id("seat-rating").first).to_contain_text("(")
    yield Exhibit(PAGES, "outcome", "rated")
    page.goto(f"/people/{me['id']}")
    expect(page.get_by_test_id("rating-plot")).to_be_visible()
    yield Exhibit(PAGES, "profile", "with ratings and games")


# -- deciding in advance -------------------------------------------------------------------------------------


def in_advance(page: Page, moments: Moments, name: str, setting: Setting) -> Iterator[Exhibit]:
    """Yield the orders of a player: given, folded, offered and being changed. No game has all of them at once."""
    moment = moments.put(name, setting, moments.actions(name, setting)[:2], "orders")
    sit(page, moment)
    orders = [{**order, "seat": moment.seat["seat"], "occasion": "now"} for order in sent.ORDERS]
    path = re.compile(rf"/api/matches/{moment.seat['id']}\?")
    with answering(page, path, changed({"orders": orders})), overheard(page, lambda _: None):
        page.goto(f"/m/{moment.seat['id']}")
        expect(page.get_by_test_id("orders")).to_be_visible()
        yield Exhibit(name, "orders", "given")
        page.get_by_test_id("order-change").click()
        page.get_by_test_id("orders-open").click()
        page.get_by_test_id("order-input").last.fill("1234")
        yield Exhibit(name, "orders", "changing and offered")


# -- notices -------------------------------------------------------------------------------------------------


def notices(page: Page) -> Iterator[Exhibit]:
    """Yield the notices of somebody who uses every channel, refusals, and those of a server without mail."""
    page.request.post("/api/me", data={"name": NAMES[1]})
    page.goto("/account")
    expect(page.get_by_test_id("no-mail")).to_be_visible()
    yield Exhibit(PAGES, "notices", "everything is off, without mail")
    with (
        answering(page, re.compile("/api/me/notices$"), lambda route: route.fulfill(json=sent.EVERYTHING)),
        answering(page, re.compile("/api/me/notices/log"), lambda route: route.fulfill(json=sent.LOG)),
        answering(page, "**/api/me/notices/test", lambda route: route.fulfill(status=429, json=sent.TOO_MANY)),
        answering(
            page, "**/api/me/notices/webhooks", lambda route: route.fulfill(json={"id": "d", "secret": "s" * 43})
        ),
    ):
        page.goto("/account")
        page.get_by_test_id("notice-log").click()
        page.get_by_test_id("notice-test").last.click()
        page.get_by_test_id("webhook-url").fill("https://example.org/hook")
        page.get_by_test_id("webhook-add").click()
        expect(page.get_by_test_id("webhook-secret")).to_be_visible()
        expect(page.get_by_test_id("notice-line")).to_have_count(len(sent.LOG))
        yield Exhibit(PAGES, "notices", "every channel, and what was sent")
        page.get_by_test_id("mail-another").click()
        yield Exhibit(PAGES, "notices", "another mail address")
    sit(page)
