"""Notices, sent to a real mail server, a real push service and a real webhook."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
import sqlite3
import threading
import traceback
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.server.at_table import ok, refused, wait
from tests.server.company import Guest, Seat
from tests.server.receivers import Device, Inbox, Receiver, certificate, claims_of

from stockade.server import moments
from stockade.server.app import create_app
from stockade.server.matches import Matches
from stockade.server.notices.channels import Failure
from stockade.server.notices.channels.mail import Mailer, is_address, read_url
from stockade.server.notices.channels.post import is_public, post
from stockade.server.notices.outbox import LEASE, Outbox
from stockade.server.notices.rules import reminder_of
from stockade.server.people.caller import Caller
from stockade.server.settings import Settings, from_env
from stockade.server.storage import Storage
from stockade.server.views import Views

with warnings.catch_warnings():
    # Starlette prefers another HTTP library for its test client; this one works as well.
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

EVENTS = ["turn", "time", "invited", "over", "asked"]
PUBLIC = "https://games.example.org"
MINUTES = timedelta(minutes=2)  # longer than every delay


class Player(Seat):
    """Somebody with a browser, who plays over HTTP and is therefore not connected, unless they are `live`."""

    def __init__(self, guest: Guest) -> None:
        super().__init__(guest, "", None)

    def on(self, client: TestClient) -> Player:
        """Return the same person on another server."""
        guest = Guest(client)
        guest.key = self.guest.key
        player = Player(guest)
        player.id = self.id
        return player

    def ask(self, path: str = "", **params: Any) -> Any:
        return self.guest.get(f"/api/me/notices{path}", **params)

    def set(self, path: str = "", **body: Any) -> Any:
        return self.guest.post(f"/api/me/notices{path}", **body)

    def log(self, **wanted: Any) -> list[dict[str, Any]]:
        lines = ok(self.ask("/log", limit=200))
        return [line for line in lines if all(line[name] == value for name, value in wanted.items())]

    def expect(self, count: int, **wanted: Any) -> list[dict[str, Any]]:
        """Wait until the log has this many such lines."""
        wait(lambda: len(self.log(**wanted)) == count, 20)
        return self.log(**wanted)

    def make(self, friend: Player, **more: Any) -> str:
        """Make a match with a friend. The maker is to move."""
        self.id = friend.id = self.guest.begin("blockade", ["human", "open"], **more).id
        ok(friend.post("join"))
        return self.id

    def confirm(self, inbox: Inbox, address: str) -> None:
        ok(self.set("/mail", address=address))
        (code,) = re.findall(r"Your code is (\d{6})\.", inbox.mails[-1].get_content())
        ok(self.set("/mail/confirm", code=code))


@pytest.fixture
def later() -> Iterator[Callable[[timedelta], None]]:
    """Let time pass at once, and bring it back after the test."""
    passed = timedelta()

    def move_on(by: timedelta) -> None:
        nonlocal passed
        passed += by
        moments.move_on(by)

    yield move_on
    moments.move_on(-passed)


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    with Inbox().open() as inbox:
        yield inbox


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver().open() as receiver:
        yield receiver


class Servers:
    """Servers on one database that a test starts and stops."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._running: dict[int, ExitStack] = {}

    def start(self) -> TestClient:
        stack = ExitStack()
        client = stack.enter_context(TestClient(create_app(self.settings)))
        self._running[id(client)] = stack
        return client

    def stop(self, *clients: TestClient) -> None:
        """Stop servers, after what they are just sending."""
        for client in clients:
            self._running.pop(id(client)).close()

    def stop_all(self) -> None:
        while self._running:
            self._running.popitem()[1].close()


@pytest.fixture
def servers(settings) -> Iterator[Servers]:
    servers = Servers(settings)
    yield servers
    servers.stop_all()


@pytest.fixture
def client(servers) -> TestClient:
    return servers.start()


@pytest.fixture
def settings(settings, inbox):
    return replace(
        settings,
        public_url=PUBLIC,
        smtp_url=inbox.url,
        private_addresses=True,
        notice_seconds=0.02,
        mails_at_once=99,
        away_seconds=600.0,
    )


