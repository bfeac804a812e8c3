"""The worth of a position of Cascade Barricade to each seat, as estimated by a fitted network from `features.py`."""

from collections.abc import Mapping

import numpy as np

from stockade.core.contract import Values
from stockade.core.kernel import kernel
from stockade.core.network import judge, load
from stockade.core.room import room_of
from stockade.games.cascade_barricade.evaluation.features import FEATURES, describe
from stockade.games.cascade_barricade.layout import SEATS, Record

EVALUATION = "value"  # random games say little about good play, so search uses this instead
EXPLORATION = 0.15
TRUST = 16  # how many visits the first estimate of an action counts as ...
TRUST_OTHERS = 1000  # ... and where another player decides: others mostly choose what looks best to them
_network = load("stockade.games.cascade_barricade", FEATURES)
HIDDEN, START, OUT, STRAIGHT = _network.hidden, _network.start, _network.out, _network.straight
NOBODY = _network.nobody
# Fitted to games of bots of level 3: somebody wins there more often than in the network's games, above all of two.
NOBODY_WINS = 0.48
OF_TWO: dict[str, float | bool] = {"NOBODY_WINS": 0.06}
feature_rows = room_of((SEATS, len(FEATURES)), np.float64)


@kernel
def is_beyond(root: Record, state: Record) -> bool:
    """Return whether a search stops here. It looks one round beyond the current one, because that round often decides
    who drowns, and no further, because evaluations of rounds far apart cannot be compared."""
    return state.round_no > root.round_no + 1


@kernel
def evaluate(state: Record, values: Values) -> None:
    """Fill in each seat's chance to win as a value in [-1, 1], where zero is an even share."""
    table = feature_rows()
    describe(state, table)
    judge(table, state.colours, HIDDEN, START, OUT, STRAIGHT, NOBODY, values)
    if state.players < state.colours:
        join_colours(state, values)


@kernel
def join_colours(state: Record, values: Values) -> None:
    """Turn the values of colours into those of seats: a seat's chance to win is the sum of its colours' chances."""
    colours, players = float(state.colours), float(state.players)
    for seat in range(state.players):
        chance = 0.0
        for colour in range(seat, state.colours, state.players):
            chance += (values[colour] * (colours - 1.0) + 1.0) / colours
        values[seat] = (chance * players - 1.0) / (players - 1.0)


def for_table(state: Record) -> Mapping[str, float | bool]:
    """Return what is different with two players."""
    return OF_TWO if state.players == 2 else {}
