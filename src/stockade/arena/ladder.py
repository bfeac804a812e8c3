"""How strong the levels of a game are: each level meets the one below it, and the leads add up to ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any

from stockade.arena.botspec import parse_bot
from stockade.arena.tournament.plan import TournamentPlan, plan_tournament
from stockade.arena.tournament.run import Tournament
from stockade.arena.tournament.standings import standings
from stockade.arena.tournament.stopping import Until
from stockade.bots.levels import Level
from stockade.core.game import Game
from stockade.research.elo import MIDDLE

USUAL = 200.0  # the lead of a level over the one below it where nobody has measured it: 76% of games

Figures = dict[str, Any]
"""What is known about levels, as a mapping for JSON. Each of its lists has an entry for each level."""


def plan_step(game: Game, players: int, below: Level, above: Level, games: int, until: Until) -> TournamentPlan:
    """Return the plan of the games between a level and the one below it."""
    specs = [parse_bot(each.spec) for each in (below, above)]
    return plan_tournament([game], specs, str(players), form="ladder", most=games, seed=above.level, until=until)


def step_figures(tournament: Tournament) -> Figures:
    """Return what the games of two neighbours show: the share of the upper one, its lead, and what thinking takes."""
    found = standings(tournament, 0, fixed=0)
    [pair] = found.pairs
    [upper] = [each for each in found.players if each.bot == tournament.plan.bots[1]]
    costs = {cost.bot: cost.processor for cost in found.costs}
    low, high = pair.interval
    shares = {"share": 1 - pair.share, "low": 1 - high, "high": 1 - low}
    leads = {name: round(getattr(upper, each) - MIDDLE) for name, each in LEADS.items()}
    processor = [float(f"{1e3 * costs[bot]:.2g}") for bot in tournament.plan.bots]
    rounded = {name: round(value, 3) for name, value in shares.items()}
    return rounded | leads | {"games": pair.games, "deals": pair.deals, "processor": processor}


LEADS = {"lead": "rating", "lead_low": "low", "lead_high": "high"}


def level_figures(found: Sequence[Level], steps: Mapping[int, Figures], assumed: Mapping[int, float]) -> Figures:
    """Return the ratings of levels, from what is known about each level and the one below it.

    The level in the middle has the rating of a person who has not played yet. A level that has not met the one below
    has a lead that is assumed.
    """
    numbers = [level.level for level in found]
    middle = numbers[len(numbers) // 2]
    leads = {number: steps[number]["lead"] if number in steps else assumed.get(number, USUAL) for number in numbers}
    return {
        "levels": [level.spec for level in found],
        "ratings": [
            round(MIDDLE + sum(sign * leads[k] for k in between)) for sign, between in _ways(numbers, middle)
        ],
        "intervals": [_interval(steps, sign, between) for sign, between in _ways(numbers, middle)],
        "over": [steps.get(number) for number in numbers],
        "processor": [_processor(steps, number) for number in numbers],
    }


def _ways(numbers: Sequence[int], middle: int) -> list[tuple[int, range]]:
    """Return for each level the steps between it and the middle, and whether they count up or down."""
    return [
        (1, range(middle + 1, number + 1)) if number > middle else (-1, range(number + 1, middle + 1))
        for number in numbers
    ]


def _interval(steps: Mapping[int, Figures], sign: int, between: range) -> list[int] | None:
    """Return the interval of a rating, or None if one of its steps is not measured. Steps are independent."""
    if not between or any(number not in steps for number in between):
        return None
    lead = sum(steps[number]["lead"] for number in between)
    down = hypot(*(steps[number]["lead"] - steps[number]["lead_low"] for number in between))
    up = hypot(*(steps[number]["lead_high"] - steps[number]["lead"] for number in between))
    ends = (lead - down, lead + up) if sign > 0 else (-lead - up, -lead + down)
    return [round(MIDDLE + end) for end in ends]


def _processor(steps: Mapping[int, Figures], number: int) -> float | None:
    """Return the milliseconds of processor time that a decision of a level takes."""
    if number in steps:
        return float(steps[number]["processor"][1])
    return float(steps[number + 1]["processor"][0]) if number + 1 in steps else None