def arrive(client: TestClient, name: str) -> Player:
    return Player(Guest(client, name))


@pytest.fixture
def ada(client) -> Player:
    return arrive(client, "Ada")


@pytest.fixture
def bob(client) -> Player:
    return arrive(client, "Bob")


@pytest.fixture
def mailed(ada, inbox) -> Player:
    """Return Ada, who wants to be told everything by mail."""
    ada.confirm(inbox, "ada@example.org")
    ok(ada.set(mail=EVENTS))
    inbox.mails.clear()
    return ada


def noted(settings, match_id: str, version: int) -> bool:
    """Return whether the notices up to a version of a match are written."""
    with closing(sqlite3.connect(settings.database_url.removeprefix("sqlite:///"))) as database:
        rows = database.execute("SELECT version FROM noted_matches WHERE match_id = ?", (match_id,)).fetchall()
    return rows == [(version,)]


# ---------------------------------------------------------------------- what arrives


def test_a_match_over_days_is_told_once_on_each_channel(servers, ada, bob, inbox, receiver, later):
    """Two processes share the database, and everybody plays one action a day."""
    second = servers.start()
    device = Device(receiver)
    ada.confirm(inbox, "ada@example.org")
    key = ok(ada.set("/push", **device.subscription))["push"]["key"]
    with Receiver().open() as hooks:
        secret = ok(ada.set("/webhooks", url=f"{hooks.origin}/hook?x=1"))["secret"]
        ok(ada.set(mail=EVENTS, push=EVENTS, webhook=EVENTS))
        inbox.mails.clear()
        ada.make(bob)
        days = 4
        for day in range(1, days + 1):
            ada.expect(3 * day, event="turn")
            later(MINUTES)
            ada.expect(3 * day, event="turn", state="sent")
            later(timedelta(days=1))
            ada.play()
            if day < days:
                bob.on(second).play()
        ok(bob.on(second).write("resign"))
        ada.expect(3, event="over")
        later(MINUTES)
        ada.expect(3, event="over", state="sent")
        servers.stop_all()
        told = [hook["event"] for hook in hooks.hooks(secret)]
    assert told == ["turn"] * days + ["over"]
    first, *_, last = [mail["Subject"] for mail in inbox.mails]
    assert (first, last) == (
        "It is your turn in Blockade with Bob",
        "Your match of Blockade with Bob is over: Ada wins",
    )
    assert len(inbox.mails) == len(device.received()) == days + 1
    headers, content = device.received()[0]
    assert content == {"text": "It is your turn in Blockade with Bob.", "path": f"/m/{ada.id}", "tag": ada.id}
    assert (headers["TTL"], headers["Urgency"], headers["Topic"]) == ("86400", "normal", ada.id)
    claims = claims_of(headers["Authorization"], key)
    assert (claims["aud"], claims["sub"]) == (receiver.origin, PUBLIC)
    assert claims["exp"] > datetime.now(UTC).timestamp()


def test_a_mail_has_links_and_is_plain_text(mailed, bob, inbox, later):
    mailed.make(bob)
    mailed.expect(1, event="turn")
    later(MINUTES)
    mailed.expect(1, state="sent", event="turn")
    (mail,) = inbox.mails
    assert inbox.to[-1] == mail["To"] == "ada@example.org"
    assert mail["From"] == "Stockade <games@example.org>"
    assert mail.get_content_type() == "text/plain"
    assert f"{PUBLIC}/m/{mailed.id}" in mail.get_content().splitlines()
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["List-Unsubscribe"].startswith(f"<{PUBLIC}/api/notices/stop/")
    assert mail["List-Unsubscribe"].strip("<>") in mail.get_content()


