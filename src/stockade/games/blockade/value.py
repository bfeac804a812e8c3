"""A hand-made evaluation of Blockade: how far the castle is, how free both sides are to move."""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from stockade.core.kernel import kernel
from stockade.games.blockade.layout import SQUARES
from stockade.games.blockade.tables import CASTLE, MOVE_COUNT, MOVE_LANDING, OCCUPIED, POINTS

ADVANCE = 0.12  # a square that the castle has come nearer to the far moat
FREEDOM = 0.10  # a move to choose from
TERRITORY = 0.03  # a point that the pieces would score


@kernel
def evaluate(state: Any, values: npt.NDArray[np.float64]) -> None:
    """Values in [-1, 1] for both seats; they sum to nought."""
    ahead = standing(state, 0) - standing(state, 1)
    if state.target > 0:
        ahead += 2.0 * (state.points[0] - state.points[1]) / state.target
    values[0] = math.tanh(ahead)
    values[1] = -values[0]


@kernel
def standing(state: Any, seat: int) -> float:
    """What speaks for a seat, on no particular scale."""
    side = state.side[seat]
    own = state.arrangement[seat]
    castle = CASTLE[own]
    advance = castle if side == 0 else SQUARES + 1 - castle
    opposing = OCCUPIED[state.arrangement[1 - seat]]
    freedom = 0
    for k in range(MOVE_COUNT[side, own]):
        freedom += (MOVE_LANDING[side, own, k] & opposing) == 0
    return ADVANCE * advance + FREEDOM * freedom + TERRITORY * POINTS[side, own]
