"""Compile the library of one game: `python -m stockade.ready.build GAME`.

It is meant to run as a separate process, usually with low priority; see `builds`. Each line on standard output is
JSON with the progress as a share from 0 to 1. The process ends when its standard input is closed, so that it does not
outlive its parent.
"""

from __future__ import annotations

import gc
import json
import math
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from stockade.core import library
from stockade.core.compiler import Entry, Kernel, compile_entries
from stockade.core.game import Game
from stockade.core.registry import game as find_game

# Rough shares of the work. Games differ.
BEGUN = 0.01
LISTED = 0.12  # the entry points from Python are known
TRANSLATED = 0.65  # next is the optimiser
LOOK_SECONDS = 0.2
QUIET_SECONDS = 1.0  # after this long without a step, something large is at work

Tell = Callable[[float], None]


def build(game: Game, tell: Tell) -> None:
    """Compile and store the library of a game, unless another process has just done it."""
    path = library.path_of(game)
    with alone(path, tell):
        if not path.is_file():
            make(game, path, tell)
    tell(1.0)


def make(game: Game, path: Path, tell: Tell) -> None:
    with paced(tell) as step:
        entries = list_entries(game)
        step(LISTED)
        expected = max(1, len(reached([kernel for kernel, _ in entries])))
        done = 0

        def count(_kernel: Kernel) -> None:
            nonlocal done
            done += 1
            step(LISTED + (TRANSLATED - LISTED) * min(1.0, done / expected))

        whole = compile_entries(game.name, entries, count)
        library.save(path, whole, entries)


@contextmanager
def paced(tell: Tell) -> Iterator[Tell]:
    """Report steps, and report slowly growing progress between them, because the optimiser reports none."""
    begun = last = time.monotonic()
    share = BEGUN
    is_over = threading.Event()

    def step(done: float) -> None:
        nonlocal share, last
        share, last = done, time.monotonic()
        tell(share)

    def go_on() -> None:
        while not is_over.wait(LOOK_SECONDS):
            quiet = time.monotonic() - last - QUIET_SECONDS
            if quiet > 0.0 and share >= LISTED:
                tell(share + (1.0 - share) * (1.0 - math.exp(-quiet / (last - begun))))

    tell(share)
    threading.Thread(target=go_on, daemon=True).start()
    try:
        yield step
    finally:
        is_over.set()


def list_entries(game: Game) -> list[Entry]:
    """Find the kernels of a game that Python calls, by doing everything once, uncompiled."""
    from stockade.ready.recorder import recorded
    from stockade.ready.scenario import do_everything

    do_everything(game)
    return recorded()


def reached(kernels: list[Any]) -> set[Any]:
    """Return these kernels and all kernels that they call."""
    found: set[Any] = set()
    ahead = list(kernels)
    while ahead:
        kernel = ahead.pop()
        if kernel not in found:
            found.add(kernel)
            named = kernel.py_func.__code__.co_names
            inside = kernel.py_func.__globals__
            ahead += [inside[name] for name in named if isinstance(inside.get(name), Kernel)]
    return found


# -- one process at a time -------------------------------------------------------------------------------------------


@contextmanager
def alone(path: Path, tell: Tell) -> Iterator[None]:
    """Let only one process compile a library. The others wait for it and report its progress as their own."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".lock").open("a+") as lock:
        while not _locked(lock):
            tell(_told_in(lock))
            time.sleep(LOOK_SECONDS)
        yield


def _locked(lock: IO[str]) -> bool:
    try:
        import fcntl
    except ImportError:  # no file locks here: two processes may compile the same library, and one result is kept
        return True
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _told_in(lock: IO[str]) -> float:
    lock.seek(0)
    try:
        return float(lock.read() or 0.0)
    except ValueError:
        return 0.0


# -- a separate process ----------------------------------------------------------------------------------------------


def end_with_parent() -> None:
    """End this process when the process that started it has ended or closes the pipe."""

    def watch() -> None:
        while os.read(sys.stdin.fileno(), 1):
            pass
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def main(name: str) -> None:
    from stockade.ready.recorder import Recorded, RecordedHeavy

    gc.disable()  # a compiler allocates much and frees little
    library.define_as(Recorded, RecordedHeavy)
    end_with_parent()
    game = find_game(name)
    note = library.path_of(game).with_suffix(".lock")

    def tell(share: float) -> None:
        print(json.dumps({"share": round(share, 4)}), flush=True)
        if share < 1.0:
            note.write_text(f"{share:.4f}", "utf-8")

    build(game, tell)


if __name__ == "__main__":
    main(sys.argv[1])
