"""Finds the games: every package under `stockade.games`, and the games of other installed packages.

A package offers a game through an entry point in the group `stockade.games`:

    [project.entry-points."stockade.games"]
    pig = "pig:GAME"
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
from functools import cache
from importlib.metadata import entry_points

from stockade.core.errors import BadGame, StockadeError, UnknownGame
from stockade.core.game import Game
from stockade.core.language import say

GROUP = "stockade.games"
logger = logging.getLogger("stockade")

# Imported here, before `stockade` gives the name `games` to the function below.
_PACKAGE = importlib.import_module("stockade.games")


@cache
def games() -> tuple[str, ...]:
    """Return the names of all games, in alphabetical order."""
    return tuple(sorted({*_own(), *_brought_along()}))


def game(name: str) -> Game:
    """Return the game with that name."""
    if name not in games():
        known = ", ".join(games())
        raise UnknownGame(say("there is no game {name}; there are: {games}", name=repr(name), games=known))
    brought = _brought_along().get(name)
    if brought is not None:
        return brought
    found: Game = importlib.import_module(f"stockade.games.{name}").GAME
    return found


@cache
def _own() -> frozenset[str]:
    return frozenset(module.name for module in pkgutil.iter_modules(_PACKAGE.__path__))


@cache
def _brought_along() -> dict[str, Game]:
    """Return the games of other packages. A game that cannot be used is left out, with a warning."""
    found: dict[str, Game] = {}
    for entry in entry_points(group=GROUP):
        try:
            found[entry.name] = _checked(entry.name, entry.load())
        except Exception as error:  # another package may do anything wrong
            reason = error.message if isinstance(error, StockadeError) else f"{type(error).__name__}: {error}"
            logger.warning("the game %s of %s cannot be used: %s", entry.name, entry.value, reason)
    return found


def _checked(name: str, found: object) -> Game:
    if not isinstance(found, Game):
        raise BadGame(f"its entry point leads to {found!r}, not to a Game")
    if found.name != name:
        raise BadGame(f"its spec calls it {found.name!r}")
    if name in _own():
        raise BadGame("there is a game of that name already")
    found.check()
    return found
