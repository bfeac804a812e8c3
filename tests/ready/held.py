"""Hold compiling back until a test releases it, so that nothing depends on the speed of the machine."""

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
    """Prepare a cache in which the game is not compiled until the yielded function is called.

    Until then another process seems to be compiling it, with its progress at PERCENT.
    """
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