def test_requests_and_invitations_are_told(mailed, bob, later, inbox):
    mailed.make(bob)
    mailed.play()
    ok(bob.write("draw"))
    mailed.expect(1, event="asked")
    ok(mailed.write("draw", answer="decline"))
    ok(mailed.write("undo"))  # asked by Ada herself, so nobody tells her
    ok(bob.write("undo", answer="accept"))
    mailed.expect(1, event="turn", text="It is your turn in Blockade with Bob.")
    later(MINUTES)
    mailed.expect(1, event="turn", state="sent")
    assert mailed.log(event="asked") == []  # it was answered in time
    mailed.play()
    bob.play()
    mailed.play()
    ok(bob.write("undo"))
    mailed.expect(1, event="asked", text="Bob asks for an undo in Blockade.")
    ok(bob.write("resign"))
    mailed.expect(1, event="over")
    ok(bob.write("rematch"))
    mailed.expect(1, event="invited", text="Bob keeps a seat for you in Blockade.")
    later(MINUTES)
    wait(lambda: inbox.about("News from 2 games"))


def test_a_claimed_name_is_invited_and_a_stranger_invites_nobody(mailed, bob, client):
    ok(mailed.guest.post("/api/me/claim", name="Ada", password="long enough"))
    seats = [{"kind": "human"}, {"kind": "open", "name": "ADA"}]
    stranger = Guest(client).create("blockade", seats).id
    made = bob.guest.create("blockade", seats).id
    (line,) = mailed.expect(1, event="invited")
    assert line["match"] == made != stranger


def test_somebody_is_reminded_before_their_time_is_up(mailed, bob, later, inbox):
    ok(mailed.set(mail=["time"]))
    mailed.make(bob, policy={"clock": {"kind": "turn", "seconds": 2 * 24 * 60 * 60}})
    (line,) = mailed.expect(1, event="time", state="waiting")
    lead = datetime.fromisoformat(line["due"]) - datetime.fromisoformat(line["created"])
    assert timedelta(days=2, minutes=-31) < lead < timedelta(days=2, minutes=-29)
    mailed.play()
    mailed.expect(0, event="time")  # she has played in time
    bob.play()
    (line,) = mailed.expect(1, event="time", state="waiting")
    later(timedelta(days=2, minutes=-31))
    assert inbox.mails == []
    later(MINUTES)
    mailed.expect(1, event="time", state="sent")
    due = datetime.fromisoformat(line["due"]) + timedelta(minutes=30)
    assert f"runs out at {due:%H:%M} UTC on {due.day} {due:%B}" in inbox.mails[0]["Subject"]


@pytest.mark.parametrize(
    ("seconds", "minutes"), [(30 * 86400, 30), (86400, 30), (3600, 7.5), (600, 1.25), (300, None), (1, None)]
)
def test_reminders_depend_on_the_clock(seconds, minutes):
    lead = reminder_of(seconds)
    assert lead == (None if minutes is None else timedelta(minutes=minutes))


# ---------------------------------------------------------------------- what does not arrive


def test_nobody_at_the_table_is_told(mailed, bob, settings, later):
    mailed.id = bob.id = mailed.guest.begin("blockade", ["human", "open"]).id
    with mailed.live() as socket:
        assert socket.receive_json()["type"] == "view"
        version = ok(bob.post("join"))["view"]["version"]
        wait(lambda: noted(settings, mailed.id, version))
        assert mailed.log(event="turn") == []
    mailed.play()
    bob.play()
    mailed.expect(1, event="turn")  # now she is away, but she comes back before the mail is sent
    with mailed.live() as socket:
        assert socket.receive_json()["type"] == "view"
        later(MINUTES)
        (line,) = mailed.expect(1, state="dropped")
    assert line["reason"] == "You were at the table."


def test_somebody_who_plays_on_is_not_told(mailed, bob, inbox, later):
    mailed.make(bob)
    mailed.expect(1, event="turn", state="waiting")
    mailed.play()
    later(MINUTES)
    mailed.expect(0, event="turn")
    assert inbox.mails == []


def test_one_unread_turn_of_a_match_is_enough(mailed, bob, settings, later):
    mailed.make(bob, policy={"undo": "free"})
    mailed.play()
    bob.play()
    mailed.expect(1, event="turn")
    later(MINUTES)
    mailed.expect(1, event="turn", state="sent")
    ok(bob.write("undo"))
    version = bob.play()["version"]
    wait(lambda: noted(settings, mailed.id, version))
    mailed.expect(1, event="turn")
    mailed.play()
    bob.play()
    mailed.expect(2, event="turn")


