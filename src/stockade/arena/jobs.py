"""Shares work among several processes."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any, TypeVar

Result = TypeVar("Result")


def share_out(
    play: Callable[..., Result], pieces: Sequence[tuple[Any, ...]], jobs: int
) -> Iterator[tuple[int, Result]]:
    """Call a function once for each piece of work, on several processes.

    Yields the number of a piece and its result, in the order in which they are done.
    """
    if jobs == 1:
        for number, piece in enumerate(pieces):
            yield number, play(*piece)
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(pieces)), spawn, _quiet_worker) as pool:
        waiting = {pool.submit(play, *piece): number for number, piece in enumerate(pieces)}
        try:
            for done in as_completed(waiting):
                yield waiting[done], done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _quiet_worker() -> None:
    """Let Ctrl-C end a worker without a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
