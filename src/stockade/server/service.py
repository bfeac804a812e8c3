"""The parts of a running server. Each application has one `Service`, from startup to shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import threading
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from anyio.to_thread import run_sync

from stockade.ready import builds

from .absence import Absence
from .analyses.analyses import Analyses
from .analyses.analysts import Analysts
from .bots import Bots, has_work
from .bus import RECONNECTED, open_bus
from .desk import Desk
from .limits.quotas import Quotas
from .limits.rates import Rates
from .live import Hub
from .matches import Matches
from .moderation.moderation import Moderation
from .notices.worker import Notices
from .orders import Orders
from .people.passkeys import Passkeys
from .people.people import People
from .pictures import Painter, Studio
from .puzzles.puzzles import Puzzles
from .ratings.ratings import Ratings
from .recording import Recording
from .settings import Settings
from .storage import Storage
from .tables import Tables
from .talk.talk import Talk
from .timekeeper import Timekeeper
from .variations.variations import Variations
from .views import Views
from .warmup import get_ready
from .wishes import Wishes
from .work.painting import Painters
from .work.questions import Answers, Questions

CLOSING_SECONDS = 5.0  # how long to wait for a library that is being loaded
logger = logging.getLogger("stockade.server")


class Service:
    def __init__(self, settings: Settings, storage: Storage, loop: asyncio.AbstractEventLoop) -> None:
        self.settings = settings
        self.storage = storage
        self.matches = Matches(storage, Views(settings.away_seconds, settings.bot_delay), self._changed)
        self.bus = open_bus(settings)
        self.desk = Desk(storage, loop)
        self.painter = Painter(Studio(self.matches.views), loop)
        self.painters = Painters(self.painter)
        self.people = People(storage.engine, self._moved)
        self.passkeys = Passkeys(storage.engine, self.people)
        self.ratings = Ratings(storage.engine)
        self.puzzles = Puzzles(storage.engine)
        storage.at_end = self.ratings.settle
        self.tables = Tables(self.matches)
        self.absence = Absence(self.tables)
        self.orders = Orders(self.matches)
        self.recording = Recording(self.matches, settings.public_url)
        self.wishes = Wishes(self.matches)
        self.variations = Variations(self.matches)
        self.talk = Talk(self.matches, self._heard)
        self.hub = Hub(self.matches, settings, self.bus)
        self.moderation = Moderation(self.matches)
        self.talk.check_author = self.moderation.check_author
        self.quotas = Quotas(storage.engine, settings.limits)
        self.rates = Rates(settings.limits, settings.bus if (settings.bus or "").startswith("redis") else None)
        self.bots = Bots(self.matches, self.wishes, settings)
        self.bots.thought = self.quotas.thought
        self.questions = Questions(storage.engine, self.bus.publish)
        self.answers = Answers(self.matches, self.bots, self.bots.claims.worker, self.bus.publish)
        self.analyses = Analyses(self.matches, self.quotas, self.bus.publish)
        self.analysts = Analysts(self.matches, self.bots.claims.worker)
        self.analysts.thought = self.quotas.thought
        self.timekeeper = Timekeeper(storage, self.absence, settings)
        self.notices = Notices(storage.engine, settings)
        self._loop = loop
        self._stopping = threading.Event()
        self._getting_ready = threading.Thread(
            target=get_ready, args=(self._stopping, settings.warm_up), name="getting ready", daemon=True
        )

    @classmethod
    async def open(cls, settings: Settings) -> Service:
        # By default a thread that runs Python may keep others waiting for 5 ms, each time they need the interpreter.
        sys.setswitchinterval(0.0005)
        storage = await run_sync(Storage, settings.database_url)
        service = cls(settings, storage, asyncio.get_running_loop())
        await service.bus.start(service._receive)
        if settings.serves:
            await service.timekeeper.start()
            service.desk.start()
            service.painter.start()
            await service.moderation.start()
            service.hub.start()
        if settings.thinks:
            service.bots.start()
            service.answers.start()
            service.analysts.start()
        if settings.tells:
            service.notices.start()
        service._getting_ready.start()
        return service

    @property
    def has_loaded(self) -> bool:
        """Whether all games are loaded, or are being compiled by other processes."""
        return not self._getting_ready.is_alive()

    async def close(self) -> None:
        self._stopping.set()
        await self.timekeeper.stop()
        await self.answers.stop()
        await self.analysts.stop()
        await self.bots.stop()
        await self.notices.stop()
        await self.recording.darkroom.stop()
        if self.settings.serves:
            await self.hub.stop()
            await run_sync(self.desk.stop)
            await self.painters.stop()
            await run_sync(self.painter.stop)
            await self.moderation.stop()
        await self.bus.stop()
        await self.rates.stop()
        await run_sync(self.quotas.write)
        await run_sync(self._getting_ready.join, CLOSING_SECONDS)
        await run_sync(builds.close)
        await run_sync(self.storage.close)

    # ------------------------------------------------------------------ news of this process, for itself and others

    def _moved(self) -> None:
        """Forget who sits where, because seats have passed to other people. Called from any thread."""
        self.matches.kept.clear()
        self._soon(lambda: self.bus.publish("people", {}))

    def _heard(self, match_id: str) -> None:
        """Notify those who are connected that something was said at a table. Called from any thread."""

        def tell() -> None:
            self.hub.hear(match_id)
            self.bus.publish("talk", {"match": match_id})

        self._soon(tell)

    def _changed(self, match_id: str) -> None:
        """Notify watchers, bots and people who are away of a committed write. Called from any thread."""

        def tell() -> None:
            held = self.matches.kept.get(match_id)
            news = {
                "match": match_id,
                "version": None if held is None else held.row.version,
                "bots": held is None or has_work(held),
                "people": held is None or any(seat.person is not None for seat in held.seats),
            }
            self._spread(news)
            if news["bots"] or news["people"] or not self.settings.only_web:
                self.bus.publish("match", news)

        self._soon(tell)

    def _soon(self, tell: Callable[[], None]) -> None:
        # If the server is closing, the loop may be gone. The next server finds the write in the database.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(tell)

    def _spread(self, news: Mapping[str, Any]) -> None:
        """Pass on that a match has changed to everybody here whom it concerns."""
        match_id = news["match"]
        self.hub.wake(match_id)
        if news["bots"] and self.settings.thinks:
            self.bots.consider(match_id)
        if news["people"] and self.settings.tells:
            self.notices.consider(match_id)

    # ------------------------------------------------------------------ news of other processes

    def _receive(self, topic: str, message: Mapping[str, Any]) -> None:
        """Act on a message from the bus. A message that lacks something is logged there, and changes nothing."""
        match topic:
            case "match":
                self.matches.hear(message["match"], message["version"])
                self._spread(message)
            case "talk":
                self.hub.hear(message["match"])
            case "presence":
                seen = None if message["seen"] is None else datetime.fromisoformat(message["seen"])
                self.hub.note_presence(message["match"], message["seat"], seen)
            case "people":
                self.matches.kept.clear()
            case "question" if self.settings.thinks:
                self.answers.hear()
            case "analysis" if self.settings.thinks:
                self.analysts.hear()
            case "answer":
                self.questions.hear(message["id"])
            case _ if topic == RECONNECTED and self.settings.serves:
                self.hub.look_soon()
