"""How difficult a puzzle seems before anybody has tried it."""

from __future__ import annotations

from collections.abc import Collection
from math import log2

from stockade.bots.bot import Bot
from stockade.bots.greedy import GreedyBot
from stockade.core.state import State

TRIES = 8  # of bots that play differently each time
LOWEST, HIGHEST = 800, 2400


def found_by(state: State, right: Collection[int], level_4: Bot, seed: int) -> dict[str, float]:
    """Return how often bots choose right: one that slips, one that looks one move ahead, and one that searches."""
    slipping = [GreedyBot(0.5, seed=seed + number).choose(state) in right for number in range(TRIES)]
    greedy = [GreedyBot(seed=seed + number).choose(state) in right for number in range(TRIES)]
    return {
        "2": sum(slipping) / TRIES,
        "3": sum(greedy) / TRIES,
        "4": float(level_4.choose(state) in right),
    }


def first_rating(choices: int, decisions: int, found: dict[str, float]) -> int:
    """Return the rating that a puzzle starts with: more if there is more to choose from, and if bots miss it."""
    missed = 150 * (1 - found["2"]) + 200 * (1 - found["3"]) + 300 * (1 - found["4"])
    return round(min(max(900 + 70 * log2(choices) + 70 * (decisions - 1) + missed, LOWEST), HIGHEST))
