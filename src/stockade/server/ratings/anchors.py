"""Where the ratings of bots start: measured by letting the levels of a game play each other.

`scripts/ladder.py` writes the table. It also has the intervals and times that docs/strength.md shows.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

TABLE = "levels.json"
USUAL = (900, 1200, 1500, 1800, 2000)  # for games that nobody has measured


@cache
def measured() -> dict[str, dict[str, list[int]]]:
    """Return the measured ratings by game and number of players, from the lowest level up."""
    table = json.loads(resources.files(__package__).joinpath(TABLE).read_text("utf-8"))
    return {game: {players: found["ratings"] for players, found in counts.items()} for game, counts in table.items()}


def anchor(game: str, players: int, level: int) -> float:
    """Return the rating at which the bots of a level start."""
    values = measured().get(game, {}).get(str(players), USUAL)
    return float(values[min(max(level, 1), len(values)) - 1])
