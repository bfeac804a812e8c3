"""The value of a position of Cascadia for each seat."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from stockade.core.contract import Values
from stockade.core.kernel import kernel
from stockade.core.layout import OVER
from stockade.core.network import NEVER, share_out
from stockade.core.scratch import scratch
from stockade.games.cascadia.evaluation.promise import wildlife_promise
from stockade.games.cascadia.evaluation.survey import turns_after
from stockade.games.cascadia.evaluation.weights import HORIZON, WEIGHTS
from stockade.games.cascadia.layout import SPECIES, TERRAINS, Record
from stockade.games.cascadia.rules.corridors import corridor, majority_points

EVALUATION = "value"  # random games say little about good ones, so search uses this value
EXPLORATION = 0.3
PAR = 90.0  # points of a good solo game
SCALE = 20.0  # in a solo game, this many points above par have the value tanh(1), about 0.76
TURN = 3.5  # points that a future turn is worth
# By the number of players: how many points change the odds of winning by a factor of e, at the end of the game, and
# how many more for every turn that a player still has. Fitted to games between bots.
SPREAD = np.array([[1.0, 0.0], [1.0, 0.0], [1.31, 0.738], [1.30, 0.637], [1.20, 0.432]])
SPREAD.flags.writeable = False
# By the number of players: how much surer the chances are that people are shown. Fitted to games of bots of level 3.
CERTAINTIES = (1.0, 1.0, 1.21, 1.18, 1.07)


@kernel
def evaluate(state: Record, values: Values) -> None:
    """Fill in each seat's chance to win as a value in [-1, 1], where zero is an even share.

    In a solo game, the value says how far it is above or below a good game.
    """
    players = int(state.players)
    for seat in range(players):
        values[seat] = standing(state, seat, WEIGHTS)
    if players == 1:
        values[0] = math.tanh((values[0] - PAR) / SCALE)
        return
    points = spread(state)
    for seat in range(players):
        values[seat] /= points
    share_out(players, NEVER, values)


def for_table(state: Record) -> Mapping[str, float | bool]:
    """Return how sure estimates are to be taken with so many players."""
    return {"CERTAINTY": CERTAINTIES[state.players]}


@kernel
def spread(state: Record) -> float:
    """Return how many points change the odds of winning by a factor of e."""
    turns = 0.0
    for seat in range(state.players):
        turns += turns_after(state.environment[seat]) + 1
    return SPREAD[state.players, 0] + SPREAD[state.players, 1] * turns / state.players


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
