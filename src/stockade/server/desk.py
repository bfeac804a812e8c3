"""The desk writes what players do: in a thread of its own, and several writes in one transaction.

A transaction costs more than a write. While one is under way others arrive, and the next transaction takes them all,
so that a busy server needs fewer of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextvars import Context, copy_context
from typing import NamedTuple

from stockade.core.errors import StockadeError

from .batches import Batches
from .errors import Refused
from .storage import Storage

logger = logging.getLogger("stockade.server")
MOST = 32  # writes in one transaction


class Job(NamedTuple):
    work: Callable[[], None]
    context: Context  # with the language of the request


class Desk:
    def __init__(self, storage: Storage, loop: asyncio.AbstractEventLoop) -> None:
        self.storage = storage
        self._batches: Batches[Job, None] = Batches("desk", self._do, loop, MOST, storage.hang_up)
        self.start, self.stop = self._batches.start, self._batches.stop

    async def do(self, work: Callable[[], None]) -> None:
        """Do some work that writes to matches, and return when it is committed."""
        await self._batches.do(Job(work, copy_context()))

    def _do(self, jobs: Sequence[Job]) -> list[Exception | None]:
        """Do jobs in one transaction, and return what was raised by each. If that fails, do each alone."""
        try:
            with self.storage.together():
                return [_attempt(job) for job in jobs]
        except Exception as error:
            if len(jobs) == 1:
                return [error]
            logger.debug("writes could not be done together; each is tried alone", exc_info=True)
            return [self._do([job])[0] for job in jobs]


def _attempt(job: Job) -> Exception | None:
    """Do a job. What is refused has written nothing; any other error ends the transaction."""
    try:
        job.context.run(job.work)
    except (Refused, StockadeError) as error:
        return error
    return None
