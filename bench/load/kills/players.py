"""People who play at tables while servers are killed: whatever breaks is taken up again.

A move counts as acknowledged when its answer was read: over HTTP a 200, over a WebSocket a view that has it in its
log. A move whose answer was cut off is sent once more with the version it was based on, as a careful client does. It
must then be refused as stale, or be played for the first time.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from typing import Any

import httpx
import websockets

from .ledger import REFUSED, UNKNOWN, Kind, Sent, Table

BROKEN = (httpx.HTTPError, websockets.WebSocketException, OSError, EOFError, asyncio.TimeoutError)
ANSWER_SECONDS = 30.0
EARLIER = "earlier"  # a server that takes the token from the address


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


class Failed(httpx.HTTPError):
    """The server answered that it failed, so the move may stand or not."""


class Players:
    def __init__(self, bases: list[str], seed: int, dialect: str = "") -> None:
        self.bases = bases
        self.random = random.Random(seed)
        self.dialect = dialect
        self.tables: list[Table] = []
        self.is_stopped = False
        self.moved = 0
        self.cut_off = 0
        self.played_again = self.stood_already = 0
        self.failures: list[str] = []  # answers of 500 and above
        self.recoveries: list[float] = []  # seconds from a kill to the next acknowledged move
        self.killed_at: float | None = None

    async def open(self, kind: Kind) -> Table:
        table = Table(kind)
        seats = [{"kind": seat, **({"level": 2} if seat == "bot" else {})} for seat in kind.seats]
        body = {"game": kind.game, "seats": seats, "options": kind.options, "policy": kind.policy}
        began = time.monotonic()
        async with httpx.AsyncClient(base_url=self.random.choice(self.bases), timeout=90) as client:
            made = (await client.post("/api/matches", json=body)).raise_for_status().json()
            table.id, table.tokens[made["seat"]] = made["id"], made["token"]
            for _ in range(kind.seats.count("open")):
                began = time.monotonic()
                joined = (await client.post(f"/api/matches/{table.id}/join", json={})).raise_for_status().json()
                table.tokens[joined["seat"]] = joined["token"]
        table.opened = (began, time.monotonic())
        self.tables.append(table)
        return table

    async def drive(self, table: Table) -> None:
        """Play until the match is over or everybody is told to stop."""
        while not self.is_stopped and not table.is_over and not table.kind.is_silent:
            with contextlib.suppress(*BROKEN):
                async with contextlib.AsyncExitStack() as stack:
                    base = self.random.choice(self.bases)
                    client = await stack.enter_async_context(httpx.AsyncClient(base_url=base, timeout=30))
                    sockets = {}
                    for seat in table.tokens if table.kind.way != "http" else ():
                        sockets[seat] = await self._join(stack, base, table, seat)
                    while not self.is_stopped and not table.is_over:
                        await self._step(table, client, sockets)
            await asyncio.sleep(0.2)

    async def _join(self, stack: contextlib.AsyncExitStack, base: str, table: Table, seat: int) -> Any:
        url = f"{base.replace('http', 'ws', 1)}/api/matches/{table.id}/live"
        if self.dialect == EARLIER:
            url += f"?token={table.tokens[seat]}"
        socket = await stack.enter_async_context(websockets.connect(url, max_size=None, open_timeout=30, proxy=None))
        if self.dialect != EARLIER:
            hello = {"type": "join", "token": table.tokens[seat], "shape": "wide", "version": None, "patches": False}
            await socket.send(json.dumps(hello))
        return socket

    async def look(self, table: Table, client: httpx.AsyncClient, seat: int) -> dict[str, Any]:
        answer = await client.get(f"/api/matches/{table.id}", headers=bearer(table.tokens[seat]))
        self._note(answer)
        view: dict[str, Any] = answer.raise_for_status().json()
        table.note_standing(view["log"])
        return view

    async def _step(self, table: Table, client: httpx.AsyncClient, sockets: dict[int, Any]) -> None:
        watching = next(iter(table.tokens))
        view = await self.look(table, client, watching)
        if view["status"] == "over":
            table.is_over = True
            return
        seat = view["scene"]["current_player"]
        if seat not in table.tokens:  # a bot, which has to go on by itself
            await asyncio.sleep(0.15)
            after = await self.look(table, client, watching)
            if after["version"] != view["version"]:
                self._progress()
            return
        await asyncio.sleep(self.random.uniform(0, table.kind.pause))
        if seat != watching:
            view = await self.look(table, client, seat)
            if view["scene"]["current_player"] != seat or view["status"] == "over":
                return
        await self._move(table, client, sockets, seat, view)

    async def _move(
        self, table: Table, client: httpx.AsyncClient, sockets: dict[int, Any], seat: int, view: dict[str, Any]
    ) -> None:
        cut_off = next((sent for sent in table.sent if sent.outcome == UNKNOWN and sent.tries == 1), None)
        if cut_off is not None:
            await self._again(table, client, cut_off)
            return
        choice = self.random.choice(view["scene"]["choices"])
        sent = Sent(view["version"], len(view["log"]), seat, choice["text"])
        table.sent.append(sent)
        try:
            if seat in sockets and (table.kind.way == "ws" or self.random.random() < 0.5):
                await self._by_socket(sockets[seat], sent, choice["action"])
            else:
                await self._by_http(table, client, sent, choice["action"])
        except BROKEN:
            self.cut_off += 1
            raise
        if sent.outcome != REFUSED:
            self._progress()

    async def _by_http(self, table: Table, client: httpx.AsyncClient, sent: Sent, action: int | str) -> None:
        answer = await client.post(
            f"/api/matches/{table.id}/actions",
            json={"version": sent.version, "action": action},
            headers=bearer(table.tokens[sent.seat]),
        )
        self._note(answer)
        if answer.status_code == 200:
            sent.acknowledge()
            table.check_line(sent, answer.json()["log"], "in the answer itself")
        elif answer.status_code < 500:
            sent.outcome = REFUSED
            if answer.json()["code"] != "stale_version":
                table.faults.append(f"a legal move was refused: {answer.text[:150]}")
        else:
            raise Failed("the server failed")

    async def _by_socket(self, socket: Any, sent: Sent, action: int | str) -> None:
        await socket.send(json.dumps({"type": "play", "version": sent.version, "action": action}))
        async with asyncio.timeout(ANSWER_SECONDS):
            while True:
                message = json.loads(await socket.recv())
                if message["type"] == "error":
                    if message["code"] != "stale_version":
                        raise Failed(f"the server failed: {message}")
                    sent.outcome = REFUSED
                    return
                if message["type"] == "view" and message["view"]["version"] > sent.version:
                    if sent.stands_in(message["view"]["log"]):
                        sent.acknowledge()
                    else:
                        sent.outcome = REFUSED
                    return

    async def _again(self, table: Table, client: httpx.AsyncClient, sent: Sent) -> None:
        """Send a move whose answer was cut off once more, based on the same version."""
        sent.tries += 1
        answer = await client.post(
            f"/api/matches/{table.id}/actions",
            json={"version": sent.version, "action": sent.text},
            headers=bearer(table.tokens[sent.seat]),
        )
        self._note(answer)
        if answer.status_code == 200:
            sent.acknowledge()
            self.played_again += 1
            self._progress()
        elif answer.status_code in (403, 409):  # it stands already, or never will
            self.stood_already += 1
        elif answer.status_code >= 500:
            sent.tries -= 1
            raise Failed("the server failed")
        else:
            table.faults.append(f"a repeated move: {answer.status_code} {answer.text[:150]}")

    def _note(self, answer: httpx.Response) -> None:
        if answer.status_code >= 500:
            self.failures.append(f"{answer.request.method} {answer.request.url.path} {answer.text[:100]}")

    def _progress(self) -> None:
        self.moved += 1
        if self.killed_at is not None:
            self.recoveries.append(time.monotonic() - self.killed_at)
            self.killed_at = None

    async def until_moved(self, moves: int, seconds: float = 30.0) -> None:
        """Wait until so many more moves were made, but not for ever."""
        wanted, deadline = self.moved + moves, time.monotonic() + seconds
        while self.moved < wanted and time.monotonic() < deadline:
            await asyncio.sleep(0.003)
