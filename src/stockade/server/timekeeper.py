"""Watch the clocks of all matches, and clear away tables that were abandoned.

Time does not run while no server is running: a server that starts adds the pause to every running clock. For this it
regularly stores that it is alive.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import datetime, timedelta

from anyio.to_thread import run_sync
from sqlalchemy.exc import SQLAlchemyError

from .absence import Absence
from .errors import Refused
from .moments import now
from .settings import Settings
from .storage import Storage

logger = logging.getLogger("stockade.server")
ALIVE = "alive"
CLEAR_EVERY = timedelta(hours=1)


class Timekeeper:
    def __init__(self, storage: Storage, absence: Absence, settings: Settings) -> None:
        self.storage = storage
        self.absence = absence
        self.settings = settings
        self._task: asyncio.Task[None] | None = None
        self._cleared: datetime | None = None

    async def start(self) -> None:
        await run_sync(self.catch_up)
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            with suppress(SQLAlchemyError):  # the disk may be full, and the other parts have to stop too
                await run_sync(self.beat)

    def catch_up(self) -> None:
        """Add the time in which no server was running to all clocks that were running."""
        alive = self.storage.fact(ALIVE)
        if alive is not None:
            pause = now() - datetime.fromisoformat(alive)
            if pause > timedelta(seconds=3 * self.settings.clock_seconds):
                self.storage.delay_clocks(pause)
        self.beat()

    def beat(self) -> None:
        self.storage.set_fact(ALIVE, now().isoformat())

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self.settings.clock_seconds)
            try:
                await run_sync(self.look)
                await run_sync(self.storage.checkpoint)
            except Exception:
                logger.exception("could not look at the clocks")

    def look(self) -> None:
        """Act on every clock that has run out."""
        self.beat()
        for match_id in self.storage.due():
            try:
                self.absence.time_up(match_id)
            except Refused as refusal:
                if refusal.code != "stale_version":  # then somebody played at the last moment
                    logger.warning("match %s: %s", match_id, refusal.message)
        if self._cleared is None or now() - self._cleared > CLEAR_EVERY:
            self._cleared = now()
            for match_id in self.storage.abandoned(timedelta(days=self.settings.waiting_days)):
                self.storage.remove(match_id)
