"""Look up the levels of the bots. They are imported when they are first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import stockade
from stockade.core.errors import BadOption, StockadeError

if TYPE_CHECKING:
    from stockade.bots.levels import Level

USUAL = 2


def levels_of(game: str, players: int | None = None) -> list[Level]:
    # Importing bots imports the compiler, which a server that only lists matches does not need.
    from stockade.bots.levels import levels

    return list(levels(stockade.game(game), players))


def level_of(game: str, number: int | None, players: int | None = None) -> Level:
    """Return the level with this number, or the default level if there is none."""
    known = {level.level: level for level in levels_of(game, players)}
    if number is None:
        return known.get(USUAL) or next(iter(known.values()))
    if number not in known:
        raise BadOption(f"there is no level {number}; the levels are {', '.join(map(str, known))}")
    return known[number]


def seconds_of(game: str, number: int | None, players: int | None = None) -> float:
    """Return how long a bot of this level may think, or 0 if a stored level no longer exists."""
    try:
        return float(level_of(game, number, players).seconds)
    except StockadeError:
        return 0.0
