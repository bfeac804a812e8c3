"""What a position of Cascade Barricade is worth: the chances that a fitted network gives from `features.py`."""

import numpy as np

from stockade.core.contract import Values
from stockade.core.kernel import kernel
from stockade.core.network import judge, load
from stockade.core.room import room_of
from stockade.games.cascade_barricade.evaluation.features import FEATURES, describe
from stockade.games.cascade_barricade.layout import SEATS, Record

EVALUATION = "value"  # a random game says little of a good one: search looks at this instead
EXPLORATION = 0.15
TRUST = 4  # visits that a first look at an action is worth: others will mostly do what looks best
_network = load("stockade.games.cascade_barricade", FEATURES)
HIDDEN, START, OUT, STRAIGHT = _network.hidden, _network.start, _network.out, _network.straight
feature_rows = room_of((SEATS, len(FEATURES)), np.float64)


@kernel
def is_beyond(root: Record, state: Record) -> bool:
    """Search looks no further than this round: only positions of one round are judged alike."""
    return state.round_no != root.round_no


@kernel
def evaluate(state: Record, values: Values) -> None:
    """Values in [-1, 1]: the chance of each seat to win, zero for a fair share."""
    table = feature_rows()
    describe(state, table)
    judge(table, state.players, HIDDEN, START, OUT, STRAIGHT, values)
