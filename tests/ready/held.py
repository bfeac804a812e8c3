"""Compiling that is held back until a test lets it go, and is over then: nothing depends on how fast a machine is."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import stockade
from stockade.core import library

PERCENT = 40


@contextmanager
def held(name: str, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Nothing is compiled in that cache, and the game will not be before what this gives is called: another process
    seems to be at it, and to have come so far."""
    game = stockade.game(name)
    game.compile()
    made = library.path_of(game)
    monkeypatch.setenv("STOCKADE_CACHE_DIR", str(cache))
    path = library.path_of(game)
    path.parent.mkdir(parents=True)
    with path.with_suffix(".lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.write(str(PERCENT / 100))
        lock.flush()

        def let_go() -> None:
            shutil.copy(made, path.with_suffix(".copied"))
            path.with_suffix(".copied").replace(path)
            fcntl.flock(lock, fcntl.LOCK_UN)

        yield let_go
