"""The worth of a position of Barrage to each seat, as estimated by a fitted network from `features.py`."""

import numpy as np

from stockade.core.contract import Values
from stockade.core.kernel import kernel
from stockade.core.network import NEVER, judge, load
from stockade.core.room import room_of
from stockade.games.barrage.evaluation.features import FEATURES, describe
from stockade.games.barrage.layout import SEATS, Record

EVALUATION = "value"  # random games say little about good play, so search uses this instead
EXPLORATION = 0.11
TRUST = 4  # how many visits the first estimate of an action counts as ...
TRUST_OTHERS = 200  # ... and where another player decides: others mostly choose what looks best to them
_network = load("stockade.games.barrage", FEATURES)
HIDDEN, START, OUT, STRAIGHT = _network.hidden, _network.start, _network.out, _network.straight
feature_rows = room_of((SEATS, len(FEATURES)), np.float64)


@kernel
def evaluate(state: Record, values: Values) -> None:
    """Fill in each seat's chance to win as a value in [-1, 1], where zero is an even share."""
    table = feature_rows()
    describe(state, table)
    judge(table, state.players, HIDDEN, START, OUT, STRAIGHT, NEVER, values)
