"""Do work in a thread of its own, several jobs at a time, and tell the event loop what became of each."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")


class Batches(Generic[Job, Result]):
    """While the thread is at work, more jobs arrive. It takes them together, and wakes the event loop once for all.

    `work` is given the jobs of a batch and returns a result or an error for each. It must not raise any itself.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[Sequence[Job]], Sequence[Result | Exception]],
        loop: asyncio.AbstractEventLoop,
        most: int,
        at_end: Callable[[], None] | None = None,
    ) -> None:
        self._work = work
        self._loop = loop
        self._most = most
        self._at_end = at_end  # called in the thread
        self._jobs: queue.SimpleQueue[tuple[Job, asyncio.Future[Result]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Stop after the jobs that have been handed in."""
        self._jobs.put(None)
        self._thread.join()

    async def do(self, job: Job) -> Result:
        """Hand in a job, and return its result."""
        done: asyncio.Future[Result] = self._loop.create_future()
        self._jobs.put((job, done))
        return await done

    def _run(self) -> None:
        going = True
        while going:
            taken = [self._jobs.get()]
            while len(taken) < self._most and taken[-1] is not None and not self._jobs.empty():
                taken.append(self._jobs.get())
            going = taken[-1] is not None
            batch = [each for each in taken if each is not None]
            if batch:
                results = self._work([job for job, _ in batch])
                self._loop.call_soon_threadsafe(_tell, [done for _, done in batch], results)
        if self._at_end is not None:
            self._at_end()


def _tell(futures: Sequence[asyncio.Future[Result]], results: Sequence[Result | Exception]) -> None:
    for done, result in zip(futures, results, strict=True):
        if done.done():  # nobody waits for it any more
            continue
        if isinstance(result, Exception):
            done.set_exception(result)
        else:
            done.set_result(result)
