"""Finds the games: every package under `stockade.games` is one."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from stockade.core.errors import UnknownGame
from stockade.core.game import Game

# Imported here, before `stockade` gives the name `games` to the function below.
_PACKAGE = importlib.import_module("stockade.games")


@cache
def games() -> tuple[str, ...]:
    """Names of all games, in alphabetical order."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(_PACKAGE.__path__)))


def game(name: str) -> Game:
    """The game of that name."""
    if name not in games():
        raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(games())}")
    found: Game = importlib.import_module(f"stockade.games.{name}").GAME
    return found
