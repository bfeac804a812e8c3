"""Let many owners share few thinkers: whoever has the fewest bots thinking is served next."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """Admits a number of thoughts at a time. Used on the event loop only."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[None]:
        await self._wait(owner)
        try:
            yield
        finally:
            self._running[owner] -= 1
            if not self._running[owner]:
                del self._running[owner]
            self._free += 1
            self._admit()

    async def _wait(self, owner: str) -> None:
        ticket: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(ticket)
        self._admit()
        try:
            await ticket
        except asyncio.CancelledError:
            if ticket.done() and not ticket.cancelled():  # it was admitted at the last moment
                self._running[owner] -= 1
                self._free += 1
            self._admit()
            raise

    def _admit(self) -> None:
        while self._free and self._waiting:
            owner = min(self._waiting, key=lambda each: self._running[each])  # of equals, who has waited longest
            tickets = self._waiting[owner]
            ticket = tickets.popleft()
            if not tickets:
                del self._waiting[owner]
            if ticket.done():
                continue
            ticket.set_result(None)
            self._free -= 1
            self._running[owner] += 1
