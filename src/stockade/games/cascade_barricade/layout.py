"""The state of Cascade Barricade: one flat record, and the names of its numbers.

The land is a hexagon of hexes inside a field of `SIDE` x `SIDE` cells, stored as rows of bits: bit `q + MIDDLE` of
row `r + MIDDLE`. Shifts find the neighbours of all cells of a row, so the flood advances everywhere at once. A wall
is numbered by its starting bid minus one; a set of walls (the block, the deck) is a number with one bit for each.

A colour is what the rulebook calls a player: a character, money and three slots. Each seat has one colour, or two in
a game of two. They go round the table: seat 0, seat 1, seat 0, seat 1.
"""

from enum import IntEnum
from typing import Annotated

from stockade.core.layout import Int8, Int8s, Int16, Int16s, Int32, Int64, Layout, Records, dtype_of
from stockade.games.cascade_barricade.edition import PRICE_ROWS as PRICE_ROWS
from stockade.games.cascade_barricade.edition import TYPE_NAMES
from stockade.games.cascade_barricade.edition import WALLS as WALLS

SEATS = 6
COLOURS = 6  # colours at the table, at most
SLOTS = 3  # slots for walls of each colour
TYPES = len(TYPE_NAMES)  # types of laborers
LARGEST = 6  # radius of the largest land
MIDDLE = LARGEST
SIDE = 2 * LARGEST + 1
CELLS = SIDE * SIDE
BLOCK = 6  # walls that the block holds
TOP_ROW = 3
HIGHEST_BID = 999
LABOR_LIMIT = 3  # the most laborers on one wall
ACTIONS = 2  # actions of a colour in each round
NOTHING = -1


class Phase(IntEnum):
    """What is being decided, in the order of a round. What happens between decisions runs by itself."""

    ORDER = 0  # chance: the next colour of the first turn order
    CORNER = 1  # choose the corner where a character starts
    SCRAP = 2  # discard the wall in slot 1, or keep it
    OPEN = 3  # open the bidding for a wall, or pass
    BID = 4  # bid for the wall, or pass
    STAND = 5  # place the stand of a wall
    HIRE = 6  # hire laborers
    ACT = 7  # take two actions
    SELL = 8  # sell more laborers
    SHIFT = 9  # shift more laborers
    FLEE = 10  # flee from the water
    DRAW = 11  # chance: the next wall of the deck


# In both records the widest fields come first, so that there is no padding.
class Player(Layout):
    """What a colour has."""

    money: Int32
    earned: Int16  # money from the last production
    character: Int16  # the character's cell, or NOTHING
    stand: Annotated[Int16s, SLOTS]  # the cell of each wall's stand, or NOTHING
    wall: Annotated[Int8s, SLOTS]  # the wall in each slot, or NOTHING
    labor: Annotated[Int8s, (SLOTS, TYPES)]  # laborers on each wall
    has_third: Int8  # whether the third stand was ever placed
    drowned: Int8


PLAYER = dtype_of(Player)


class Record(Layout):
    block: Int64  # walls on the block
    deck: Int64  # walls in the deck
    player: Annotated[Records[Player], COLOURS]  # indexed by colour
    ply: Int32
    round_no: Int32
    bid: Int32  # the highest bid for the wall up for auction; zero before the first
    water: Annotated[Int16s, SIDE]  # rows of bits
    holes: Annotated[Int16s, SIDE]
    stands: Annotated[Int16s, SIDE]
    purge_below: Int16  # from the edition
    spaces: Int16  # from the edition: spaces for each price and type in the market
    colours: Int16  # colours at the table
    colour: Int16  # the colour that decides, or NOTHING
    market: Annotated[Int8s, TYPES]  # laborers in the market, always on the most expensive spaces
    order: Annotated[Int8s, COLOURS]  # colours in turn order
    current_player: Int8  # the seat of the colour that decides, CHANCE or OVER
    players: Int8
    phase: Int8  # a Phase
    after_draw: Int8  # the phase that continues when the block is full again
    cursor: Int8  # the place in the turn order whose decision it is
    lot: Int8  # the wall up for auction, or NOTHING
    bidder: Int8  # the colour that bid last, or NOTHING
    bidding: Int8  # bits of the colours that are still bidding
    won: Int8  # bits of the colours that won a wall in this phase
    deck_out: Int8  # whether a refill has found the deck empty
    has_purged: Int8
    actions_left: Int8
    shift_from: Int8  # the two slots of the shift that is going on
    shift_to: Int8
    flooded: Int8  # bits of the colours that must flee
    radius: Int8  # option
    two_weakest: Int8  # option
    whole_block_for_last: Int8  # option
    scrap_leftmost: Int8  # option
    rim_protects: Int8  # option
    late_deck: Int8  # option
    # The rest of the edition, so that a state is complete by itself.
    prices: Annotated[Int8s, PRICE_ROWS]
    production: Annotated[Int8s, WALLS]
    needs: Annotated[Int8s, (WALLS, TYPES)]  # laborers of each type that the card shows
    needs_any: Annotated[Int8s, WALLS]  # whether any one of these laborers is enough
    kind: Annotated[Int8s, WALLS]  # junk, wood, stone, magic, metal, sacred


STATE = dtype_of(Record)
