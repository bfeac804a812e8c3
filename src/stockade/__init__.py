"""Stockade: modern board games written once, for players, bots and research.

>>> import stockade
>>> state = stockade.game("blockade").start()
>>> state.apply("B3-5")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stockade.core import library
from stockade.core.errors import (
    BadGame,
    BadOption,
    BadPosition,
    CorruptLog,
    IllegalAction,
    NotAllowed,
    ParseError,
    StockadeError,
    UnknownBot,
    UnknownGame,
)
from stockade.core.game import Game
from stockade.core.layout import CHANCE, OVER
from stockade.core.match import Match, Result
from stockade.core.registry import game, games
from stockade.core.state import State

if TYPE_CHECKING:
    from stockade.bots.bot import Bot

__all__ = [
    "CHANCE",
    "OVER",
    "BadGame",
    "BadOption",
    "BadPosition",
    "CorruptLog",
    "Game",
    "IllegalAction",
    "Match",
    "NotAllowed",
    "ParseError",
    "Result",
    "State",
    "StockadeError",
    "UnknownBot",
    "UnknownGame",
    "bot",
    "game",
    "games",
]

__version__ = "0.1.0"


def bot(name: str, **options: Any) -> Bot:
    """A bot by its name: `random`, `greedy`, `mcts`, `perfect`."""
    from stockade.bots import make

    return make(name, **options)


def _start_compiling(game: Game) -> None:
    from stockade.ready import start

    start(game)


def _wait_for_compiling(game: Game) -> None:
    from stockade.ready import wait

    wait(game)


library.ask(_start_compiling, _wait_for_compiling)
