"""Gets the games ready in the background of a running server. Other processes compile; this one only loads."""

from __future__ import annotations

import logging
import threading

import stockade
from stockade.core import library
from stockade.core.game import Game

logger = logging.getLogger("stockade.server")


def get_ready(stopping: threading.Event, all_games: bool) -> None:
    """Get ready in a thread of its own. Loading takes seconds, and the first page should not wait for it."""
    serve_people()
    if all_games:
        warm_up(stopping)


def serve_people() -> None:
    """Never compile in this process from now on. If there is no machine code, Python runs the rules."""
    from stockade.core import compiler

    compiler.compiles_here = False


def warm_up(stopping: threading.Event) -> None:
    """Load what is already compiled and queue the rest for compiling, then read the rooms of every game."""
    from stockade.ready import lightest_first

    for step in (_load, _read):
        for name in lightest_first(stockade.games()):
            if stopping.is_set():
                return
            try:
                step(stockade.game(name))
            except Exception:
                logger.exception("getting %s ready failed", name)


def _load(game: Game) -> None:
    """Load the library of a game, or have it made."""
    from stockade.ready import builds

    if not library.load(game):
        builds.start(game)


def _read(game: Game) -> None:
    """Read the rooms of a game now, so that the first player does not have to wait for it."""
    game.check()
    _ = game.names
