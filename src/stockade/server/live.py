"""Live updates: notify the connections that watch a match when it changes, in this process or another."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from dataclasses import dataclass, field

from anyio.to_thread import run_sync

from .settings import Settings
from .storage import Pulse, Storage

logger = logging.getLogger("stockade.server")


@dataclass(eq=False, slots=True)
class Watcher:
    """One open connection."""

    match_id: str
    seats: tuple[int, ...]  # those of the person who is connected
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    told: Pulse | None = None  # what it was last sent or notified of
    spoken: asyncio.Event = field(default_factory=asyncio.Event)  # something was said at the table
    heard: int = 0  # how often something had been said when it was last notified


class Hub:
    """Notifies watchers, on the event loop. Changes by other processes are found by polling the database."""

    def __init__(self, storage: Storage, settings: Settings) -> None:
        self.storage = storage
        self.settings = settings
        self._watchers: dict[str, set[Watcher]] = {}
        self._present: Counter[tuple[str, int]] = Counter()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._poll()), asyncio.create_task(self._stay_present())]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def wake(self, match_id: str, pulse: Pulse | None = None) -> None:
        """Notify everybody who watches a match or, if `pulse` is given, those who do not know of it yet."""
        for watcher in self._watchers.get(match_id, ()):
            if pulse is None or pulse != watcher.told:
                watcher.told = pulse
                watcher.changed.set()

    def hear(self, match_id: str, talk: int | None = None) -> None:
        """Notify those who watch a match that something was said or, if `talk` is given, those who do not know."""
        for watcher in self._watchers.get(match_id, ()):
            if talk is None or talk != watcher.heard:
                watcher.heard = watcher.heard if talk is None else talk
                watcher.spoken.set()

    async def enter(self, watcher: Watcher) -> None:
        self._watchers.setdefault(watcher.match_id, set()).add(watcher)
        for seat in watcher.seats:
            self._present[watcher.match_id, seat] += 1
            await self._touch(watcher.match_id, seat, True)

    async def leave(self, watcher: Watcher) -> None:
        watchers = self._watchers.get(watcher.match_id, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(watcher.match_id, None)
        for seat in watcher.seats:
            held = watcher.match_id, seat
            self._present[held] -= 1
            if self._present[held] <= 0:
                del self._present[held]
                await self._touch(*held, False)

    async def _touch(self, match_id: str, seat: int, present: bool) -> None:
        try:
            await run_sync(self.storage.touch, match_id, seat, present)
        except Exception:
            logger.exception("could not store who is connected")
        self.wake(match_id)

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(self.settings.poll_seconds)
            try:
                await self.look()
            except Exception:
                logger.exception("could not look for changes")

    async def look(self) -> None:
        """Poll for changes by other processes and notify the watchers who do not know of them."""
        if self._watchers:
            found = await run_sync(self.storage.pulses, list(self._watchers), self.settings.away_seconds)
            for match_id, pulse in found.items():
                self.wake(match_id, pulse)
                self.hear(match_id, pulse.talk)

    async def _stay_present(self) -> None:
        while True:
            await asyncio.sleep(self.settings.away_seconds / 3)
            for match_id, seat in list(self._present):
                try:
                    await run_sync(self.storage.touch, match_id, seat, True)
                except Exception:
                    logger.exception("could not store who is connected")
