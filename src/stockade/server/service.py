"""The parts of a running server, put together. One for each application, from its start to its end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading

from anyio.to_thread import run_sync

from .bots import Bots
from .live import Hub
from .matches import Matches
from .settings import Settings
from .storage import Storage
from .views import Views
from .warmup import warm_up
from .wishes import Wishes

logger = logging.getLogger("stockade.server")


class Service:
    def __init__(self, settings: Settings, storage: Storage, loop: asyncio.AbstractEventLoop) -> None:
        self.settings = settings
        self.storage = storage
        self.matches = Matches(storage, Views(settings.away_seconds, settings.bot_delay), self._changed)
        self.wishes = Wishes(self.matches)
        self.hub = Hub(storage, settings)
        self.bots = Bots(self.matches, self.wishes, settings)
        self._loop = loop
        self._stopping = threading.Event()

    @classmethod
    async def open(cls, settings: Settings) -> Service:
        storage = await run_sync(Storage, settings.database_url)
        service = cls(settings, storage, asyncio.get_running_loop())
        service.hub.start()
        service.bots.start()
        if settings.warm_up:
            threading.Thread(target=warm_up, args=(service._stopping,), name="warm-up", daemon=True).start()
        return service

    async def close(self) -> None:
        self._stopping.set()
        await self.bots.stop()
        await self.hub.stop()
        await run_sync(self.storage.close)

    def _changed(self, match_id: str) -> None:
        """After a committed write, from any thread."""

        def tell() -> None:
            self.hub.wake(match_id)
            self.bots.consider(match_id)

        # A write may be the last thing a closing server does: whoever starts next finds it in the database.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(tell)
