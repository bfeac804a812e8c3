"""Measures how strong the levels of a game are, on the scale of ratings: 400 points are ten wins to one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import log10

from stockade.arena.plan import Plan
from stockade.arena.series import play_all
from stockade.arena.tally import Tally
from stockade.bots.levels import levels
from stockade.core.game import Game

MIDDLE = 1500  # the rating of a person who has not played yet, and of the level in the middle
POINTS = 400
MOST = 500.0
GAMES = (200, 200, 40, 20)  # for each pair of neighbours; the stronger ones think longer
USUAL = (300.0, 300.0, 300.0, 200.0)  # the lead of each level over the one below it, where nobody has measured it


def anchored_levels(
    game: Game, players: int, games: Sequence[int] = GAMES, seed: int = 1, jobs: int = 1
) -> list[int]:
    """Return a rating for each level of a game, from series between neighbours.

    A pair that plays no games has the usual distance.
    """
    numbers = [level.level for level in levels(game)]
    options = game.spec.check_options(players, None)
    values = [0.0]
    for (weaker, stronger), count, usual in zip(pairwise(numbers), games, USUAL, strict=True):
        if not count:
            values.append(values[-1] + usual)
            continue
        plan = Plan(game.name, players, options, (str(stronger), str(weaker)), count, seed, True)
        tally = Tally.empty(plan)
        for piece in play_all(plan, jobs):
            tally.add(piece)
        values.append(values[-1] + lead(tally, plan))
    middle = values[len(values) // 2]
    return [round(MIDDLE + value - middle) for value in values]


def lead(tally: Tally, plan: Plan) -> float:
    """Return how many points the first bot of a series is ahead of the second.

    Half a win for each keeps the number finite if one of them wins all games, and a larger lead than `MOST` cannot be
    told from one of that size with so few games.
    """
    scores = [tally.wins[bot] + tally.draws[bot] / 2 + 0.5 for bot in (0, 1)]
    seats = [plan.seating(0).count(bot) for bot in (0, 1)]
    return min(MOST, POINTS * log10(scores[0] / scores[1] * seats[1] / seats[0]))