def test_nobody_is_told_that_bots_wait(mailed, settings):
    mailed.id = mailed.guest.begin("blockade", ["bot", "human"]).id
    wait(lambda: mailed.view()["scene"]["current_player"] == 1)
    storage = Storage(settings.database_url)
    assert not Outbox(storage.engine, settings).note(mailed.id)
    storage.close()
    assert mailed.log(event="turn") == []


def test_many_mails_become_a_digest(servers, inbox, later):
    servers.settings = replace(servers.settings, mails_at_once=1)
    client = servers.start()
    ada, bob = arrive(client, "Ada"), arrive(client, "Bob")
    ada.confirm(inbox, "ada@example.org")
    ok(ada.set(mail=["turn"]))
    ada.make(bob)
    ada.expect(1, event="turn")
    later(MINUTES)
    ada.expect(1, event="turn", state="sent")
    matches = [ada.make(bob) for _ in range(3)]
    ada.expect(4, event="turn")
    later(MINUTES)
    held = ada.expect(3, state="held")
    assert {line["reason"] for line in held} == {"Held for a digest, because you had many mails."}
    later(timedelta(hours=1))
    ada.expect(4, event="turn", state="sent")
    servers.stop_all()
    (digest,) = inbox.about("3 games wait for you")
    assert {f"{PUBLIC}/m/{match_id}" for match_id in matches} <= {*digest.get_content().splitlines()}
    assert len(inbox.mails) == 3  # the code, the first notice and the digest


@pytest.mark.parametrize(("pace", "hours"), [("hourly", 1), ("daily", 24)])
def test_a_digest_comes_as_often_as_the_person_wants(mailed, bob, inbox, later, pace, hours):
    ok(mailed.set(pace=pace))
    mailed.make(bob)
    mailed.expect(1, event="turn")
    later(MINUTES)
    mailed.expect(1, event="turn", state="sent")
    mailed.make(bob)
    mailed.make(bob)
    mailed.expect(3, event="turn")
    later(MINUTES)
    held = mailed.expect(2, state="held")
    assert {line["reason"] for line in held} == {f"Held for your {pace} digest."}
    mailed.play()  # in the last of them, so that only one is left to tell
    later(timedelta(hours=hours))
    mailed.expect(2, event="turn", state="sent")
    mailed.expect(2, event="turn")
    assert len(inbox.about("It is your turn")) == 2


# ---------------------------------------------------------------------- processes that stop


def test_nothing_is_lost_between_two_servers(servers, mailed, bob, inbox, later):
    mailed.make(bob)
    mailed.expect(1, event="turn")
    servers.stop_all()
    later(MINUTES)
    client = servers.start()
    mailed.on(client).expect(1, event="turn", state="sent")
    servers.stop_all()
    assert len(inbox.mails) == 1


def test_what_a_killed_process_left_undone_is_done_by_the_next(servers, settings, mailed, bob, inbox, later):
    mailed.make(bob)
    mailed.expect(1, event="turn")
    version = mailed.play()["version"]
    ada, person = mailed.guest.me()["id"], bob.guest.me()["id"]
    servers.stop_all()
    storage = Storage(settings.database_url)
    matches = Matches(storage, Views(0.0, 0.0), lambda _: None)  # a process that is killed right after its write
    him = Caller(person)
    matches.play(bob.id, him, version, matches.view(bob.id, him, "wide").scene.choices[0].action)
    client = servers.start()
    mailed.on(client).expect(1, event="turn", state="waiting")
    servers.stop_all()
    later(MINUTES)
    outbox = Outbox(storage.engine, settings)
    assert outbox.claim_mail(ada) is not None  # a process that is killed while it sends
    assert outbox.claim_mail(ada) is None
    storage.close()
    client = servers.start()
    later(LEASE - MINUTES)
    assert inbox.mails == []
    later(MINUTES)
    mailed.on(client).expect(1, event="turn", state="sent")
    servers.stop_all()
    assert len(inbox.mails) == 1


