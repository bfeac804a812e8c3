"""Action ids. An id is the base of its kind plus a number: a cell, a species, a tile. Where the number stands for
several things, a pair of functions packs and unpacks them."""

from enum import IntEnum

from stockade.core.kernel import kernel
from stockade.games.cascadia.layout import KINDS, LETTERS, SIDE, SLOTS, SPECIES, SPINS, STARTERS


class Base(IntEnum):
    """Where the action ids of each kind of decision begin."""

    WIPE = 0  # the three equal tokens; then a set of slots, one bit each, for a nature token
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
    """Take the tile of one slot and the token of another, or of the same."""
    return Base.TAKE + tile * SLOTS + token


@kernel
def take_of(action: int) -> tuple[int, int]:
    """The slots of the tile and of the token that are taken."""
    number = action - Base.TAKE
    return number // SLOTS, number % SLOTS


@kernel
def tile_action(cell: int, spin: int) -> int:
    """Lay the tile in hand on a cell."""
    return Base.TILE + cell * SPINS + spin


@kernel
def tile_of(action: int) -> tuple[int, int]:
    """Where a tile is laid, and its spin."""
    number = action - Base.TILE
    return number // SPINS, number % SPINS
