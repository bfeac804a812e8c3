"""The state of Cascade Barricade: one flat record, and the names of its numbers.

The land is a hexagon of hexes inside a field of `SIDE` x `SIDE` cells, kept as rows of bits: bit `q + MIDDLE` of row
`r + MIDDLE`. The neighbours of all cells of a row are then found by shifting, and the flood advances everywhere at
once. A wall is known by its starting bid less one; a set of walls (the block, the deck) is a number with a bit for
each.
"""

from enum import IntEnum
from typing import Annotated

from stockade.core.layout import Int8, Int8s, Int16, Int16s, Int32, Int64, Layout, Records, dtype_of
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
ACTIONS = 2  # of a player in a round
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


# In both records the widest fields come first, and no byte lies between them or behind.
class Player(Layout):
    money: Int32
    earned: Int16  # in the last production
    character: Int16  # its cell, or NOTHING before it has one
    stand: Annotated[Int16s, SLOTS]  # the cell of each wall's stand, or NOTHING
    wall: Annotated[Int8s, SLOTS]  # the wall in each slot, or NOTHING
    labor: Annotated[Int8s, (SLOTS, TYPES)]  # laborers on each wall
    has_third: Int8  # whether stand 3 was ever placed
    drowned: Int8


PLAYER = dtype_of(Player)


class Record(Layout):
    block: Int64  # walls on the block
    deck: Int64  # walls in the deck
    player: Annotated[Records[Player], SEATS]
    ply: Int32
    round_no: Int32
    bid: Int32  # the highest for the wall up for auction; zero before the first
    water: Annotated[Int16s, SIDE]  # rows of bits
    holes: Annotated[Int16s, SIDE]
    stands: Annotated[Int16s, SIDE]
    purge_below: Int16  # of the edition
    spaces: Int16  # of the edition: of a price row and type in the market
    market: Annotated[Int8s, TYPES]  # laborers in the market: always on the dearest spaces
    order: Annotated[Int8s, SEATS]  # seats in turn order
    current_player: Int8  # seat that decides, CHANCE or OVER
    players: Int8
    phase: Int8  # Phase
    after_draw: Int8  # the phase that goes on when the block is full again
    cursor: Int8  # place in the turn order that is being asked
    lot: Int8  # the wall up for auction, or NOTHING
    bidder: Int8  # who bid last, or NOTHING
    bidding: Int8  # bits of the seats still in
    won: Int8  # bits of the seats that won a wall in this phase
    deck_out: Int8  # whether a refill has found the deck empty
    has_purged: Int8
    actions_left: Int8
    shift_from: Int8  # slots of the shift that is going on
    shift_to: Int8
    flooded: Int8  # bits of the seats that must flee
    radius: Int8  # option
    two_weakest: Int8  # option
    # The rest of the edition, so that a state says all there is to know.
    prices: Annotated[Int8s, PRICE_ROWS]
    production: Annotated[Int8s, WALLS]
    needs: Annotated[Int8s, (WALLS, TYPES)]  # laborers of each type that the card shows
    needs_any: Annotated[Int8s, WALLS]  # whether any one of them is enough
    kind: Annotated[Int8s, WALLS]  # junk, wood, stone, magic, metal, sacred


STATE = dtype_of(Record)
