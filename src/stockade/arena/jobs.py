"""Shares work among several processes, on this machine or on a cluster."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Protocol, TypeVar

from stockade.core.errors import StockadeError

Result = TypeVar("Result")
Piece = tuple[Any, ...]
"""The arguments of one call."""


class WorkerDied(StockadeError):
    """A process was ended from outside or ended itself, before its work was done."""

    code = "worker_died"


class Workers(Protocol):
    """Where work is done."""

    @property
    def count(self) -> int:
        """How many pieces are worked on at a time."""

    def share_out(
        self, work: Callable[..., Result], pieces: Sequence[Piece]
    ) -> Generator[tuple[int, Result], None, None]:
        """Do what `share_out` says."""


class Local:
    """Processes on this machine. A single one is this process itself. In a `with` block, they stay for more work."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Local:
        if self.count > 1:
            self._pool = ProcessPoolExecutor(self.count, multiprocessing.get_context("spawn"), _quiet_worker)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._pool is not None:
            # Without cancelling, pieces that have not begun would be worked on until the end.
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def share_out(
        self, work: Callable[..., Result], pieces: Sequence[Piece]
    ) -> Generator[tuple[int, Result], None, None]:
        if self.count == 1 or not pieces:
            for number, piece in enumerate(pieces):
                yield number, work(*piece)
        elif self._pool is None:
            with Local(min(self.count, len(pieces))) as opened:
                yield from opened.share_out(work, pieces)
        else:
            waiting = {self._pool.submit(work, *piece): number for number, piece in enumerate(pieces)}
            try:
                for done in as_completed(waiting):
                    yield waiting[done], done.result()
            except BrokenExecutor as error:
                why = "a process that shared the work has ended: a bot has ended it, or memory ran out"
                raise WorkerDied(why) from error
            finally:
                for each in waiting:
                    each.cancel()


def workers_of(where: int | Workers) -> Workers:
    """Return the workers. A number means so many processes on this machine."""
    return Local(where) if isinstance(where, int) else where


@contextmanager
def staying(where: int | Workers) -> Iterator[Workers]:
    """Give workers that stay for several lists of work, so that they start only once."""
    if isinstance(where, int):
        with Local(where) as local:
            yield local
    else:
        yield where


def share_out(
    work: Callable[..., Result], pieces: Sequence[Piece], where: int | Workers
) -> Generator[tuple[int, Result], None, None]:
    """Call a function once for each piece of work.

    Yields the number of a piece and its result, in the order in which they are done. Close it to drop the rest.
    """
    yield from workers_of(where).share_out(work, pieces)


def _quiet_worker() -> None:
    """Let Ctrl-C end a worker without a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
