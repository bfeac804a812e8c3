"""The value of a position of Cascadia for each seat."""

import math
from typing import Any

from stockade.core.contract import Values
from stockade.core.kernel import kernel
from stockade.core.layout import OVER
from stockade.core.scratch import scratch
from stockade.games.cascadia.evaluation.promise import wildlife_promise
from stockade.games.cascadia.evaluation.survey import turns_after
from stockade.games.cascadia.evaluation.weights import HORIZON, WEIGHTS
from stockade.games.cascadia.layout import SPECIES, TERRAINS, Record
from stockade.games.cascadia.rules.corridors import corridor, majority_points

EVALUATION = "value"  # random games say little about good ones, so search uses this value
EXPLORATION = 0.3
SCALE = 20.0  # a lead of this many points has the value tanh(1), about 0.76
PAR = 90.0  # points of a good solo game
TURN = 3.5  # points that a future turn is worth


@kernel
def evaluate(state: Record, values: Values) -> None:
    """Fill in values in [-1, 1]: each seat's lead over the best other seat or, in a solo game, over a good game."""
    for seat in range(state.players):
        values[seat] = standing(state, seat, WEIGHTS)
    if state.players == 1:
        values[0] = math.tanh((values[0] - PAR) / SCALE)
        return
    best = -1e9
    second = -1e9
    for seat in range(state.players):
        if values[seat] > best:
            second = best
            best = values[seat]
        elif values[seat] > second:
            second = values[seat]
    for seat in range(state.players):
        values[seat] = math.tanh((values[seat] - (second if values[seat] == best else best)) / SCALE)


@kernel
def standing(state: Record, seat: int, weights: Any) -> float:
    """Return points and promises, plus something for every turn left."""
    environment = state.environment[seat]
    turns = turns_after(environment) + 1
    ripeness = min(1.0, turns / weights[HORIZON]) if state.current_player != OVER else 0.0
    total = environment.nature + majorities_to_come(state, seat, 0)
    for species in range(SPECIES):
        total += wildlife_promise(state, environment, species, weights, ripeness)
    for terrain in range(TERRAINS):
        total += corridor(environment, terrain)
    return total + TURN * turns if state.current_player != OVER else total


@kernel
def majorities_to_come(state: Record, seat: int, least: int) -> float:
    """Return a seat's majority bonuses if the others' corridors have at least this size."""
    if not state.majorities:
        return 0.0
    bonus = 0
    sizes = scratch()
    for terrain in range(TERRAINS):
        for other in range(state.players):
            size = corridor(state.environment[other], terrain)
            sizes[other] = size if other == seat else max(size, least)
        bonus += majority_points(sizes, state.players, seat)
    return float(bonus)
