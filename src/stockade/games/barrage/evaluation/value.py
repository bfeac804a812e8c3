"""The worth of a position of Barrage to each seat, as estimated by fitted networks from `features.py`.

What an Automa has is worth something else than what a person has, so at tables with Automas each of the two has a
network of its own.
"""

from collections.abc import Mapping

import numpy as np

from stockade.core.contract import Values
from stockade.core.kernel import kernel
from stockade.core.network import NEVER, judge, load, result_of, share_out
from stockade.core.room import room_of
from stockade.games.barrage.evaluation.features import FEATURES, describe
from stockade.games.barrage.layout import SEATS, Record
from stockade.games.barrage.rules.seats import is_automa

EVALUATION = "value"  # random games say little about good play, so search uses this instead
EXPLORATION = 0.11
TRUST = 4  # how many visits the first estimate of an action counts as ...
TRUST_OTHERS = 200  # ... and where another player decides: others mostly choose what looks best to them
CERTAINTY = 1.42  # fitted to games of bots of level 3, who keep a lead better than those of the network's games
# Between two turns of a person, every Automa draws a tile. If each tile were tried, a search would hardly reach the
# next turn. So a tree tries one outcome of each draw, and several trees try others. And against the best Automas
# chances are so small that they hardly differ, but their odds do. How sure to be was not measured there.
WITH_AUTOMAS: dict[str, float | bool] = {
    "EXPLORATION": 0.05,
    "BREADTH": 0.0,
    "TREES": 4,
    "BY_ODDS": True,
    "CERTAINTY": 1.0,
}
PACKAGE = "stockade.games.barrage"
AUTOMAS_FILE = "data/value_automas.json"  # the networks of tables with Automas: one for people, one for Automas
_network = load(PACKAGE, FEATURES)
HIDDEN, START, OUT, STRAIGHT = _network.hidden, _network.start, _network.out, _network.straight
_people = load(PACKAGE, FEATURES, AUTOMAS_FILE, "people")
P_HIDDEN, P_START, P_OUT, P_STRAIGHT = _people.hidden, _people.start, _people.out, _people.straight
_automas = load(PACKAGE, FEATURES, AUTOMAS_FILE, "automas")
A_HIDDEN, A_START, A_OUT, A_STRAIGHT = _automas.hidden, _automas.start, _automas.out, _automas.straight
feature_rows = room_of((SEATS, len(FEATURES)), np.float64)


@kernel
def evaluate(state: Record, values: Values) -> None:
    """Fill in each seat's chance to win as a value in [-1, 1], where zero is an even share."""
    table = feature_rows()
    describe(state, table)
    if state.automas == 0:
        judge(table, state.players, HIDDEN, START, OUT, STRAIGHT, NEVER, values)
        return
    for seat in range(state.players):
        if is_automa(state, seat):
            values[seat] = result_of(table[seat], A_HIDDEN, A_START, A_OUT, A_STRAIGHT)
        else:
            values[seat] = result_of(table[seat], P_HIDDEN, P_START, P_OUT, P_STRAIGHT)
    share_out(state.players, NEVER, values)


def for_table(state: Record) -> Mapping[str, float | bool]:
    """Return how a search differs at a table with Automas."""
    return WITH_AUTOMAS if state.automas > 0 else {}
