"""The state of Blockade: one flat record, and the names of its numbers.

A side's three pieces can stand in 550 ways: 55 pairs of bridge squares times 10 castle squares. Each of them is an
*arrangement*, identified by a number. `tables.py` lists what an arrangement looks like and its moves.
"""

from enum import IntEnum
from typing import Annotated

from stockade.core.layout import Int8, Int8s, Int16, Int16s, Int32, Layout, dtype_of

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
    PUSH = 3
    HIGH_CASTLE = 4
    TOWER = 5


class Ending(IntEnum):
    """How the last round ended."""

    NONE = 0
    MOAT = 1  # a castle entered the opponent's moat
    BLOCKED = 2  # the player to move had no valid move
    LIMIT = 3  # the move limit was reached: a draw


class Record(Layout):
    current_player: Int8  # the seat to move, or OVER
    players: Int8
    ending: Int8  # the Ending of the last round
    winner: Int8  # the seat that won the last round, or -1
    ply: Int32  # moves made in the whole match
    arrangement: Annotated[Int16s, PLAYERS]  # per seat
    side: Annotated[Int8s, PLAYERS]  # per seat: 0 plays Black, 1 plays White
    retreat: Annotated[Int8s, PLAYERS]  # per seat: the action that would be a retreat, or NO_ACTION
    moves: Int16  # moves made in this round
    limit: Int16  # option
    target: Int16  # option `match`: points to reach, or 0 for a single game
    round_no: Int16  # rounds completed
    points: Annotated[Int16s, PLAYERS]  # per seat: match points, or 1 for the winner of a single game
    valid: Int32  # bit k: the player to move may make the k-th move of their arrangement


STATE = dtype_of(Record)