def test_a_claim_succeeds_once(servers, settings, ada, bob, receiver, later):
    ok(ada.set("/webhooks", url=receiver.origin))
    ok(ada.set(webhook=["turn"]))
    ada.make(bob)
    (line,) = ada.expect(1, event="turn")
    servers.stop_all()
    later(MINUTES)
    storage = Storage(settings.database_url)
    with ThreadPoolExecutor(8) as pool:
        claims = list(pool.map(lambda _: Outbox(storage.engine, settings).claim(line["id"]), range(8)))
    storage.close()
    assert [claim.ids for claim in claims if claim is not None] == [[line["id"]]]


# ---------------------------------------------------------------------- receivers that fail


def test_a_failed_notice_is_tried_again_and_given_up_after_a_day(ada, bob, receiver, later):
    receiver.status = 500
    secret = ok(ada.set("/webhooks", url=receiver.origin))["secret"]
    ok(ada.set(webhook=["turn"]))
    ada.make(bob)
    ada.expect(1, event="turn")
    later(MINUTES)
    ada.expect(1, state="waiting", reason="The webhook answered 500.")
    receiver.status = 204
    later(MINUTES)
    ada.expect(1, state="sent")
    first, second = receiver.hooks(secret)
    assert first == second
    ada.play()
    receiver.status = 500
    bob.play()
    began = moments.now()
    ada.expect(1, state="waiting")
    while not ada.log(state="failed"):
        assert moments.now() - began < timedelta(days=2)
        tries = len(receiver.requests)
        later(timedelta(hours=1))
        wait(lambda: ada.log(state="failed") or len(receiver.requests) > tries or not due(ada), 20)  # noqa: B023
    assert moments.now() - began > timedelta(hours=20)


def due(player: Player) -> bool:
    """Return whether a notice is due and still waits."""
    return any(datetime.fromisoformat(line["due"]) <= moments.now() for line in player.log(state="waiting"))


def test_redirects_are_not_followed(ada, receiver):
    receiver.status = 302
    ok(ada.set("/webhooks", url=receiver.origin))
    (line,) = ok(ada.set("/test", channel="webhook"))
    assert (line["state"], line["reason"]) == ("failed", "The webhook answered 302. Redirects are not followed.")
    assert len(receiver.requests) == 1


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_removed(ada, receiver, status):
    receiver.status = status
    ok(ada.set("/push", **Device(receiver).subscription))
    (line,) = ok(ada.set("/test", channel="push"))
    assert (line["state"], line["reason"]) == ("failed", "This device takes no notices any more.")
    assert ok(ada.ask())["push"]["devices"] == []


@pytest.mark.parametrize(
    ("says", "reason"),
    [
        (b"", "There was no response in time."),
        (b"who are you?\r\n\r\n", "The response is not valid."),
    ],
)
def test_a_receiver_cannot_hold_the_server_up(says, reason):
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.sendall(says)
                while connection.recv(1024):  # until the other side has had enough
                    pass

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(Failure) as failure:
            asyncio.run(post(f"http://127.0.0.1:{listener.getsockname()[1]}/", {}, b"{}", private=True, seconds=0.3))
        thread.join()
    assert failure.value.text == reason


# ---------------------------------------------------------------------- settings


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
    refused(client.get("/api/me/notices", headers=headers), 403, "not_allowed")
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


HOSTILE = [
    "http://127.0.0.1/",
    "http://localhost:8000/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://10.0.0.1/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data",
    "http://0.0.0.0/",
    "http://2130706433/",
    "https://user:password@example.org/",
    "ftp://example.org/",
    "file:///etc/passwd",
    "http://",
    "http://example.org:0/",
    "http://example.org:99999/",
    "http://exa mple.org/",
    "http://example.org/\r\nHost: x",
]


