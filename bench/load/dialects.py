"""What the load generator says to a server and understands of its answers.

Answers are never parsed as JSON: that would cost more than the rest of the generator. A few regular expressions find
the version, the player who has to decide, and one action that is legal.
"""

from __future__ import annotations

import http.client
import json
import random
import re
from typing import Any, Protocol

from .frames import connect
from .table import Seat, Table

# Each begins with plain text, which is found quickly. `,"value"` is there if a patch sets the field itself.
ACTION = re.compile(rb'action"(?:,"value")?:(\d+)')
MOVER = re.compile(rb'current_player"(?:,"value")?:(-?\d+)')
VIEWED = re.compile(rb'"version":(\d+),"status":"(\w+)"')
PATCHED = re.compile(rb'\{"type":"patch","version":(\d+)')
STATUS = re.compile(rb'/status","value":"(\w+)"')
CODE = re.compile(rb'"code":"(\w+)"')
ID = re.compile(rb'"id":"([^"]+)"')
TOKEN = re.compile(rb'"token":"([^"]+)"')
VIEW_HEAD = 20_000  # bytes of a view in which its version stands

NOTHING, CHANGED, REFUSED = range(3)  # what a message was


class Dialect(Protocol):
    """One kind of server."""

    def open(self, client: http.client.HTTPConnection, source: str | None, watchers: int) -> Table:
        """Make a match for two, with a connection for each of them and for some who watch. This may take a while."""

    def read(self, seat: Seat, message: bytes) -> int:
        """Note what a message says about the match."""

    def play(self, seat: Seat, chooser: random.Random) -> bytes | None:
        """Return the message that makes a move, or None if no move is known."""

    def ask(self, seat: Seat) -> bytes | None:
        """Return the message that asks for everything again, or None if there is none."""


def post(client: http.client.HTTPConnection, path: str, body: dict[str, Any]) -> bytes:
    request = "POST", path, json.dumps(body), {"Content-Type": "application/json"}
    try:
        client.request(*request)
        response = client.getresponse()
    except ConnectionError:  # the server has closed a connection that was not used for a while
        client.close()
        client.request(*request)
        response = client.getresponse()
    content = response.read()
    if response.status not in (200, 201):
        raise OSError(f"POST {path}: {response.status} {content[:200].decode('utf-8', 'replace')}")
    return content


def found(pattern: re.Pattern[bytes], text: bytes) -> str:
    match = pattern.search(text)
    assert match is not None, (pattern.pattern, text[:200])
    return match[1].decode()


class Stockade:
    """This project's server."""

    def __init__(self, game: str, options: dict[str, Any], patches: bool = True, deflate: bool = False) -> None:
        self.game, self.options, self.patches, self.deflate = game, options, patches, deflate

    def open(self, client: http.client.HTTPConnection, source: str | None, watchers: int = 0) -> Table:
        seats = [{"kind": "human"}, {"kind": "open"}]
        made = post(client, "/api/matches", {"game": self.game, "options": self.options, "seats": seats})
        table = Table(found(ID, made))
        joined = post(client, f"/api/matches/{table.id}/join", {})
        for no, token in enumerate([found(TOKEN, made), found(TOKEN, joined), *[""] * watchers]):
            socket = connect(client.host, client.port, self.path(table.id, token), source, self.deflate)
            seat = Seat(table, no, socket, token)
            table.seats.append(seat)
            hello = self.hello(token)
            if hello is not None:
                socket.send(hello)
        return table

    def path(self, match_id: str, token: str) -> str:  # noqa: ARG002
        return f"/api/matches/{match_id}/live"

    def hello(self, token: str) -> bytes | None:
        body = {"type": "join", "token": token or None, "shape": "wide", "version": None, "patches": self.patches}
        return json.dumps(body).encode()

    def read(self, seat: Seat, message: bytes) -> int:
        if message.startswith(b'{"type":"patch"'):
            match = PATCHED.match(message)
            status = STATUS.search(message)
        elif message.startswith(b'{"type":"view"'):
            match = status = VIEWED.search(message, 0, VIEW_HEAD)
        else:
            return REFUSED if message.startswith(b'{"type":"error"') else NOTHING
        assert match is not None, message[:200]
        version = int(match[1])
        if ACTION.search(message):
            seat.choices = message
        elif version > seat.version:
            seat.choices = b""
        seat.version = version
        if version >= seat.table.version:
            seat.table.version = version
            mover = MOVER.search(message)
            if mover is not None:
                seat.table.mover = int(mover[1])
            if status is not None and status[status.re.groups] == b"over":
                seat.table.is_over = True
        return CHANGED

    def play(self, seat: Seat, chooser: random.Random) -> bytes | None:
        action = any_action(seat.choices, chooser)
        return None if action is None else b'{"type":"play","version":%d,"action":%b}' % (seat.version, action)

    def ask(self, seat: Seat) -> bytes | None:  # noqa: ARG002
        return b'{"type":"view"}'


class EarlierStockade(Stockade):
    """A server of this project that takes the token from the address and sends whole views only."""

    def path(self, match_id: str, token: str) -> str:
        return f"/api/matches/{match_id}/live?token={token}"

    def hello(self, token: str) -> bytes | None:  # noqa: ARG002
        return None

    def ask(self, seat: Seat) -> bytes | None:  # noqa: ARG002
        return None


def any_action(text: bytes, chooser: random.Random) -> bytes | None:
    """Return one of the actions in a message: the first one behind a random place."""
    if not text:
        return None
    match = ACTION.search(text, int(chooser.random() * len(text))) or ACTION.search(text)
    return match[1] if match else None
