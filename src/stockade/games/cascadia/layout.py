"""The state of Cascadia: one flat record, and the names of its numbers.

An environment is a list of at most 23 hexes in the order they were laid, not a map: the list is small enough to be a
set of bits, and a set of hexes (a species, a group, everything beside a hex) is one number. Cells of the plane are
numbered row by row over a field of `SIDE` x `SIDE` that no environment can leave; people write them `q,r` from the
top of the starter.
"""

from enum import IntEnum

import numpy as np

SEATS = 4
HEXES = 23  # of a starter and twenty tiles
SIDE = 43
HOME = 21  # row and column of the starter's top hex
EDGE_CELLS = 49  # the most empty cells that can lie beside an environment
SLOTS = 4
SPECIES = 5
TERRAINS = 5
KINDS = 75  # different tiles; ten of the 85 have a twin
STARTERS = 5
LETTERS = 4  # cards of each species, A to D
SPINS = 6
NOTHING = -1


class Phase(IntEnum):
    """What is being decided."""

    CARD = 0  # chance: the card of the next species
    STARTER = 1  # chance: the starter of the next seat
    DRAW_TILE = 2  # chance: a tile for the first empty slot
    DRAW_TOKEN = 3  # chance: a token for the first empty slot
    MARKET = 4  # wipe tokens, or take a tile and a token
    TILE = 5  # where the tile goes, and how it is turned
    TOKEN = 6  # where the token goes, or back into the bag


class Species(IntEnum):
    BEAR = 0
    ELK = 1
    SALMON = 2
    HAWK = 3
    FOX = 4


class Card(IntEnum):
    """How a species scores: by its own card, or by the one for beginners that goes for all five."""

    A = 0
    B = 1
    C = 2
    D = 3
    FAMILY = 4
    INTERMEDIATE = 5


class Base(IntEnum):
    """Where the action ids of each kind of decision begin."""

    WIPE = 0  # the three equal tokens; then a set of slots, one bit each, for a nature token
    TAKE = 16  # tile's slot * 4 + token's slot; different slots cost a nature token
    TILE = TAKE + SLOTS * SLOTS  # cell * 6 + spin
    TOKEN = TILE + SIDE * SIDE * SPINS  # cell
    RETURN = TOKEN + SIDE * SIDE
    CARD = RETURN + 1
    STARTER = CARD + LETTERS
    DRAW_TILE = STARTER + STARTERS
    DRAW_TOKEN = DRAW_TILE + KINDS
    END = DRAW_TOKEN + SPECIES


# In both records the widest fields come first, so that no byte lies between them. A set of hexes has bit 0 for the
# first hex laid.
ENVIRONMENT = np.dtype(
    (  # a record inside a record: its fields are attributes when this runs uncompiled too
        np.record,
        np.dtype(
            [
                ("near", np.int32, (HEXES,)),  # per hex: the hexes beside it
                ("wildlife", np.int32, (SPECIES,)),  # per species: the hexes with its token
                ("shows", np.int32, (SPECIES,)),  # per species: the hexes whose tile shows it
                ("cell", np.int16, (HEXES,)),  # where each hex lies
                ("edge", np.int16, (EDGE_CELLS,)),  # the empty cells beside the environment, ascending
                ("hexes", np.int16),  # how many are laid
                ("face", np.int8, (HEXES,)),  # which tile, as a row of `tables.FACES`
                ("spin", np.int8, (HEXES,)),  # how it is turned
                ("beside", np.int8, (HEXES, SPINS)),  # the hex in each direction, or NOTHING
                ("edges", np.int8),  # how many cells of `edge` are in use
                ("nature", np.int8),  # nature tokens in hand
            ],
            align=True,
        ),
    )
)
STATE = np.dtype(
    [
        ("environment", ENVIRONMENT, (SEATS,)),
        ("ply", np.int32),
        ("scenario", np.int32),  # option: its number, or 0; so wide that no byte lies behind the last field either
        ("unseen", np.int8, (KINDS,)),  # tiles not yet drawn, the boxed ones among them
        ("bag", np.int8, (SPECIES,)),
        ("aside", np.int8, (SPECIES,)),  # wiped tokens that are not back in the bag yet
        ("market_tile", np.int8, (SLOTS,)),  # kind of tile, or NOTHING
        ("market_token", np.int8, (SLOTS,)),  # species, or NOTHING
        ("cards", np.int8, (SPECIES,)),  # Card of every species
        ("current_player", np.int8),  # seat that decides, CHANCE or OVER
        ("players", np.int8),
        ("turn_owner", np.int8),  # seat whose turn it is, also while chance decides
        ("phase", np.int8),  # Phase
        ("majorities", np.int8),  # option
        ("starters_left", np.int8),  # bits of the starters that nobody has
        ("stack", np.int8),  # tiles that can still come into the market
        ("has_wiped", np.int8),  # whether the turn's free wipe is used up
        ("hand_tile", np.int8),  # the tile taken and not yet laid, or NOTHING
        ("hand_token", np.int8),  # the token taken and not yet placed, or NOTHING
    ],
    align=True,
)
