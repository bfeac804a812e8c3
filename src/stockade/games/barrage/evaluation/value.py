"""What a position of Barrage is worth: the chances that a fitted network gives from `features.py`."""

import numpy as np

from stockade.core.contract import Values
from stockade.core.kernel import kernel
from stockade.core.network import judge, load
from stockade.core.room import room_of
from stockade.games.barrage.evaluation.features import FEATURES, describe
from stockade.games.barrage.layout import SEATS, Record

EVALUATION = "value"  # a random game says little of a good one: search looks at this instead
EXPLORATION = 0.15
TRUST = 4  # visits that a first look at an action is worth: others will mostly do what looks best
_network = load("stockade.games.barrage", FEATURES)
HIDDEN, START, OUT, STRAIGHT = _network.hidden, _network.start, _network.out, _network.straight
feature_rows = room_of((SEATS, len(FEATURES)), np.float64)


@kernel
def evaluate(state: Record, values: Values) -> None:
    """Values in [-1, 1]: the chance of each seat to win, zero for a fair share."""
    table = feature_rows()
    describe(state, table)
    judge(table, state.players, HIDDEN, START, OUT, STRAIGHT, values)
