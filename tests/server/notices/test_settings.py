"""What people can set about notices, and what is refused."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.server.at_table import ok, refused, wait
from tests.server.company import Guest
from tests.server.notices.people import EVENTS, MINUTES, PUBLIC, Player, arrive, noted
from tests.server.notices.receivers import Device

from stockade.server.notices.channels.mail import is_address
from stockade.server.storage import Storage


def test_everything_is_off_at_first(ada, bob, client):
    before = ok(ada.ask())
    assert (before["mail"]["events"], before["push"]["events"], before["webhook"]["events"]) == ([], [], [])
    assert before["pace"] == "at_once"
    ada.make(bob)
    refused(ada.set(mail=["dance"]), 422, "bad_request")
    refused(ada.set(pace="weekly"), 422, "bad_request")
    assert ok(ada.ask()) == before
    for channel in ("mail", "push", "webhook"):
        refused(ada.set("/test", channel=channel), 403, "not_allowed")
    key = ok(ada.guest.post("/api/me/keys", label="x", scopes=["read", "play"]))["key"]
    headers = {"Authorization": f"Bearer {key}"}
    refused(client.get("/api/me/notices", headers=headers), 403, "forbidden")
    refused(client.get("/api/me/notices"), 401, "bad_token")


def test_a_channel_can_be_tried(ada, inbox, receiver, later):
    ada.confirm(inbox, "ada@example.org")
    device = Device(receiver)
    ok(ada.set("/push", **device.subscription))
    (line,) = [line for line in ok(ada.set("/test", channel="mail")) if line["event"] == "test"]
    assert (line["state"], line["match"]) == ("sent", None)
    assert inbox.mails[-1]["Subject"] == "A test from Stockade"
    ok(ada.set("/test", channel="push"))
    assert len(device.received()) == 1
    refused(ada.set("/test", channel="push"), 429, "too_many")
    later(timedelta(seconds=10))
    ok(ada.set("/test", channel="push"))
    assert len(device.received()) == 2


def test_an_address_needs_its_code(ada, inbox, later):
    ok(ada.set("/mail", address="ada@example.org"))
    code = inbox.mails[-1]["Subject"][:6]
    wrong = f"{(int(code) + 1) % 10**6:06}"
    refused(ada.set("/mail/confirm", code=wrong), 403, "not_allowed")
    assert (ok(ada.ask())["mail"]["address"], ok(ada.ask())["mail"]["unconfirmed"]) == (None, "ada@example.org")
    ok(ada.set("/mail/confirm", code=code))
    later(timedelta(minutes=1))
    ok(ada.set("/mail", address="other@example.org"))
    second = inbox.mails[-1]["Subject"][:6]
    assert ok(ada.ask())["mail"]["address"] == "ada@example.org"
    wrong = f"{(int(second) + 1) % 10**6:06}"
    for _ in range(5):
        refused(ada.set("/mail/confirm", code=wrong), 403, "not_allowed")
    refused(ada.set("/mail/confirm", code=second), 429, "too_many")
    later(timedelta(minutes=1))
    ok(ada.set("/mail", address="other@example.org"))
    later(timedelta(hours=2))
    refused(ada.set("/mail/confirm", code=inbox.mails[-1]["Subject"][:6]), 403, "not_allowed")
    assert ok(ada.ask())["mail"]["address"] == "ada@example.org"
    assert ok(ada.set("/mail/remove"))["mail"]["address"] is None


def test_nobody_is_flooded_with_codes(client, inbox, ada):
    ok(ada.set("/mail", address="victim@example.org"))
    refused(ada.set("/mail", address="victim@example.org"), 429, "too_many")
    for number in range(4):
        ok(arrive(client, f"Guest {number}").set("/mail", address="Victim@example.org"))
    refused(arrive(client, "Guest").set("/mail", address="victim@example.org"), 429, "too_many")
    assert len(inbox.mails) == 5


def test_an_address_that_the_mail_server_refuses_changes_nothing(ada, inbox):
    inbox.answer = "550 nobody"
    error = refused(ada.set("/mail", address="ada@example.org"), 409, "not_delivered")
    assert error["message"] == "The mail server refused the address."
    assert ok(ada.ask())["mail"]["unconfirmed"] is None


@pytest.mark.parametrize(
    "address",
    [
        "ada",
        "ada@",
        "@example.org",
        "ada@localhost",
        "ada@example.org\r\nBcc: eve@example.org",
        "a b@example.org",
        "ada@example.org, eve@example.org",
        "<ada@example.org>",
        "ada@[127.0.0.1]",
        "ada..b@example.org",
        "x" * 70 + "@example.org",
    ],
)
def test_addresses_that_are_not_valid(address):
    assert not is_address(address)
    assert is_address("ada.l+games@mail.example.org")


def test_mails_stop_with_one_click(mailed, bob, client, inbox, settings, later):
    mailed.make(bob)
    mailed.expect(1, event="turn")
    later(MINUTES)
    mailed.expect(1, event="turn", state="sent")
    path = inbox.mails[-1]["List-Unsubscribe"].strip("<>").removeprefix(PUBLIC)
    page = client.get(path)
    assert page.status_code == 200
    assert '<form method="post">' in page.text
    assert page.headers["referrer-policy"] == "same-origin"
    assert ok(mailed.ask())["mail"]["events"] == EVENTS  # looking at the page changes nothing
    answer = client.post(path, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert ok(mailed.ask())["mail"]["events"] == []
    assert ok(mailed.ask())["mail"]["address"] == "ada@example.org"
    mailed.play()
    version = bob.play()["version"]
    wait(lambda: noted(settings, mailed.id, version))
    assert len(mailed.log(event="turn")) == 1
    refused(client.get("/api/notices/stop/unknown"), 404, "not_found")
    refused(client.post("/api/notices/stop/unknown"), 404, "not_found")


def test_a_device_ends_with_its_key_and_everything_with_the_person(ada, client, settings, receiver):
    device = Device(receiver)
    first = ok(ada.set("/push", **device.subscription))["push"]["devices"]
    again = ok(ada.set("/push", **device.subscription))["push"]["devices"]
    assert [line["this"] for line in again] == [True]
    assert len(first) == len(again) == 1
    assert ok(ada.set("/push/end", endpoint=device.subscription["endpoint"]))["push"]["devices"] == []
    ok(ada.set("/push", **device.subscription))
    other = Player(Guest(client))
    key = ok(ada.guest.post("/api/me/link"))["path"].partition("#")[2]
    ok(other.guest.post("/api/me/use-link", key=key))
    assert [line["this"] for line in ok(other.ask())["push"]["devices"]] == [False]
    assert ada.guest.post("/api/me/sign-out").status_code == 204
    assert ok(other.ask())["push"]["devices"] == []
    ok(other.set("/webhooks", url=receiver.origin))
    ok(other.set(webhook=["turn"]))
    ok(other.set("/test", channel="webhook"))
    assert other.guest.post("/api/me/delete").status_code == 204
    storage = Storage(settings.database_url)
    with storage.engine.connect() as connection:
        for table in ("notice_preferences", "mailboxes", "push_subscriptions", "webhooks", "notices"):
            assert connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar() == 0
    storage.close()


@pytest.mark.parametrize("keys", [{"p256dh": "AAAA", "auth": "AAAA"}, {"p256dh": "?", "auth": ""}])
def test_keys_that_are_not_valid_are_refused(ada, receiver, keys):
    refused(ada.set("/push", endpoint=receiver.origin, keys=keys), 422, "bad_request")
    assert ok(ada.ask())["push"]["devices"] == []


def test_webhooks_can_be_removed(ada, receiver):
    hooks = [ok(ada.set("/webhooks", url=f"{receiver.origin}/{number}"))["id"] for number in range(5)]
    refused(ada.set("/webhooks", url=receiver.origin), 403, "not_allowed")
    assert ada.set(f"/webhooks/{hooks[0]}/end").status_code == 204
    refused(ada.set(f"/webhooks/{hooks[0]}/end"), 404, "not_found")
    assert [hook["id"] for hook in ok(ada.ask())["webhook"]["hooks"]] == hooks[1:]
