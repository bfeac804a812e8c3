"""The state of Cascadia: one flat record, and the names of its numbers.

An environment is a list of at most 23 hexes in the order they were laid, not a map. A set of hexes (a species, a
group, all neighbours of a hex) is therefore one number, with a bit for each hex. Cells are numbered row by row over a
field of `SIDE` x `SIDE` that no environment can leave; people write them as `q,r`, relative to the top hex of the
starter.
"""

from enum import IntEnum
from typing import Annotated

from stockade.core.layout import Int8, Int8s, Int16, Int16s, Int32, Int32s, Layout, Records, dtype_of

SEATS = 4
HEXES = 23  # three of the starter and twenty tiles
SIDE = 43
HOME = 21  # row and column of the starter's top hex
EDGE_CELLS = 49  # the most empty cells that can lie beside an environment
SLOTS = 4
SPECIES = 5
TERRAINS = 5
KINDS = 75  # different tiles; ten of the 85 have a twin
STARTERS = 5
LETTERS = 4  # cards for each species, A to D
SPINS = 6
NOTHING = -1


class Phase(IntEnum):
    """What is being decided."""

    CARD = 0  # chance: the card of the next species
    STARTER = 1  # chance: the starter of the next seat
    DRAW_TILE = 2  # chance: a tile for the first empty slot
    DRAW_TOKEN = 3  # chance: a token for the first empty slot
    MARKET = 4  # wipe tokens, or take a tile and a token
    TILE = 5  # where to lay the tile, and in which spin
    TOKEN = 6  # where to place the token, or return it to the bag


class Species(IntEnum):
    BEAR = 0
    ELK = 1
    SALMON = 2
    HAWK = 3
    FOX = 4


class Card(IntEnum):
    """How a species scores: by its own card, or by one of the simple cards, Family and Intermediate, for all five."""

    A = 0
    B = 1
    C = 2
    D = 3
    FAMILY = 4
    INTERMEDIATE = 5


# In both records the widest fields come first, so that there is no padding. In a set of hexes, bit 0 is the first hex
# laid.
class Environment(Layout):
    near: Annotated[Int32s, HEXES]  # per hex: the adjacent hexes
    wildlife: Annotated[Int32s, SPECIES]  # per species: the hexes with its token
    shows: Annotated[Int32s, SPECIES]  # per species: the hexes whose tile shows it
    cell: Annotated[Int16s, HEXES]  # the cell of each hex
    edge: Annotated[Int16s, EDGE_CELLS]  # the empty cells adjacent to the environment, ascending
    hexes: Int16  # how many hexes are laid
    face: Annotated[Int8s, HEXES]  # the tile of each hex, as a row of `tables.FACES`
    spin: Annotated[Int8s, HEXES]  # the spin of each hex
    beside: Annotated[Int8s, (HEXES, SPINS)]  # the hex in each direction, or NOTHING
    edges: Int8  # how many cells of `edge` are used
    nature: Int8  # unspent nature tokens


ENVIRONMENT = dtype_of(Environment)


class Record(Layout):
    environment: Annotated[Records[Environment], SEATS]
    ply: Int32
    scenario: Int32  # option: the scenario's number, or 0
    short_salmon_runs: Int16  # option; like the scenario it is wide, so that there is no padding at the end
    unseen: Annotated[Int8s, KINDS]  # tiles not yet drawn, including those left in the box
    bag: Annotated[Int8s, SPECIES]
    aside: Annotated[Int8s, SPECIES]  # wiped tokens that are not yet back in the bag
    market_tile: Annotated[Int8s, SLOTS]  # kind of tile, or NOTHING
    market_token: Annotated[Int8s, SLOTS]  # species, or NOTHING
    cards: Annotated[Int8s, SPECIES]  # the Card of every species
    current_player: Int8  # the seat that decides, CHANCE or OVER
    players: Int8
    turn_owner: Int8  # the seat whose turn it is, also while chance decides
    phase: Int8  # Phase
    majorities: Int8  # option
    elk_with_gaps: Int8  # option
    branching_salmon: Int8  # option
    starters_left: Int8  # starters not yet dealt, as bits
    stack: Int8  # tiles that can still enter the market
    has_wiped: Int8  # whether the free wipe of this turn is used
    hand_tile: Int8  # the tile taken but not yet laid, or NOTHING
    hand_token: Int8  # the token taken but not yet placed, or NOTHING


STATE = dtype_of(Record)
