"""A hand-made evaluation of Blockade: how far the castle is, how free both sides are to move."""

import math

import numpy as np
import numpy.typing as npt

from stockade.core.kernel import kernel
from stockade.games.blockade.layout import SQUARES, Record
from stockade.games.blockade.rules import valid_moves
from stockade.games.blockade.tables import CASTLE, POINTS

ADVANCE = 0.12  # a square that the castle has come nearer to the far moat
FREEDOM = 0.10  # a move to choose from
TERRITORY = 0.03  # a point that the pieces would score


@kernel
def evaluate(state: Record, values: npt.NDArray[np.float64]) -> None:
    """Values in [-1, 1] for both seats; they sum to zero."""
    ahead = standing(state, 0) - standing(state, 1)
    if state.target > 0:
        ahead += 2.0 * (state.points[0] - state.points[1]) / state.target
    values[0] = math.tanh(ahead)
    values[1] = -values[0]


@kernel
def standing(state: Record, seat: int) -> float:
    """What speaks for a seat, on no particular scale."""
    side = state.side[seat]
    own = state.arrangement[seat]
    castle = CASTLE[own]
    advance = castle if side == 0 else SQUARES + 1 - castle
    valid = valid_moves(state, seat)
    freedom = 0
    while valid:
        valid &= valid - 1  # takes the lowest bit away
        freedom += 1
    return ADVANCE * advance + FREEDOM * freedom + TERRITORY * POINTS[side, own]
