"""The levels of the bots that a person can pick, looked up when they are first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import stockade
from stockade.core.errors import BadOption, StockadeError

if TYPE_CHECKING:
    from stockade.bots.levels import Level

USUAL = 2


def levels_of(game: str) -> list[Level]:
    # Bots bring the compiler with them; a server that only lists matches does without.
    from stockade.bots.levels import levels

    return list(levels(stockade.game(game)))


def level_of(game: str, number: int | None) -> Level:
    """The level of that number, or the usual one."""
    known = {level.level: level for level in levels_of(game)}
    if number is None:
        return known.get(USUAL) or next(iter(known.values()))
    if number not in known:
        raise BadOption(f"there is no level {number}; there are: {', '.join(map(str, known))}")
    return known[number]


def seconds_of(game: str, number: int | None) -> float:
    """How long a bot of that level may take; a stored one may be of a level that is no more."""
    try:
        return float(level_of(game, number).seconds)
    except StockadeError:
        return 0.0
