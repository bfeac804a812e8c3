"""The state of Cascade Barricade: one flat record, and the names of its numbers.

The land is a hexagon of hexes inside a field of `SIDE` x `SIDE` cells, kept as rows of bits: bit `q + MIDDLE` of row
`r + MIDDLE`. The neighbours of all cells of a row are then found by shifting, and the flood advances everywhere at
once. A wall is known by its starting bid less one; a set of walls (the block, the deck) is a number with a bit for
each.
"""

from enum import IntEnum

import numpy as np

from stockade.games.cascade_barricade.edition import PRICE_ROWS as PRICE_ROWS
from stockade.games.cascade_barricade.edition import TYPE_NAMES
from stockade.games.cascade_barricade.edition import WALLS as WALLS

SEATS = 6
SLOTS = 3  # walls of a player
TYPES = len(TYPE_NAMES)  # of laborers
LARGEST = 6  # radius of the largest land
MIDDLE = LARGEST
SIDE = 2 * LARGEST + 1
CELLS = SIDE * SIDE
BLOCK = 6  # walls on the block
TOP_ROW = 3
HIGHEST_BID = 999
LABOR_LIMIT = 3  # laborers on one wall
NOTHING = -1


class Phase(IntEnum):
    """What is being decided, in the order of a round; the steps between decisions take care of themselves."""

    ORDER = 0  # chance: who is next in the first turn order
    CORNER = 1  # where a character starts
    SCRAP = 2  # discard the wall in slot 1, or keep it
    OPEN = 3  # open the bidding for a wall, or pass
    BID = 4  # bid for it, or pass
    STAND = 5  # where the stand of a wall goes
    HIRE = 6  # hire laborers
    ACT = 7  # two actions
    SELL = 8  # go on selling
    SHIFT = 9  # go on shifting
    FLEE = 10  # out of the water
    DRAW = 11  # chance: the next wall of the deck


class Base(IntEnum):
    """Where the action ids of each kind of decision begin."""

    CORNER = 0
    OPEN = CORNER + 6  # wall
    PASS = OPEN + WALLS
    BID = PASS + 1  # the bid itself, from 0
    WALL = BID + HIGHEST_BID + 1  # cell
    HIRE = WALL + CELLS  # type * 3 + slot
    MOVE = HIRE + TYPES * SLOTS  # cell
    SELL = MOVE + CELLS  # type * 3 + slot
    SHIFT = SELL + TYPES * SLOTS  # (type * 3 + from) * 3 + to
    DIG = SHIFT + TYPES * SLOTS * SLOTS  # cell
    FILL = DIG + CELLS  # cell
    TRASH = FILL + CELLS  # lower wall * 48 + higher wall; twice the same: that one alone
    SKIP = TRASH + WALLS * WALLS
    DONE = SKIP + 1
    FLEE = DONE + 1  # cell
    SCRAP = FLEE + CELLS
    KEEP = SCRAP + 1
    ORDER = KEEP + 1  # seat
    DRAW = ORDER + SEATS  # wall
    END = DRAW + WALLS


# In both records the widest fields come first, and no byte lies between them or behind.
PLAYER = np.dtype(
    (  # a record inside a record: its fields are attributes when this runs uncompiled too
        np.record,
        np.dtype(
            [
                ("money", np.int32),
                ("earned", np.int16),  # in the last production
                ("character", np.int16),  # its cell, or NOTHING before it has one
                ("stand", np.int16, (SLOTS,)),  # the cell of each wall's stand, or NOTHING
                ("wall", np.int8, (SLOTS,)),  # the wall in each slot, or NOTHING
                ("labor", np.int8, (SLOTS, TYPES)),  # laborers on each wall
                ("has_third", np.int8),  # whether stand 3 was ever placed
                ("drowned", np.int8),
            ],
            align=True,
        ),
    )
)
STATE = np.dtype(
    [
        ("block", np.int64),  # walls on the block
        ("deck", np.int64),  # walls in the deck
        ("player", PLAYER, (SEATS,)),
        ("ply", np.int32),
        ("round_no", np.int32),
        ("bid", np.int32),  # the highest for the wall up for auction; nought before the first
        ("water", np.int16, (SIDE,)),  # rows of bits
        ("holes", np.int16, (SIDE,)),
        ("stands", np.int16, (SIDE,)),
        ("purge_below", np.int16),  # of the edition
        ("spaces", np.int16),  # of the edition: of a price row and type in the market
        ("market", np.int8, (TYPES,)),  # laborers in the market: always on the dearest spaces
        ("order", np.int8, (SEATS,)),  # seats in turn order
        ("current_player", np.int8),  # seat that decides, CHANCE or OVER
        ("players", np.int8),
        ("phase", np.int8),  # Phase
        ("after_draw", np.int8),  # the phase that goes on when the block is full again
        ("cursor", np.int8),  # place in the turn order that is being asked
        ("lot", np.int8),  # the wall up for auction, or NOTHING
        ("bidder", np.int8),  # who bid last, or NOTHING
        ("bidding", np.int8),  # bits of the seats still in
        ("won", np.int8),  # bits of the seats that won a wall in this phase
        ("deck_out", np.int8),  # whether a refill has found the deck empty
        ("has_purged", np.int8),
        ("actions_left", np.int8),
        ("shift_from", np.int8),  # slots of the shift that is going on
        ("shift_to", np.int8),
        ("flooded", np.int8),  # bits of the seats that must flee
        ("radius", np.int8),  # option
        ("two_weakest", np.int8),  # option
        # The rest of the edition, so that a state says all there is to know.
        ("prices", np.int8, (PRICE_ROWS,)),
        ("production", np.int8, (WALLS,)),
        ("needs", np.int8, (WALLS, TYPES)),  # laborers of each type that the card shows
        ("needs_any", np.int8, (WALLS,)),  # whether any one of them is enough
        ("kind", np.int8, (WALLS,)),  # junk, wood, stone, magic, metal, sacred
    ],
    align=True,
)
