"""The desk writes what players do: in a thread of its own, and several writes in one transaction.

A transaction costs more than a write. While one is under way others arrive, and the next transaction takes them all,
so that a busy server needs fewer of them.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Sequence
from contextvars import Context, copy_context
from dataclasses import dataclass

from stockade.core.errors import StockadeError

from .errors import Refused
from .storage import Storage

logger = logging.getLogger("stockade.server")
MOST = 32  # writes in one transaction


@dataclass(frozen=True, slots=True)
class Job:
    work: Callable[[], None]
    context: Context  # with the language of the request
    done: asyncio.Future[None]


class Desk:
    def __init__(self, storage: Storage, loop: asyncio.AbstractEventLoop) -> None:
        self.storage = storage
        self._loop = loop
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Stop after the work that has been handed in."""
        self._jobs.put(None)
        self._thread.join()

    async def do(self, work: Callable[[], None]) -> None:
        """Do some work that writes to matches, and return when it is committed."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._jobs.put(Job(work, copy_context(), done))
        await done

    def _run(self) -> None:
        going = True
        while going:
            jobs = [self._jobs.get()]
            while len(jobs) < MOST and jobs[-1] is not None and not self._jobs.empty():
                jobs.append(self._jobs.get())
            going = jobs[-1] is not None
            todo = [job for job in jobs if job is not None]
            if todo:
                results = self._do(todo)
                self._loop.call_soon_threadsafe(_tell, todo, results)
        self.storage.hang_up()

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


def _tell(jobs: Sequence[Job], results: Sequence[Exception | None]) -> None:
    for job, error in zip(jobs, results, strict=True):
        if job.done.done():  # the client has gone
            continue
        if error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(error)
