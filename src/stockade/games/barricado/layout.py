"""The state of Barricado: one flat record, and the names of its numbers.

The start tile may be anywhere in the finished square, so the table has 11 x 11 places (22 x 22 cells) with the start
tile in the middle. Coordinates in the record count from the north-west corner of the table. People count from the
start tile, which is at place `HOME`.

A *line* is a row (0 to 21, from the north) or a column (22 to 43, from the west). What is on a line is stored as
bits, with bit 0 at its western or northern end, so that runs can be found by shifting.
"""

from enum import IntEnum
from typing import Annotated

from stockade.core.layout import Int8, Int8s, Int16s, Int32, Int32s, Int64s, Layout, dtype_of

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
    PLACE = 4  # where to put the drawn tile, and how to turn it


class Kind(IntEnum):
    PLAIN = 0
    PLAZA = 1
    SEWER = 2


# The widest fields come first, so that there is no padding.
class Record(Layout):
    live: Annotated[Int64s, COLOURS]  # per colour: lines on which it can build or extend
    open: Annotated[Int32s, LINES]  # per line: cells that can take a segment
    marks: Annotated[Int32s, (COLOURS, LINES)]  # per colour and line: its X, including white ones
    bars: Annotated[Int32s, (COLOURS, LINES)]  # per colour and line: its barricades along the line
    ply: Int32
    placed: Annotated[Int16s, PLACES]  # per row of places: bits of the tiles
    segments: Annotated[Int16s, COLOURS]  # left in each bag
    unseen_kinds: Annotated[Int16s, 3]  # plain tiles, plazas and sewers not yet drawn
    unseen: Annotated[Int8s, 6]  # tiles of each variation not yet drawn
    tile: Annotated[Int8s, (PLACES, PLACES)]  # 0 for an empty place, else 1 + variation * 4 + turn
    special: Annotated[Int8s, (PLACES, PLACES)]  # 0 for plain, 1 + cell for a plaza, 5 + cell for a sewer
    current_player: Int8  # the seat that decides, CHANCE or OVER
    players: Int8
    turn_owner: Int8  # the seat whose turn it is, also while chance decides
    phase: Int8  # Phase
    length: Int8  # option `size`
    revolution: Int8  # option
    special_tiles: Int8  # option `plazas_and_sewers`
    rotations: Int8  # consecutive turns that were rotations
    tiles_left: Int8  # empty places of the finished board
    drawn_variation: Int8  # the drawn tile, 0 to 5
    drawn_kind: Int8
    drawn_cell: Int8  # its special cell, clockwise from north-west as printed
    west: Int8  # bounds of the square with all tiles, from the westernmost column
    east: Int8
    north: Int8
    south: Int8


STATE = dtype_of(Record)
