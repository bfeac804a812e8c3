"""The parts of a running server. Each application has one `Service`, from startup to shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading

from anyio.to_thread import run_sync

from stockade.ready import builds

from .absence import Absence
from .bots import Bots
from .live import Hub
from .matches import Matches
from .notices.worker import Notices
from .orders import Orders
from .people.passkeys import Passkeys
from .people.people import People
from .ratings.ratings import Ratings
from .settings import Settings
from .storage import Storage
from .tables import Tables
from .talk.talk import Talk
from .timekeeper import Timekeeper
from .views import Views
from .warmup import get_ready
from .wishes import Wishes

CLOSING_SECONDS = 5.0  # how long to wait for a library that is being loaded
logger = logging.getLogger("stockade.server")


class Service:
    def __init__(self, settings: Settings, storage: Storage, loop: asyncio.AbstractEventLoop) -> None:
        self.settings = settings
        self.storage = storage
        self.matches = Matches(storage, Views(settings.away_seconds, settings.bot_delay), self._changed)
        self.people = People(storage.engine)
        self.passkeys = Passkeys(storage.engine, self.people)
        self.ratings = Ratings(storage.engine)
        storage.at_end = self.ratings.settle
        self.tables = Tables(self.matches)
        self.absence = Absence(self.tables)
        self.orders = Orders(self.matches)
        self.wishes = Wishes(self.matches)
        self.talk = Talk(self.matches, self._heard)
        self.hub = Hub(storage, settings)
        self.bots = Bots(self.matches, self.wishes, settings)
        self.timekeeper = Timekeeper(storage, self.absence, settings)
        self.notices = Notices(storage.engine, settings)
        self._loop = loop
        self._stopping = threading.Event()
        self._getting_ready = threading.Thread(
            target=get_ready, args=(self._stopping, settings.warm_up), name="getting ready", daemon=True
        )

    @classmethod
    async def open(cls, settings: Settings) -> Service:
        storage = await run_sync(Storage, settings.database_url)
        service = cls(settings, storage, asyncio.get_running_loop())
        await service.timekeeper.start()
        service.hub.start()
        service.bots.start()
        service.notices.start()
        service._getting_ready.start()
        return service

    async def close(self) -> None:
        self._stopping.set()
        await self.timekeeper.stop()
        await self.bots.stop()
        await self.notices.stop()
        await self.hub.stop()
        await run_sync(self._getting_ready.join, CLOSING_SECONDS)
        await run_sync(builds.close)
        await run_sync(self.storage.close)

    def _heard(self, match_id: str) -> None:
        """Notify those who are connected that something was said at a table. Called from any thread."""
        with contextlib.suppress(RuntimeError):  # as below
            self._loop.call_soon_threadsafe(self.hub.hear, match_id)

    def _changed(self, match_id: str) -> None:
        """Notify watchers, bots and people who are away of a committed write. Called from any thread."""

        def tell() -> None:
            self.hub.wake(match_id)
            self.bots.consider(match_id)
            self.notices.consider(match_id)

        # If the server is closing, the loop may be gone. The next server finds the write in the database.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(tell)
