"""The state of Blockade: one flat record, and the names of its numbers.

A side's three pieces can stand in 550 ways: 55 pairs of bridge squares times 10 castle squares. Such a way is
an *arrangement*, a number; `tables.py` knows what it looks like and where it can go.
"""

from enum import IntEnum

import numpy as np

SQUARES = 10
SIDES = 2
PLAYERS = 2
ARRANGEMENTS = 550
NO_ACTION = -1
MAX_ROUNDS = 40  # ruling 5


class Unit(IntEnum):
    """What moves, in the order of the action ids."""

    BRIDGE = 0
    HIGH_BRIDGE = 1
    CASTLE = 2
    DRAW = 3
    HIGH_CASTLE = 4
    TOWER = 5


class Ending(IntEnum):
    """How the last round ended."""

    NONE = 0
    MOAT = 1  # a castle entered the opponent's moat
    BLOCKED = 2  # the player to move had no valid move
    LIMIT = 3  # the move limit was reached: a draw


STATE = np.dtype(
    [
        ("current_player", np.int8),  # seat to move, or OVER
        ("players", np.int8),
        ("ending", np.int8),  # Ending of the last round
        ("winner", np.int8),  # seat that won the last round, -1 for none
        ("ply", np.int32),  # moves made in the whole match
        ("arrangement", np.int16, (PLAYERS,)),  # per seat
        ("side", np.int8, (PLAYERS,)),  # per seat: 0 plays Black, 1 plays White
        ("retreat", np.int8, (PLAYERS,)),  # per seat: the action that would be a retreat, or NO_ACTION
        ("moves", np.int16),  # moves made in this round
        ("limit", np.int16),  # option
        ("target", np.int16),  # option `match`: points to reach, 0 for a single game
        ("round_no", np.int16),  # rounds completed
        ("points", np.int16, (PLAYERS,)),  # per seat: match points, or 1 for the winner of a single game
        ("valid", np.int32),  # bit k: the player to move may make the k-th move of their arrangement
    ],
    align=True,
)
