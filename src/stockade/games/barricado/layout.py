"""The state of Barricado: one flat record, and the names of its numbers.

The start tile may end up anywhere in the finished square, so the table is 11 x 11 places (22 x 22 cells) with the
start tile in the middle. Coordinates inside the record count from the north-west corner of that table; people
count from the start tile, `HOME` further on.

A *line* is a row (0 to 21, from the north) or a column (22 to 43, from the west). What stands on a line is kept as
bits, bit 0 at its western or northern end, so that a run along it is found by shifting.
"""

from enum import IntEnum

import numpy as np

HOME = 5  # place of the start tile, in tiles from the corner
PLACES = 11
CELLS = 2 * PLACES
LINES = 2 * CELLS
COLOURS = 4
MOST_SEGMENTS = 12  # the longest barricade


class Phase(IntEnum):
    """What is being decided."""

    ACT = 0  # draw, build, extend or rotate
    VARIATION = 1  # chance: which tile is on top of the stack
    KIND = 2  # chance: plain, plaza or sewer
    CELL = 3  # chance: which of its cells is special
    PLACE = 4  # where the drawn tile goes, and how it is turned


class Kind(IntEnum):
    PLAIN = 0
    PLAZA = 1
    SEWER = 2


class Base(IntEnum):
    """Where the action ids of each kind of decision begin."""

    DRAW = 0
    TILE = 1  # (row * PLACES + column) * 4 + turn
    BUILD = TILE + PLACES * PLACES * 4  # ((line * CELLS) + lower end) * 11 + length - 2
    EXTEND = BUILD + LINES * CELLS * (MOST_SEGMENTS - 1)  # ((line * CELLS) + new end) * 2 + (1: growing upwards)
    ROTATE = EXTEND + LINES * CELLS * 2  # (row * PLACES + column) * 3 + turn - 1
    VARIATION = ROTATE + PLACES * PLACES * 3
    KIND = VARIATION + 6
    CELL = KIND + 3
    END = CELL + 4


# The widest fields come first, so that no byte lies between them.
STATE = np.dtype(
    [
        ("live", np.int64, (COLOURS,)),  # per colour: lines on which it has a run to build or extend
        ("open", np.int32, (LINES,)),  # per line: cells that a segment may be put on
        ("marks", np.int32, (COLOURS, LINES)),  # per colour and line: its X, white ones too
        ("bars", np.int32, (COLOURS, LINES)),  # per colour and line: its barricades that lie along the line
        ("ply", np.int32),
        ("placed", np.int16, (PLACES,)),  # per row of places: bits of the tiles
        ("segments", np.int16, (COLOURS,)),  # left in each bag
        ("unseen_kinds", np.int16, (3,)),  # plain tiles, plazas and sewers not yet drawn
        ("unseen", np.int8, (6,)),  # tiles of each variation not yet drawn
        ("tile", np.int8, (PLACES, PLACES)),  # 0: empty place, else 1 + variation * 4 + turn
        ("special", np.int8, (PLACES, PLACES)),  # 0: plain, else 1 + cell for a plaza, 5 + cell for a sewer
        ("current_player", np.int8),  # seat that decides, CHANCE or OVER
        ("players", np.int8),
        ("turn_owner", np.int8),  # seat whose turn it is, also while chance decides
        ("phase", np.int8),  # Phase
        ("length", np.int8),  # option `size`
        ("revolution", np.int8),  # option
        ("special_tiles", np.int8),  # option `plazas_and_sewers`
        ("rotations", np.int8),  # turns in a row that were rotations
        ("tiles_left", np.int8),  # empty places of the finished board
        ("drawn_variation", np.int8),  # the tile in hand, 0 to 5
        ("drawn_kind", np.int8),
        ("drawn_cell", np.int8),  # its special cell, clockwise from north-west as printed
        ("west", np.int8),  # westernmost column of tiles, and so on: the square they stand in
        ("east", np.int8),
        ("north", np.int8),
        ("south", np.int8),
    ],
    align=True,
)
