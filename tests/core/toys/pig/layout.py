"""The state of Pig."""

from enum import IntEnum

import numpy as np

PLAYERS = 4
TURNS = 30  # of everybody together


class Phase(IntEnum):
    DIE = 0  # which die to take
    PUSH = 1  # roll it, or hold
    ROLL = 2  # chance


class Act(IntEnum):
    SMALL = 0
    LARGE = 1
    ROLL = 2
    HOLD = 3
    PIPS = 4  # and five more: one pip to six


STATE = np.dtype(
    [
        ("current_player", np.int8),
        ("players", np.int8),
        ("phase", np.int8),
        ("turn_owner", np.int8),
        ("is_large", np.int8),
        ("is_loaded", np.int8),
        ("has_mercy", np.int8),
        ("wild", np.int8),  # how many of the last seats roll by themselves
        ("ply", np.int32),
        ("turns", np.int16),
        ("target", np.int16),
        ("earmark", np.int16),
        ("saved", np.int16),  # points of this turn, not held yet
        ("points", np.int16, (PLAYERS,)),
    ],
    align=True,
)
