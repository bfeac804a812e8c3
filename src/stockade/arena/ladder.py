"""How strong the levels of a game are: a tournament in which each level meets the one below it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from stockade.arena.botspec import parse_bot
from stockade.arena.tournament.plan import TournamentPlan, plan_tournament
from stockade.arena.tournament.run import Tournament
from stockade.arena.tournament.standings import Pair, standings
from stockade.arena.tournament.stopping import Until
from stockade.bots.levels import levels
from stockade.core.game import Game
from stockade.research.elo import MIDDLE

USUAL = (300.0, 300.0, 300.0, 200.0)  # the lead of each level over the one below it, where nobody has measured it


def plan_ladder(game: Game, players: int, games: int, until: Until, seed: int = 1) -> TournamentPlan:
    """Return the plan of a ladder of all levels of a game, for one number of players."""
    specs = [parse_bot(str(level.level)) for level in levels(game)]
    return plan_tournament([game], specs, str(players), form="ladder", most=games, seed=seed, until=until)


def level_figures(tournament: Tournament) -> dict[str, Any]:
    """Return the ratings of all levels and what they rest on, as a mapping for JSON.

    The level in the middle has the rating of a person who has not played yet. A level that did not meet the one below
    has the usual lead over it.
    """
    plan = tournament.plan
    middle = len(plan.bots) // 2
    found = standings(tournament, 0, fixed=middle)
    pairs = {(pair.bot, pair.against): pair for pair in found.pairs}
    met = [pairs.get(two) for two in pairwise(plan.bots)]
    values = [0.0]
    for pair, usual in zip(met, USUAL, strict=True):
        values.append(values[-1] + (usual if pair is None else -pair.lead))
    rows = {each.bot: each for each in found.players}
    costs = {cost.bot: cost for cost in found.costs}
    return {
        "ratings": [round(MIDDLE + value - values[middle]) for value in values],
        "intervals": [[round(rows[bot].low), round(rows[bot].high)] if bot in rows else None for bot in plan.bots],
        "over": [None, *(None if pair is None else _over(pair) for pair in met)],
        "milliseconds": [round(1e3 * costs[bot].seconds, 4) if bot in costs else None for bot in plan.bots],
        "processor": [round(1e3 * costs[bot].processor, 4) if bot in costs else None for bot in plan.bots],
        "complete": tournament.is_over,
    }


def _over(pair: Pair) -> dict[str, Any]:
    """Return the share of a level against the one below. The pair has the lower level first."""
    low, high = pair.interval
    figures = {"share": 1 - pair.share, "low": 1 - high, "high": 1 - low}
    return {name: round(value, 4) for name, value in figures.items()} | {"games": pair.games, "deals": pair.deals}
