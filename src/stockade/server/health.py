"""Whether a process can take traffic, and what is missing if it cannot."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from anyio.to_thread import run_sync
from sqlalchemy.exc import SQLAlchemyError

from . import schema
from .migrations import HEAD
from .moments import now

if TYPE_CHECKING:
    from .service import Service

logger = logging.getLogger("stockade.server")
KEPT_SECONDS = 1.0  # how long an answer is kept: asking often must not cost much
PATIENCE = 2.0  # seconds that the database may take
FACT = "probed"


class Probe:
    def __init__(self, service: Service) -> None:
        self.service = service
        self._missing: list[str] = []
        self._looked: float | None = None
        self._looking = asyncio.Lock()

    async def missing(self) -> list[str]:
        """Return the parts that are not ready: `database`, `migrations`, `bus` or `games`."""
        async with self._looking:
            if self._looked is None or time.monotonic() - self._looked > KEPT_SECONDS:
                found = await self._look()
                if found and found != self._missing:
                    logger.warning("not ready: %s", ", ".join(found))
                elif self._missing and not found:
                    logger.info("ready")
                self._missing, self._looked = found, time.monotonic()
        return self._missing

    async def _look(self) -> list[str]:
        try:
            async with asyncio.timeout(PATIENCE):
                missing = await run_sync(self._database, abandon_on_cancel=True)
        except TimeoutError:
            missing = ["database"]
        bus = getattr(self.service, "bus", None)
        if bus is not None and not bus.connected:
            missing.append("bus")
        if not self.service.has_loaded:
            missing.append("games")
        return missing

    def _database(self) -> list[str]:
        """Check that the database has the newest tables and can be written to: on a full disk it can only be read."""
        storage = self.service.storage
        try:
            if schema.current(storage.engine) != HEAD:
                return ["migrations"]
            storage.set_fact(FACT, now().isoformat())
        except SQLAlchemyError:
            logger.debug("the database does not work", exc_info=True)
            return ["database"]
        return []
