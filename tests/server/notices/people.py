"""People who are away, and the servers that tell them, for tests."""

from __future__ import annotations

import re
import warnings
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

from tests.server.at_table import ask, ok, wait
from tests.server.company import Guest, Seat
from tests.server.notices.receivers import Inbox

from stockade.server.app import create_app
from stockade.server.settings import Settings

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


def arrive(client: TestClient, name: str) -> Player:
    return Player(Guest(client, name))


def noted(settings, match_id: str, version: int) -> bool:
    """Return whether the notices up to a version of a match are written."""
    return ask(settings, "SELECT version FROM noted_matches WHERE match_id = :id", id=match_id) == [(version,)]
