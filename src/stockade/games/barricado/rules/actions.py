"""Action ids. An id is the base of its kind plus a number.

If the number stands for several things, a pair of functions packs and unpacks them.
"""

from enum import IntEnum

from stockade.core.kernel import kernel
from stockade.games.barricado.layout import CELLS, LINES, MOST_SEGMENTS, PLACES

LENGTHS = MOST_SEGMENTS - 1  # a new barricade has at least two segments


class Base(IntEnum):
    """The first action id of each kind of decision."""

    DRAW = 0
    TILE = 1  # see `tile_action`
    BUILD = TILE + PLACES * PLACES * 4  # see `build_action`
    EXTEND = BUILD + LINES * CELLS * LENGTHS  # see `extend_action`
    ROTATE = EXTEND + LINES * CELLS * 2  # see `rotate_action`
    VARIATION = ROTATE + PLACES * PLACES * 3
    KIND = VARIATION + 6
    CELL = KIND + 3
    END = CELL + 4


@kernel
def tile_action(row: int, column: int, turn: int) -> int:
    """Return the action that puts the tile in hand on a place, turned by quarters."""
    return Base.TILE + (row * PLACES + column) * 4 + turn


@kernel
def tile_of(action: int) -> tuple[int, int, int]:
    """Return the row, column and quarter turns of a tile that is placed."""
    number = action - Base.TILE
    return number // (4 * PLACES), number // 4 % PLACES, number % 4


@kernel
def build_action(line: int, low: int, high: int) -> int:
    """Return the action that builds a barricade along a line, from its lower to its higher end."""
    return Base.BUILD + (line * CELLS + low) * LENGTHS + high - low - 1


@kernel
def build_of(action: int) -> tuple[int, int, int]:
    """Return the line, lower end and higher end of a new barricade."""
    number = action - Base.BUILD
    low = number // LENGTHS % CELLS
    return number // (LENGTHS * CELLS), low, low + number % LENGTHS + 1


@kernel
def extend_action(line: int, end: int, upwards: int) -> int:
    """Return the action that extends a barricade to a new end. `upwards` is 1 if that is its higher end, else 0."""
    return Base.EXTEND + (line * CELLS + end) * 2 + upwards


@kernel
def extend_of(action: int) -> tuple[int, int, int]:
    """Return the line and new end of a barricade that is extended, and whether it grows upwards."""
    number = action - Base.EXTEND
    return number // (2 * CELLS), number // 2 % CELLS, number % 2


@kernel
def rotate_action(row: int, column: int, turn: int) -> int:
    """Return the action that rotates the tile on a place by one to three quarter turns."""
    return Base.ROTATE + (row * PLACES + column) * 3 + turn - 1


@kernel
def rotate_of(action: int) -> tuple[int, int, int]:
    """Return the row, column and quarter turns of a tile that is rotated."""
    number = action - Base.ROTATE
    return number // (3 * PLACES), number // 3 % PLACES, number % 3 + 1
