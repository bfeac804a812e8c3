"""Get the games ready in the background of a running server. This process loads libraries; others compile them."""

from __future__ import annotations

import gc
import logging
import threading

import stockade
from stockade.core import library
from stockade.core.game import Game

logger = logging.getLogger("stockade.server")


def get_ready(stopping: threading.Event, all_games: bool) -> None:
    """Get ready in a separate thread. Loading takes seconds, and the first page should not wait for it."""
    serve_people()
    if all_games:
        warm_up(stopping)
        settle_memory()


def serve_people() -> None:
    """Never compile in this process from now on. Without machine code, the rules run as Python."""
    from stockade.core import compiler

    compiler.compiles_here = False


def settle_memory() -> None:
    """Keep Python from searching everything that was loaded for garbage, again and again, while people wait.

    What is no longer used is freed without such a search, unless objects refer to each other in a circle. Here they
    hardly ever do, and a search stops all threads: it is made only when there are a million objects more.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000_000, 1, 1)


def warm_up(stopping: threading.Event) -> None:
    """Load all compiled games, queue the others for compiling, then import all rooms of every game."""
    from stockade.ready import lightest_first

    for step in (_load, _read):
        for name in lightest_first(stockade.games()):
            if stopping.is_set():
                return
            try:
                step(stockade.game(name))
            except Exception:
                logger.exception("could not get %s ready", name)


def _load(game: Game) -> None:
    """Load a game's library, or have it compiled."""
    from stockade.ready import builds

    if not library.load(game):
        builds.start(game)


def _read(game: Game) -> None:
    """Import a game's rooms now, so that the first player does not have to wait for it."""
    game.check()
    _ = game.names
