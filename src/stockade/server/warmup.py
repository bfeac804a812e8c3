"""Gets the games ready behind a server that already answers. Other processes compile; this one only loads."""

from __future__ import annotations

import logging
import threading

import stockade
from stockade.core import library
from stockade.core.game import Game

logger = logging.getLogger("stockade.server")


def get_ready(stopping: threading.Event, all_games: bool) -> None:
    """In a thread of its own: what it loads takes seconds, and the first page should not wait for it."""
    serve_people()
    if all_games:
        warm_up(stopping)


def serve_people() -> None:
    """From now on this process compiles nothing by itself: where there is no machine code, Python runs the rules."""
    from stockade.core import compiler

    compiler.compiles_here = False


def warm_up(stopping: threading.Event) -> None:
    """First what is compiled already, and the others get in line to be; then what every table needs of Python."""
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
    from stockade.ready import builds

    if not library.load(game):
        builds.start(game)


def _read(game: Game) -> None:
    """The rooms of a game; reading them takes a moment that nobody who sits down should have to wait."""
    game.check()
    _ = game.names
