"""How the load generator talks to a boardgame.io server: socket.io's messages over a WebSocket."""

from __future__ import annotations

import http.client
import json
import random
import re

from ..dialects import CHANGED, NOTHING, REFUSED, post
from ..frames import connect
from ..table import Seat, Table

STATE = re.compile(rb'"_stateID":(\d+)')
MOVER = re.compile(rb'"currentPlayer":"(\d+)"')
LEGAL = re.compile(rb'"legal":\[([\d,]*)\]')


class BoardgameIO:
    """A boardgame.io server, used as its own client does: a match is joined in the lobby and then synchronised."""

    def __init__(self, game: str) -> None:
        self.game = game

    def open(self, client: http.client.HTTPConnection, source: str | None, watchers: int = 0) -> Table:
        made = json.loads(post(client, f"/games/{self.game}/create", {"numPlayers": 2, "unlisted": True}))
        table = Table(made["matchID"])
        for no in range(2 + watchers):
            token = ""
            if no < 2:
                body = {"playerID": str(no), "playerName": str(no)}
                joined = json.loads(post(client, f"/games/{self.game}/{table.id}/join", body))
                token = joined["playerCredentials"]
            socket = connect(client.host, client.port, "/socket.io/?EIO=4&transport=websocket", source)
            seat = Seat(table, no, socket, token)
            table.seats.append(seat)
            socket.send(b"40/%b," % self.game.encode())
        return table

    def read(self, seat: Seat, message: bytes) -> int:
        if message.startswith(b"42"):
            return self._read_event(seat, message)
        if message == b"2":  # a ping of engine.io
            seat.socket.send(b"3")
        elif message.startswith(b"40"):  # connected to the game's namespace
            player = str(seat.no) if seat.no < 2 else None
            seat.socket.send(self._event("sync", seat.table.id, player, seat.token, 2))
        elif message.startswith(b"44"):
            return REFUSED
        return NOTHING

    def _read_event(self, seat: Seat, message: bytes) -> int:
        state = STATE.search(message)
        if state is None:
            return NOTHING  # who is connected
        version, table = int(state[1]), seat.table
        seat.version = version
        seat.choices = message
        if version >= table.version:
            table.version = version
            mover = MOVER.search(message)
            table.mover = int(mover[1]) if mover else -1
            table.is_over = b'"gameover":' in message
        return CHANGED

    def play(self, seat: Seat, chooser: random.Random) -> bytes | None:
        legal = LEGAL.search(seat.choices)
        if legal is None or not legal[1]:
            return None
        action = int(chooser.choice(legal[1].split(b",")))
        payload = {"type": "play", "args": [action], "playerID": str(seat.no), "credentials": seat.token}
        move = {"type": "MAKE_MOVE", "payload": payload}
        return self._event("update", move, seat.version, seat.table.id, str(seat.no))

    def ask(self, seat: Seat) -> bytes | None:
        return self._event("sync", seat.table.id, str(seat.no), seat.token, 2)

    def _event(self, *parts: object) -> bytes:
        return b"42/%b,%b" % (self.game.encode(), json.dumps(parts).encode())
