"""Live updates: notify the connections that watch a match when it changes, in this process or another."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from anyio.to_thread import run_sync

from .bus import Bus, QuietBus
from .matches import Matches
from .moments import now
from .settings import Settings
from .storage import Pulse

logger = logging.getLogger("stockade.server")
Place = tuple[str, int]  # a match and a seat
POLLED = 500  # matches in one query


def tell_nobody() -> None:
    """Do nothing."""


@dataclass(eq=False, slots=True)
class Watcher:
    """One open connection."""

    match_id: str
    seats: tuple[int, ...]  # those of the person who is connected
    tell: Callable[[], None] = tell_nobody  # called when there is something to send
    changed: bool = False  # the match has changed
    spoken: bool = False  # something was said at the table
    told: Pulse | None = None  # what it was last sent or notified of
    heard: int = 0  # how often something had been said when it was last notified

    def notify(self, *, changed: bool = False, spoken: bool = False) -> None:
        self.changed |= changed
        self.spoken |= spoken
        self.tell()


class Hub:
    """Notifies watchers, on the event loop. Changes by other processes that no message told are found by polling."""

    def __init__(self, matches: Matches, settings: Settings, bus: Bus | None = None) -> None:
        self.matches = matches
        self.bus = bus or QuietBus()
        self.storage = matches.storage
        self.settings = settings
        self._watchers: dict[str, set[Watcher]] = {}
        self._present: Counter[Place] = Counter()
        self._tasks: list[asyncio.Task[None]] = []
        self.is_stopping = False

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._poll()), asyncio.create_task(self._stay_present())]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def end_streams(self) -> None:
        """Let all streams of events end, because the server stops and would wait for them."""
        self.is_stopping = True
        for watcher in [each for watchers in self._watchers.values() for each in watchers]:
            watcher.tell()

    def wake(self, match_id: str, pulse: Pulse | None = None) -> None:
        """Notify everybody who watches a match or, if `pulse` is given, those who do not know of it yet."""
        for watcher in self._watchers.get(match_id, ()):
            if pulse is None or pulse != watcher.told:
                watcher.told = pulse
                watcher.notify(changed=True)

    def hear(self, match_id: str, talk: int | None = None) -> None:
        """Notify those who watch a match that something was said or, if `talk` is given, those who do not know."""
        for watcher in self._watchers.get(match_id, ()):
            if talk is None or talk != watcher.heard:
                watcher.heard = watcher.heard if talk is None else talk
                watcher.notify(spoken=True)

    async def enter(self, watcher: Watcher) -> None:
        self._watchers.setdefault(watcher.match_id, set()).add(watcher)
        places = [(watcher.match_id, seat) for seat in watcher.seats]
        new = [place for place in places if not self._present[place]]
        self._present.update(places)
        await self._touch(new, now())

    async def leave(self, watcher: Watcher) -> None:
        watchers = self._watchers.get(watcher.match_id, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(watcher.match_id, None)
        places = [(watcher.match_id, seat) for seat in watcher.seats]
        self._present.subtract(places)
        gone = [place for place in places if self._present[place] <= 0]
        for place in gone:
            del self._present[place]
        await self._touch(gone, None)

    async def _touch(self, places: Sequence[Place], seen: datetime | None) -> None:
        """Store that people have come or gone, and let the others at their table see it."""
        if not places:
            return
        try:
            await run_sync(self.storage.touch, places, seen)
        except Exception:
            logger.exception("could not store who is connected")
        at = None if seen is None else seen.isoformat()
        for match_id, seat in places:
            self.note_presence(match_id, seat, seen)
            self.bus.publish("presence", {"match": match_id, "seat": seat, "seen": at})

    def note_presence(self, match_id: str, seat: int, seen: datetime | None) -> None:
        """Show at a table that somebody has come or gone."""
        self._set_seen(match_id, {seat: seen})
        self.wake(match_id)

    def _set_seen(self, match_id: str, seen: dict[int, datetime | None]) -> None:
        held = self.matches.kept.get(match_id)
        for row in () if held is None else held.seats:
            if row.seat in seen:
                row.seen = seen[row.seat]

    async def _poll(self) -> None:
        while True:
            alone = isinstance(self.bus, QuietBus) or not self.bus.connected
            await asyncio.sleep(self.settings.poll_seconds if alone else self.settings.relaxed_seconds)
            try:
                await self.look()
            except Exception:
                logger.exception("could not look for changes")

    def look_soon(self) -> None:
        """Look for what a bus that was down did not tell."""
        looking = asyncio.create_task(self.look())
        self._tasks.append(looking)
        looking.add_done_callback(self._tasks.remove)

    async def look(self) -> None:
        """Poll for changes by other processes and notify the watchers who do not know of them."""
        watched = list(self._watchers)
        for start in range(0, len(watched), POLLED):
            some = watched[start : start + POLLED]
            found = await run_sync(self.storage.pulses, some, self.settings.away_seconds)
            for match_id, pulse in found.items():
                self.matches.hear(match_id, pulse.version)
                self._set_seen(match_id, pulse.seen)
                self.wake(match_id, pulse)
                self.hear(match_id, pulse.talk)

    async def _stay_present(self) -> None:
        while True:
            await asyncio.sleep(self.settings.away_seconds / 3)
            moment = now()
            places = list(self._present)
            try:
                await run_sync(self.storage.touch, places, moment)
            except Exception:
                logger.exception("could not store who is connected")
            for match_id, seat in places:
                self._set_seen(match_id, {seat: moment})
