"""The state of Barrage: one flat record, and the names of its numbers.

What a seat has is in `player`, what lies on the map in `dam_...`, `conduit` and `powerhouse`. A set of tiles or
contracts is a number with a bit for each. What is left to do in a turn is a stack of steps (`pending`, the next one
on top); a turn begins and ends with an empty one.
"""

from enum import IntEnum
from typing import Annotated

from stockade.core.layout import Int8, Int8s, Int16, Int32, Int64, Layout, Records, dtype_of

SEATS = 4
ROUNDS = 5
BASINS = 12
BASES = 20  # spaces: basin 1 upper, basin 1 lower, basin 2 upper, ...
CONDUITS = 20  # basin 1 left, basin 1 right, ...
POWERHOUSES = 23
HEADSTREAMS = 4
ROWS = 16  # of the management board, each with a left and a right space
SEGMENTS = 6  # of a wheel; the open one is the first
TILES = 20  # technology: base, elevation, conduit, powerhouse, wild, then the fifteen advanced ones
BASIC = 5
ANTON = TILES  # Anton's tile, which is any other of the wheel
CONTRACTS = 55  # 4 starting, 15 green, 15 yellow, 15 red, 6 national
PRIVATE = 4  # the first private contract
NATIONAL = 49  # the first national one
PILES = 3
OFFICERS = 7
COMPANIES = 4
CARDS = 20  # of the Automas
MOST_UNITS = 10  # machines of the dearest structure
HAND = 3
NEUTRAL = SEATS  # owner of a dam that is nobody's
NOTHING = -1
FEE = 3  # credits, for a red action space and for building on a red space


class Kind(IntEnum):
    """The structures."""

    BASE = 0
    ELEVATION = 1
    CONDUIT = 2
    POWERHOUSE = 3


# Sites: base spaces, the same once more for the elevations on them, conduits, powerhouses.
CONDUIT_SITE = 2 * BASES
POWERHOUSE_SITE = CONDUIT_SITE + CONDUITS
SITES = POWERHOUSE_SITE + POWERHOUSES


class Company(IntEnum):
    USA = 0
    GERMANY = 1
    ITALY = 2
    FRANCE = 3


class Officer(IntEnum):
    ADLER = 0
    GRAZIANO = 1
    FIESLER = 2
    JILL = 3
    SOLOMON = 4
    ANTON = 5
    MAHIRI = 6


class Tile(IntEnum):
    """The technology tiles that mean more than what they build."""

    WILD = 4
    I_BASE = 5
    I_ELEVATION = 6
    I_CONDUIT = 7
    I_POWERHOUSE = 8
    I_WILD = 9
    II_BASE = 10
    II_ELEVATION = 11
    II_CONDUIT = 12
    II_POWERHOUSE = 13
    II_WILD = 14
    III_BASE = 15
    III_ELEVATION = 16
    III_CONDUIT = 17
    III_POWERHOUSE = 18
    III_WILD = 19


class Effect(IntEnum):
    """The words of rewards. The first ones are plain gains."""

    NONE = 0
    CREDITS = 1
    VP = 2
    EXCAVATORS = 3
    MIXERS = 4
    ENERGY = 5
    MACHINES = 6  # of either kind, by choice
    ROTATE = 7
    WATER = 8  # drops that wait on the headstreams
    FLOW = 9  # drops that run at once
    PLACE = 10  # a structure, the amount says which and where: see `place_amount`


LAST_GAIN = Effect.ENERGY


class Step(IntEnum):
    """What may be pending. First what somebody decides, then what runs by itself, then what chance decides."""

    TURN = 0  # an action space, or a construction
    PAY = 1  # with which machines
    PRODUCE = 2  # dam, conduit and drops
    CONTRACT = 3  # which contract the energy fulfils
    TAKE = 4  # private contracts
    DISCARD = 5  # down to three
    DROP = 6  # where a drop goes
    FALL = 7  # where a drop goes that runs at once
    MACHINE = 8  # excavator or mixer
    PLACE = 9  # where a structure goes that a reward gives
    PICK = 10  # company, officer and starting contract
    # by itself
    SETUP = 11
    BUILD = 12  # the structure goes on the map
    TILE_EFFECT = 13  # what the tile adds
    ROTATE = 14
    RUN = 15  # the drops that were placed run
    POWER = 16  # of the company, after a production
    INCOME = 17
    HEADSTREAMS = 18
    END_TURN = 19
    AUTOMA = 20  # the turn of an Automa
    LAY_OUT = 21  # contracts of a pile, after an Automa discarded them
    # chance
    DRAW_HEADSTREAM = 22
    DRAW_BONUS = 23
    DRAW_OBJECTIVE = 24
    DRAW_NATIONAL = 25
    DRAW_CONTRACT = 26
    DRAW_NEUTRAL = 27
    DRAW_PATENT = 28
    DRAW_COMPANY = 29
    DRAW_OFFICER = 30
    DRAW_STARTING = 31
    DRAW_CHOOSER = 32  # who picks first
    DRAW_PAIR = 33  # the company of an Automa
    DRAW_CARD = 34  # the next tile of the Automas


Numbers = tuple[int, int]
"""The two numbers of a pending step."""

