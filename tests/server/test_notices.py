"""Notices, sent to a real mail server, a real push service and a real webhook."""

from __future__ import annotations

import re
import sqlite3
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update
from tests.server.at_table import Person, ok, refused, wait
from tests.server.receivers import Device, Inbox, Receiver, claims_of

from stockade.server import moments
from stockade.server.app import create_app
from stockade.server.matches import Matches
from stockade.server.models import MatchRow
from stockade.server.people.caller import Caller
from stockade.server.settings import Settings
from stockade.server.storage import Storage
from stockade.server.views import Views

with warnings.catch_warnings():
    # Starlette prefers another HTTP library for its test client; this one works as well.
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

EVENTS = ["turn", "time", "invited", "over", "asked"]
PUBLIC = "https://games.example.org"
MINUTES = timedelta(minutes=2)  # longer than every delay


class Player(Person):
    """A person with a device, who plays over HTTP and is therefore never connected."""

    def __init__(self, client: Any, key: str, person: str, match_id: str = "") -> None:
        super().__init__(client, match_id, None)
        self.key, self.person = key, person

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": f"stockade={self.key}"}

    def on(self, client: Any) -> Player:
        return Player(client, self.key, self.person, self.id)

    def ask(self, path: str = "", **params: Any) -> Any:
        return self.client.get(f"/api/me/notices{path}", params=params, headers=self.headers)

    def set(self, path: str = "", **body: Any) -> Any:
        return self.client.post(f"/api/me/notices{path}", json=body, headers=self.headers)

    def log(self, **wanted: Any) -> list[dict[str, Any]]:
        lines = ok(self.ask("/log", limit=200))
        return [line for line in lines if all(line[name] == value for name, value in wanted.items())]

    def expect(self, count: int, **wanted: Any) -> list[dict[str, Any]]:
        """Wait until the log has this many such lines."""
        return wait(lambda: len(found := self.log(**wanted)) == count and found, 20)

    def make(self, friend: Player, **more: Any) -> str:
        """Make a match with a friend. The maker is to move."""
        seats = [{"kind": "human"}, {"kind": "open"}]
        made = ok(
            self.client.post(
                "/api/matches", json={"game": "blockade", "seats": seats, **more}, headers=self.headers
            )
        )
        self.id = friend.id = made["id"]
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
        settings, public_url=PUBLIC, smtp_url=inbox.url, private_addresses=True, notice_seconds=0.02, mails_at_once=99
    )


def arrive(client: Any, name: str) -> Player:
    answer = client.post("/api/me", json={"name": name})
    key = answer.cookies["stockade"]
    client.cookies.clear()
    return Player(client, key, ok(answer)["id"])


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
