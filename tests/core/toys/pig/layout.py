"""The state of Pig."""

from enum import IntEnum
from typing import Annotated

from stockade.core.layout import Int8, Int16, Int16s, Int32, Layout, dtype_of

PLAYERS = 4
TURNS = 30  # limit for all players together


class Phase(IntEnum):
    DIE = 0  # choose a die
    PUSH = 1  # roll the die, or hold
    ROLL = 2  # chance


class Act(IntEnum):
    SMALL = 0
    LARGE = 1
    ROLL = 2
    HOLD = 3
    PIPS = 4  # the first of six actions, for one pip to six


class Record(Layout):
    current_player: Int8
    players: Int8
    phase: Int8
    turn_owner: Int8
    is_large: Int8
    is_loaded: Int8
    has_mercy: Int8
    wild: Int8  # number of seats, the last ones, that the rules play
    ply: Int32
    turns: Int16
    target: Int16
    earmark: Int16
    saved: Int16  # points of this turn that are not held yet
    points: Annotated[Int16s, PLAYERS]


STATE = dtype_of(Record)
