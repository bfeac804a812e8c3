"""Blockade as numbers, for learning: the board from the player's side, own moat first."""

import numpy as np
import numpy.typing as npt

from stockade.core.kernel import kernel
from stockade.games.blockade.layout import NO_ACTION, SQUARES, Record
from stockade.games.blockade.tables import ACTIONS, BRIDGES, CASTLE, MIRRORED

BLOCKS = (
    ("own bridges", SQUARES),  # how many of the two are on each square, halved
    ("own castle", SQUARES),
    ("opposing bridges", SQUARES),
    ("opposing castle", SQUARES),
    ("own retreat", ACTIONS),  # the move that would be a retreat, by its mirrored id
    ("opposing retreat", ACTIONS),
    ("moves left", 1),  # share of the move limit
    ("own points", 1),  # share of the match's target
    ("opposing points", 1),
)
OBSERVATION_SIZE = sum(size for _, size in BLOCKS)


@kernel
def observe(state: Record, player: int, tensor: npt.NDArray[np.float32]) -> None:
    """Fill a tensor of zeros. Both players see the board from their own side, so one policy works for both."""
    seat = player if player >= 0 else 0
    mirrored = state.side[seat] == 1
    for who in range(2):
        of = seat if who == 0 else 1 - seat
        number = state.arrangement[of]
        start = who * 2 * SQUARES
        for bridge in range(2):
            tensor[start + seen(BRIDGES[number, bridge], mirrored)] += 0.5
        tensor[start + SQUARES + seen(CASTLE[number], mirrored)] = 1.0
        if state.retreat[of] != NO_ACTION:
            tensor[4 * SQUARES + who * ACTIONS + seen_action(int(state.retreat[of]), mirrored)] = 1.0
        if state.target > 0:
            tensor[4 * SQUARES + 2 * ACTIONS + 1 + who] = state.points[of] / state.target
    tensor[4 * SQUARES + 2 * ACTIONS] = 1.0 - state.moves / state.limit


@kernel
def seen(square: int, mirrored: bool) -> int:
    """Return the index of a square, counted from the player's own moat."""
    return SQUARES - square if mirrored else square - 1


@kernel
def seen_action(action: int, mirrored: bool) -> int:
    """Return an action id with square and direction counted from the player's own moat."""
    return int(MIRRORED[action]) if mirrored else action
