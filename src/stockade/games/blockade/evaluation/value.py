"""A handcrafted evaluation of Blockade: how far the castle has come, and how freely both sides can move."""

import math

import numpy as np
import numpy.typing as npt

from stockade.core.kernel import kernel
from stockade.games.blockade.layout import SQUARES, Record
from stockade.games.blockade.rules import valid_moves
from stockade.games.blockade.tables import CASTLE, POINTS

ADVANCE = 0.12  # for each square that the castle is nearer to the far moat
FREEDOM = 0.10  # for each valid move
TERRITORY = 0.03  # for each point that the pieces would score


@kernel
def evaluate(state: Record, values: npt.NDArray[np.float64]) -> None:
    """Fill in values in [-1, 1] for both seats. They sum to zero."""
    ahead = standing(state, 0) - standing(state, 1)
    if state.target > 0:
        ahead += 2.0 * (state.points[0] - state.points[1]) / state.target
    values[0] = math.tanh(ahead)
    values[1] = -values[0]


@kernel
def standing(state: Record, seat: int) -> float:
    """Return a number that is higher the better a seat stands."""
    side = state.side[seat]
    own = state.arrangement[seat]
    castle = CASTLE[own]
    advance = castle if side == 0 else SQUARES + 1 - castle
    valid = valid_moves(state, seat)
    freedom = 0
    while valid:
        valid &= valid - 1  # clears the lowest bit
        freedom += 1
    return ADVANCE * advance + FREEDOM * freedom + TERRITORY * POINTS[side, own]
