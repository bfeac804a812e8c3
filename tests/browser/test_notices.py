"""Choose on the account page what to be told while away: mail, push and webhooks, with real receivers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Worker, expect
from tests.browser.serving import Server
from tests.browser.table import DESK
from tests.server.notices.receivers import Device, Inbox, Receiver

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
# A browser without a screen shows no notifications, and only a person's click may open windows: note them instead.
NOTE = """() => {
  self.shown = [];
  self.opened = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => shown.push({title, ...options});
  Clients.prototype.openWindow = async address => opened.push(`open ${address}`);
  WindowClient.prototype.focus = async function () { opened.push(`focus ${this.url}`); };
}"""
FOUR_SHOWN = "new Promise(done => setInterval(() => shown.length === 4 && done(shown), 10))"
CLICK = """async () => {
  let open = shown.length;
  for (const {data} of shown) {
    const waits = [];
    const notification = {data, close: () => (open -= 1)};
    dispatchEvent(Object.assign(new Event('notificationclick'), {notification, waitUntil: wait => waits.push(wait)}));
    await Promise.all(waits);
  }
  return {open, opened};
}"""
# No push service can be reached from a test: the browser's part is played here.
SUBSCRIBE = """keys => {
  let current = null;
  const subscription = {
    endpoint: keys.endpoint, toJSON: () => keys, options: {applicationServerKey: null},
    unsubscribe: async () => { current = null; return true; },
  };
  PushManager.prototype.subscribe = async options => {
    if (!options.userVisibleOnly || options.applicationServerKey.length !== 65) throw new Error('bad options');
    return current = subscription;
  };
  PushManager.prototype.getSubscription = async () => current;
}"""


@pytest.fixture(scope="module")
def inbox() -> Iterator[Inbox]:
    with Inbox().open() as inbox:
        yield inbox


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    with Receiver().open() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def telling(tmp_path_factory, inbox) -> Iterator[Server]:
    """Provide a server that sends mail, and reaches receivers on this machine."""
    server = Server(tmp_path_factory.mktemp("notices"))
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("STOCKADE_SMTP_URL", inbox.url)
        environment.setenv("STOCKADE_PUBLIC_URL", server.url)
        environment.setenv("STOCKADE_PRIVATE_ADDRESSES", "1")
        server.start(brisk=True, compiles=False)
    yield server
    server.stop()
    assert "Traceback" not in server.complaints()


def at_account(page: Page, name: str) -> None:
    page.request.post("/api/me", data={"name": name})
    page.goto("/account")
    expect(page.get_by_test_id("notice-log")).to_be_visible()


def event(channel: Locator, name: str) -> Locator:
    return channel.locator(f'[data-testid="notice-event"][data-event="{name}"]')


def is_saved(page: Page) -> Any:
    return page.expect_response(re.compile(r"/api/me/notices$"))


def test_settings_survive_a_reload(visit, telling, inbox, receiver):
    page = visit(telling.url).tab()
    at_account(page, "Anna")
    mail, hooks = page.get_by_test_id("notices-mail"), page.get_by_test_id("notices-webhook")
    expect(page.get_by_test_id("notices-on")).to_have_count(1)  # of the open tab alone: the others lead nowhere yet
    expect(page.get_by_test_id("notices-on")).not_to_be_checked()

    mail.get_by_test_id("mail-new").fill("anna@example.org")
    mail.get_by_test_id("mail-ask").click()
    expect(mail).to_contain_text("A code was sent to anna@example.org")
    mail.get_by_test_id("mail-code").fill(inbox.mails[-1]["Subject"][:6])
    mail.get_by_test_id("mail-confirm").click()
    expect(mail.get_by_test_id("notices-on")).to_be_checked()
    with is_saved(page):
        event(mail, "over").uncheck()
    with is_saved(page):
        mail.get_by_test_id("pace").select_option("daily")

    hooks.get_by_test_id("webhook-url").fill(f"{receiver.origin}/hook")
    hooks.get_by_test_id("webhook-add").click()
    secret = hooks.get_by_test_id("webhook-secret").input_value()
    hooks.get_by_test_id("notice-test").click()
    expect(hooks.get_by_test_id("test-result")).to_contain_text("The test was sent.")
    assert [notice["event"] for notice in receiver.hooks(secret)] == ["test"]

    page.reload()
    expect(mail.get_by_test_id("mail-address")).to_have_text("anna@example.org")
    expect(event(mail, "turn")).to_be_checked()
    expect(event(mail, "over")).not_to_be_checked()
    expect(mail.get_by_test_id("pace")).to_have_value("daily")
    expect(hooks.get_by_test_id("webhook")).to_have_count(1)
    expect(hooks.get_by_test_id("webhook-secret")).to_have_count(0)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_test_id("notice-log").click()
    expect(page.get_by_test_id("notice-line")).to_have_count(2)  # the code, and the test
    page.wait_for_load_state("networkidle", timeout=20_000)
    assert [url for url in asked if "/notices/log" in url] == asked
    assert len(asked) == 1
    hooks.get_by_test_id("webhook-remove").click()
    expect(hooks.get_by_test_id("webhook")).to_have_count(0)

    with is_saved(page):
        mail.get_by_test_id("notices-on").uncheck()
    page.reload()
    expect(mail.get_by_test_id("notices-on")).not_to_be_checked()


def test_what_is_not_possible_is_said_in_words(visit):
    me = visit()
    me.tolerate("status of 422")
    page = me.tab()
    at_account(page, "Ben")
    expect(page.get_by_test_id("no-mail")).to_contain_text("This server sends no mail.")
    expect(page.get_by_test_id("mail-new")).to_have_count(0)
    hooks = page.get_by_test_id("notices-webhook")
    hooks.get_by_test_id("webhook-url").fill("http://127.0.0.1/hook")
    hooks.get_by_test_id("webhook-add").click()
    expect(hooks.get_by_role("alert")).to_contain_text("address")
    page.get_by_test_id("push-add").click()  # this visitor's browser grants nothing
    expect(page.get_by_test_id("notices-push").get_by_role("alert")).to_contain_text("Your browser blocks")


def test_push_reaches_the_service_worker_and_opens_the_match(visit, telling, receiver):
    receiver.status = 201
    device = Device(receiver)
    me = visit(telling.url, service_workers="allow", permissions=["notifications"], viewport=DESK)
    me.context.add_init_script(f"({SUBSCRIBE})({json.dumps(device.subscription)})")
    page = me.tab()
    at_account(page, "Cleo")
    push = page.get_by_test_id("notices-push")
    assert not me.context.service_workers  # nothing before the click
    with me.context.expect_event("serviceworker") as started:
        push.get_by_test_id("push-add").click()
    worker: Worker = started.value
    assert worker.url == f"{telling.url}/push.js"
    expect(push.get_by_test_id("push-device")).to_contain_text("this device")
    expect(push.get_by_test_id("notices-on")).to_be_checked()
    push.get_by_test_id("notice-test").click()
    expect(push.get_by_test_id("test-result")).to_have_text("This device: The test was sent.")
    [(_, content)] = device.received()

    worker.evaluate(NOTE)
    line = me.context.new_cdp_session(page)
    known: list[dict[str, Any]] = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda news: known.extend(news["registrations"]))
    line.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.ready.then(Boolean)")
    turn = {"text": "It is your turn in Blockade.", "path": "/m/abcdefghij", "tag": "abcdefghij"}
    for notice in (content, turn, {**turn, "path": "/account"}, {**turn, "path": "https://example.org/"}):
        about = {"origin": telling.url, "registrationId": known[0]["registrationId"]}
        line.send("ServiceWorker.deliverPushMessage", {**about, "data": json.dumps(notice)})
    first, second, *_ = worker.evaluate(
        "new Promise(done => setInterval(() => shown.length === 4 && done(shown), 10))"
    )
    assert (first["title"], first["body"], first["data"]) == ("Stockade", content["text"], {"path": "/"})
    assert (second["body"], second["tag"]) == (turn["text"], turn["tag"])
    # A page that is open comes to the front, others are opened, and no other site is.
    opened = [f"open {telling.url}/", f"open {telling.url}/m/abcdefghij", f"focus {telling.url}/account"]
    assert worker.evaluate(CLICK) == {"open": 0, "opened": opened}

    push.get_by_test_id("push-remove").click()
    expect(push.get_by_test_id("push-device")).to_have_count(0)
    expect(push.get_by_test_id("push-add")).to_be_visible()