NUMBERS: dict[Step, tuple[str, ...]] = {
    Step.PAY: ("site", "variant"),
    Step.PRODUCE: ("modifier", "run"),
    Step.CONTRACT: ("energy",),
    Step.TAKE: ("contracts",),  # how many more
    Step.DROP: ("drops", "placed"),  # how many more, and how many were placed
    Step.FALL: ("drops", "placed"),
    Step.MACHINE: ("machines",),  # how many more
    Step.PLACE: ("amount",),  # of a reward: which structure, and where it may go
    Step.SETUP: ("stage",),
    Step.BUILD: ("site", "variant"),
    Step.TILE_EFFECT: ("site", "tile"),
    Step.ROTATE: ("segments",),
    Step.POWER: ("basin", "run"),  # of the powerhouse
    Step.AUTOMA: ("line",),  # of its tile, the next to read
    Step.LAY_OUT: ("pile",),
    Step.DRAW_HEADSTREAM: ("stream",),
    Step.DRAW_BONUS: ("round",),
    Step.DRAW_NATIONAL: ("national",),  # which place
    Step.DRAW_CONTRACT: ("place",),
    Step.DRAW_NEUTRAL: ("area",),
    Step.DRAW_PATENT: ("slot",),
    Step.DRAW_OFFICER: ("company",),  # NOTHING: for an officer that Mahiri may copy though nobody has it
    Step.DRAW_PAIR: ("seat",),
}
"""What the numbers of a step are called. A step that has fewer than two has zeros for the others."""


class Run(IntEnum):
    """Which production it is."""

    PLAIN = 0
    SECOND = 1  # Germany's
    TILE = 2  # that of a technology tile, which may be left out


FIRST_RUNNING = Step.SETUP
FIRST_CHANCE = Step.DRAW_HEADSTREAM

PLAIN = TILES  # variants of a build below this: the tile of that number goes on the wheel
COPIES = 2 * TILES  # below this: Anton's tile, or Mahiri, copies the tile of that number less PLAIN
FREE_TILES = (int(Tile.I_POWERHOUSE), int(Tile.III_BASE))  # tiles that need no engineers ...
VARIANTS = COPIES + 2 * len(FREE_TILES)  # ... used so: each of them itself, then each of them copied


STACK = 32


# In all records the widest fields come first, so that no byte lies between them.
class Frame(Layout):
    first: Int16  # number of the step: see NUMBERS
    second: Int16
    step: Int8
    player: Int8


FRAME = dtype_of(Frame)


class Player(Layout):
    contracts: Int64  # in hand, not fulfilled
    fulfilled: Int64
    tiles: Int32  # technology tiles off the wheel; bit TILES: Anton's
    vp: Int16
    credits: Int16
    energy: Int16  # of this round
    excavators: Int16
    mixers: Int16
    banked: Int16  # engineers on the bank
    constructions: Int16  # construction spaces taken in this round
    wheel_tile: Annotated[Int8s, SEGMENTS]  # or NOTHING
    wheel_excavators: Annotated[Int8s, SEGMENTS]
    wheel_mixers: Annotated[Int8s, SEGMENTS]
    built: Annotated[Int8s, 4]  # pieces on the map, by Kind
    company: Int8
    officer: Int8
    copied: Int8  # the officer whose ability Mahiri has in this turn, or NOTHING
    mahiri_uses: Int8  # in this round
    has_copied: Int8  # whether she was used in this turn
    engineers: Int8
    has_passed: Int8
    level: Int8  # of an Automa; zero for a person


PLAYER = dtype_of(Player)


class Record(Layout):
    player: Annotated[Records[Player], SEATS]
    pile: Int64  # private contracts in the piles
    discarded: Int64  # private contracts that Automas discarded
    patent_pile: Int32  # advanced tiles in the piles
    cards: Int32  # of the Automas: in their pile, the top one apart
    ply: Int32
    pending: Annotated[Records[Frame], STACK]
    round_no: Int16
    place: Int16  # in the turn order, of who is or was last to move
    depth: Int16  # steps pending
    objective: Int16
    used_powerhouse: Int16  # basin of the production just made, for Germany's second
    card: Int16  # of the Automas: the top tile, or NOTHING
    last_card: Int16  # the last one discarded, or NOTHING
    dam_owner: Annotated[Int8s, BASES]  # a seat, NEUTRAL or NOTHING
    dam_level: Annotated[Int8s, BASES]
    dam_drops: Annotated[Int8s, BASES]
    conduit: Annotated[Int8s, CONDUITS]  # owner
    powerhouse: Annotated[Int8s, POWERHOUSES]  # owner
    headstream: Annotated[Int8s, HEADSTREAMS]  # its tile
    waiting: Annotated[Int8s, HEADSTREAMS]  # drops on it
    falling: Annotated[Int8s, HEADSTREAMS]  # drops on it that run next
    bonus: Annotated[Int8s, ROUNDS]
    national: Annotated[Int8s, 3]  # contract, or NOTHING
    open: Annotated[Int8s, 2 * PILES]  # contract; places of the green, yellow and red pile, left and right
    patent: Annotated[Int8s, 3]  # tile, or NOTHING
    space: Annotated[Int8s, 2 * ROWS]  # who has engineers there; NOTHING, or NEUTRAL where the row is closed
    patent_taken: Annotated[Int8s, 3]  # who took the tile of a slot
    order: Annotated[Int8s, SEATS]  # seats in turn order
    pair: Annotated[Int8s, COMPANIES]  # officer that lies with a company while they are picked
    current_player: Int8  # seat that decides, CHANCE or OVER
    players: Int8
    starting: Int8  # bits of starting contracts to pick from
    companies: Int8  # bits of companies to pick from
    spares: Int8  # bits of officers that Mahiri may copy though nobody has them
    is_full: Int8  # option
    automas: Int8  # option


STATE = dtype_of(Record)
