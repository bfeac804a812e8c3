"""Action ids. An id is the base of its kind plus a number: a cell, a species, a tile.

If the number stands for several things, a pair of functions packs and unpacks them.
"""

from enum import IntEnum

from stockade.core.kernel import kernel
from stockade.games.cascadia.layout import KINDS, LETTERS, SIDE, SLOTS, SPECIES, SPINS, STARTERS


class Base(IntEnum):
    """The first action id of each kind of decision."""

    WIPE = 0  # three equal tokens; above it a set of slots, as bits, for a nature token
    TAKE = 16  # see `take_action`; different slots cost a nature token
    TILE = TAKE + SLOTS * SLOTS  # see `tile_action`
    TOKEN = TILE + SIDE * SIDE * SPINS  # cell
    RETURN = TOKEN + SIDE * SIDE
    CARD = RETURN + 1
    STARTER = CARD + LETTERS
    DRAW_TILE = STARTER + STARTERS
    DRAW_TOKEN = DRAW_TILE + KINDS
    END = DRAW_TOKEN + SPECIES


@kernel
def take_action(tile: int, token: int) -> int:
    """Return the action that takes the tile of one slot and the token of the same or another slot."""
    return Base.TAKE + tile * SLOTS + token


@kernel
def take_of(action: int) -> tuple[int, int]:
    """Return the slots of the tile and the token that an action takes."""
    number = action - Base.TAKE
    return number // SLOTS, number % SLOTS


@kernel
def tile_action(cell: int, spin: int) -> int:
    """Return the action that lays the tile in hand on a cell."""
    return Base.TILE + cell * SPINS + spin


@kernel
def tile_of(action: int) -> tuple[int, int]:
    """Return the cell and spin of an action that lays a tile."""
    number = action - Base.TILE
    return number // SPINS, number % SPINS