def test_hostile_addresses_are_refused(servers, receiver):
    servers.settings = replace(servers.settings, private_addresses=False)
    ada = arrive(servers.start(), "Ada")
    for url in HOSTILE:
        refused(ada.set("/webhooks", url=url), 422, "bad_request")
        refused(ada.set("/push", **{**Device(receiver).subscription, "endpoint": url}), 422, "bad_request")
    refused(ada.set("/push", **{**Device(receiver).subscription, "endpoint": "http://1.1.1.1/"}), 422, "bad_request")
    found = ok(ada.ask())
    assert (found["webhook"]["hooks"], found["push"]["devices"]) == ([], [])
    ok(ada.set("/webhooks", url="https://1.1.1.1/hook"))


def test_an_address_is_checked_again_when_something_is_sent():
    """A name may lead elsewhere by then."""
    with pytest.raises(Failure, match="private network"):
        asyncio.run(post("http://localhost:1/", {}, b"", private=False))


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("1.1.1.1", True),
        ("2606:4700:4700::1111", True),
        ("172.16.0.1", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::a00:1", False),
        ("2002:a00:1::", False),
        ("2001:0:a00:1::", False),
    ],
)
def test_public_addresses(address, public):
    assert is_public(address) == public


# ---------------------------------------------------------------------- the operator


def test_a_server_without_a_mail_server_offers_no_mail(servers):
    servers.settings = replace(servers.settings, smtp_url=None)
    ada = arrive(servers.start(), "Ada")
    assert ok(ada.ask())["mail"]["available"] is False
    refused(ada.set("/mail", address="ada@example.org"), 403, "not_allowed")
    refused(ada.set(mail=["turn"]), 403, "not_allowed")


@pytest.mark.parametrize(
    "url",
    [
        "smtp://user:secret@host:587/",
        "smtp://user:secret@host:port/?from=a@example.org",
        "http://user:secret@host/?from=a@example.org",
        "smtp:///?from=a@example.org",
    ],
)
def test_a_wrong_mail_server_is_named_without_its_password(url):
    with pytest.raises(ValueError, match="STOCKADE_SMTP_URL must have the form") as wrong:
        read_url(url)
    assert "secret" not in "".join(traceback.format_exception(wrong.value)).replace(url, "")


def test_the_mail_server_from_the_environment(monkeypatch):
    monkeypatch.setenv("STOCKADE_SMTP_URL", "smtp://me%40x:p%3Aw@mail.example.org/?from=games@example.org")
    monkeypatch.setenv("STOCKADE_PUBLIC_URL", "https://games.example.org/")
    settings = from_env()
    server = read_url(settings.smtp_url)
    assert (server.host, server.port, server.user, server.password) == ("mail.example.org", 587, "me@x", "p:w")
    assert "p%3Aw" not in repr(settings)
    assert "p:w" not in repr(server)


def test_mail_is_encrypted_where_the_mail_server_offers_it(tmp_path):
    inbox = Inbox()
    with inbox.open(certificate(tmp_path), {"me": "secret"}):
        url = inbox.url.replace("smtp://", "smtp://me:secret@")
        Mailer(read_url(url), PUBLIC).send_code("ada@example.org", "123456")
        wrong = Mailer(read_url(url.replace("secret", "wrong")), PUBLIC)
        with pytest.raises(Failure, match="password"):
            wrong.send_code("ada@example.org", "123456")
    assert inbox.encrypted == [True]


def test_logs_contain_no_secrets(mailed, bob, inbox, receiver, later, caplog):
    caplog.set_level(logging.DEBUG)
    device = Device(receiver)
    ok(mailed.set("/push", **device.subscription))
    hook = ok(mailed.set("/webhooks", url=f"{receiver.origin}/my-hook"))
    ok(mailed.set(push=EVENTS, webhook=EVENTS))
    receiver.status = 500
    inbox.answer = "451 later"
    mailed.make(bob)
    mailed.expect(3, event="turn")
    later(MINUTES)
    wait(lambda: all(line["reason"] for line in mailed.log(event="turn")))
    ours = "\n".join(
        record.getMessage() for record in caplog.records if not record.name.startswith(("mail.", "httpx", "httpcore"))
    )
    for secret in (hook["secret"], "my-hook", device.path, "ada@example.org", mailed.guest.key):
        assert secret not in ours
