"""Action ids. An id is the base of its kind plus a number: a cell, a wall, a colour, a bid. Where the number stands
for several things, a pair of functions packs and unpacks them."""

from enum import IntEnum
from functools import cache

from stockade.core.kernel import kernel
from stockade.games.cascade_barricade.layout import CELLS, COLOURS, HIGHEST_BID, SLOTS, TYPES, WALLS


class Base(IntEnum):
    """The first action id of each kind of decision."""

    CORNER = 0
    OPEN = CORNER + 6  # wall
    PASS = OPEN + WALLS
    BID = PASS + 1  # the bid itself, from 0
    WALL = BID + HIGHEST_BID + 1  # cell
    HIRE = WALL + CELLS  # see `hire_action`
    MOVE = HIRE + TYPES * SLOTS  # cell
    SELL = MOVE + CELLS  # see `sell_action`
    SHIFT = SELL + TYPES * SLOTS  # see `shift_action`
    DIG = SHIFT + TYPES * SLOTS * SLOTS  # cell
    FILL = DIG + CELLS  # cell
    TRASH = FILL + CELLS  # see `trash_action`
    SKIP = TRASH + WALLS * WALLS
    DONE = SKIP + 1
    FLEE = DONE + 1  # cell
    SCRAP = FLEE + CELLS
    KEEP = SCRAP + 1
    ORDER = KEEP + 1  # colour
    DRAW = ORDER + COLOURS  # wall
    END = DRAW + WALLS


@cache
def kind_of(action: int) -> Base:
    """Return the kind of decision that an id belongs to."""
    return next(base for base in reversed(Base) if base <= action)


@kernel
def hire_action(kind: int, slot: int) -> int:
    """Return the action that hires a laborer of a type for the wall in a slot."""
    return Base.HIRE + kind * SLOTS + slot


@kernel
def sell_action(kind: int, slot: int) -> int:
    """Return the action that sells a laborer of a type from the wall in a slot."""
    return Base.SELL + kind * SLOTS + slot


@kernel
def labor_of(action: int, base: int) -> tuple[int, int]:
    """Return the type and the slot of a `hire` or a `sell`. `base` says which it is."""
    number = action - base
    return number // SLOTS, number % SLOTS


@kernel
def shift_action(kind: int, start: int, end: int) -> int:
    """Return the action that shifts a laborer of a type from one slot to another."""
    return Base.SHIFT + (kind * SLOTS + start) * SLOTS + end


@kernel
def shift_of(action: int) -> tuple[int, int, int]:
    """Return the type and the two slots of a `shift`."""
    number = action - Base.SHIFT
    return number // (SLOTS * SLOTS), number // SLOTS % SLOTS, number % SLOTS


@kernel
def trash_action(low: int, high: int) -> int:
    """Return the action that discards two walls. The same wall twice stands for that wall alone."""
    return Base.TRASH + low * WALLS + high


@kernel
def trash_of(action: int) -> tuple[int, int]:
    """Return the lower and the higher wall that a `trash` discards."""
    number = action - Base.TRASH
    return number // WALLS, number % WALLS
