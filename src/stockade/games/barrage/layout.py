"""The state of Barrage: one flat record, and the names of its numbers.

`player` holds what each seat has; `dam_...`, `conduit` and `powerhouse` hold what stands on the map. A set of tiles
or contracts is a number with one bit for each. The steps that remain in a turn form a stack (`pending`, the next step
on top); it is empty when a turn begins and when it ends.
"""

from enum import IntEnum
from typing import Annotated

from stockade.core.layout import Int8, Int8s, Int16, Int32, Int64, Layout, Records, dtype_of

SEATS = 4
ROUNDS = 5
BASINS = 12
BASES = 20  # base spaces: basin 1 upper, basin 1 lower, basin 2 upper, ...
CONDUITS = 20  # basin 1 left, basin 1 right, ...
POWERHOUSES = 23
HEADSTREAMS = 4
ROWS = 16  # rows of the management board, each with a left and a right space
SEGMENTS = 6  # segments of a wheel; the first is the open one
TILES = 20  # technology tiles: base, elevation, conduit, powerhouse, wild, then the fifteen advanced ones
BASIC = 5
ANTON = TILES  # Anton's tile, which copies any other tile on the wheel
CONTRACTS = 55  # 4 starting, 15 green, 15 yellow, 15 red, 6 national
PRIVATE = 4  # the first private contract
NATIONAL = 49  # the first national contract
PILES = 3
OFFICERS = 7
COMPANIES = 4
CARDS = 20  # tiles of the Automas
MOST_UNITS = 10  # the most machines that a structure costs
HAND = 3
NEUTRAL = SEATS  # the owner of a neutral dam
NOTHING = -1
FEE = 3  # credits for a red action space, and for building on a red space


class Kind(IntEnum):
    """The kinds of structures."""

    BASE = 0
    ELEVATION = 1
    CONDUIT = 2
    POWERHOUSE = 3


# Sites: base spaces, the same spaces again for elevations, conduits, powerhouses.
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
    """The basic wild tile and the advanced technology tiles."""

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
    """The effects of rewards. The first ones are plain gains."""

    NONE = 0
    CREDITS = 1
    VP = 2
    EXCAVATORS = 3
    MIXERS = 4
    ENERGY = 5
    MACHINES = 6  # of either kind, as the player chooses
    ROTATE = 7
    WATER = 8  # drops to place on headstreams, where they wait
    FLOW = 9  # drops to place on headstreams, where they run at once
    PLACE = 10  # a structure; the amount says which and where: see `place_amount`


LAST_GAIN = Effect.ENERGY


class Step(IntEnum):
    """The steps that can be pending: first those that a player decides, then those that run by themselves, then
    chance."""

    TURN = 0  # choose an action space or a construction
    PAY = 1  # choose the machines to pay with
    PRODUCE = 2  # choose dam, conduit and drops
    CONTRACT = 3  # choose the contract that the energy fulfils
    TAKE = 4  # take a private contract
    DISCARD = 5  # discard down to three contracts
    DROP = 6  # choose a headstream for a drop
    FALL = 7  # choose a headstream for a drop that runs at once
    MACHINE = 8  # choose an excavator or a mixer
    PLACE = 9  # choose a space for a structure from a reward
    PICK = 10  # pick company, officer and starting contract
    # Steps that run by themselves.
    SETUP = 11
    BUILD = 12  # place the structure on the map
    TILE_EFFECT = 13  # apply what the tile adds
    ROTATE = 14
    RUN = 15  # let the placed drops run
    POWER = 16  # apply the company's power after a production
    INCOME = 17
    HEADSTREAMS = 18
    END_TURN = 19
    AUTOMA = 20  # the turn of an Automa
    LAY_OUT = 21  # lay out contracts of a pile after an Automa has discarded them
    # Steps of chance.
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
    DRAW_CHOOSER = 32  # the player who picks first
    DRAW_PAIR = 33  # the company of an Automa
    DRAW_CARD = 34  # the next tile of the Automas


Numbers = tuple[int, int]
"""The two numbers of a pending step."""

NUMBERS: dict[Step, tuple[str, ...]] = {
    Step.PAY: ("site", "variant"),
    Step.PRODUCE: ("modifier", "run"),
    Step.CONTRACT: ("energy",),
    Step.TAKE: ("contracts",),  # number still to take
    Step.DROP: ("drops", "placed"),  # number still to place, and number already placed
    Step.FALL: ("drops", "placed"),
    Step.MACHINE: ("machines",),  # number still to choose
    Step.PLACE: ("amount",),  # from the reward: which structure, and where it may go
    Step.SETUP: ("stage",),
    Step.BUILD: ("site", "variant"),
    Step.TILE_EFFECT: ("site", "tile"),
    Step.ROTATE: ("segments",),
    Step.POWER: ("basin", "run"),  # basin of the powerhouse
    Step.AUTOMA: ("line",),  # next line of its tile to read
    Step.LAY_OUT: ("pile",),
    Step.DRAW_HEADSTREAM: ("stream",),
    Step.DRAW_BONUS: ("round",),
    Step.DRAW_NATIONAL: ("national",),  # place of the contract
    Step.DRAW_CONTRACT: ("place",),
    Step.DRAW_NEUTRAL: ("area",),
    Step.DRAW_PATENT: ("slot",),
    Step.DRAW_OFFICER: ("company",),  # NOTHING: for an officer that Mahiri may copy although no seat has it
    Step.DRAW_PAIR: ("seat",),
}
"""The names of a step's numbers. A step with fewer than two has zero for the rest."""


class Run(IntEnum):
    """The kinds of production."""

    PLAIN = 0
    SECOND = 1  # Germany's second production
    TILE = 2  # a production from a technology tile, which is optional


FIRST_RUNNING = Step.SETUP
FIRST_CHANCE = Step.DRAW_HEADSTREAM

PLAIN = TILES  # variants of a build below this use the tile of that number
COPIES = 2 * TILES  # variants below this copy the tile of that number minus PLAIN, with Anton's tile or by Mahiri
FREE_TILES = (int(Tile.I_POWERHOUSE), int(Tile.III_BASE))  # tiles that need no engineers ...
VARIANTS = COPIES + 2 * len(FREE_TILES)  # ... have the last variants: each tile itself, then each tile copied


STACK = 32


# In every record the widest fields come first, so that there is no padding.
class Frame(Layout):
    first: Int16  # the first number of the step: see NUMBERS
    second: Int16
    step: Int8
    player: Int8


FRAME = dtype_of(Frame)


class Player(Layout):
    contracts: Int64  # contracts in hand, not yet fulfilled
    fulfilled: Int64
    tiles: Int32  # technology tiles off the wheel; bit TILES is Anton's
    vp: Int16
    credits: Int16
    energy: Int16  # energy made in this round
    excavators: Int16
    mixers: Int16
    banked: Int16  # engineers in the bank
    constructions: Int16  # construction spaces taken in this round
    wheel_tile: Annotated[Int8s, SEGMENTS]  # tile in each segment, or NOTHING
    wheel_excavators: Annotated[Int8s, SEGMENTS]
    wheel_mixers: Annotated[Int8s, SEGMENTS]
    built: Annotated[Int8s, 4]  # pieces on the map, indexed by Kind
    company: Int8
    officer: Int8
    copied: Int8  # the officer whose ability Mahiri has in this turn, or NOTHING
    mahiri_uses: Int8  # uses of Mahiri's tile in this round
    has_copied: Int8  # whether Mahiri's tile was used in this turn
    engineers: Int8
    has_passed: Int8
    level: Int8  # level of an Automa; zero for a person


PLAYER = dtype_of(Player)


class Record(Layout):
    player: Annotated[Records[Player], SEATS]
    pile: Int64  # private contracts that are in the piles
    discarded: Int64  # private contracts that Automas discarded
    rulings: Int64  # option: version of the rulings; so wide that there is still no padding
    patent_pile: Int32  # advanced tiles that are in the piles
    cards: Int32  # tiles in the pile of the Automas, without the top one
    ply: Int32
    pending: Annotated[Records[Frame], STACK]
    round_no: Int16
    place: Int16  # place in the turn order of the seat whose turn it is or was last
    depth: Int16  # number of pending steps
    objective: Int16
    used_powerhouse: Int16  # basin of the production just made, for Germany's second one
    card: Int16  # top tile of the Automas, or NOTHING
    last_card: Int16  # last discarded tile of the Automas, or NOTHING
    dam_owner: Annotated[Int8s, BASES]  # a seat, NEUTRAL or NOTHING
    dam_level: Annotated[Int8s, BASES]
    dam_drops: Annotated[Int8s, BASES]
    conduit: Annotated[Int8s, CONDUITS]  # owner, or NOTHING
    powerhouse: Annotated[Int8s, POWERHOUSES]  # owner, or NOTHING
    headstream: Annotated[Int8s, HEADSTREAMS]  # headstream tile, or NOTHING
    waiting: Annotated[Int8s, HEADSTREAMS]  # drops that wait on it
    falling: Annotated[Int8s, HEADSTREAMS]  # drops on it that run next
    bonus: Annotated[Int8s, ROUNDS]
    national: Annotated[Int8s, 3]  # contract, or NOTHING
    open: Annotated[Int8s, 2 * PILES]  # contract or NOTHING, for the green, yellow and red pile, left and right
    patent: Annotated[Int8s, 3]  # tile, or NOTHING
    space: Annotated[Int8s, 2 * ROWS]  # the seat with engineers there, NOTHING, or NEUTRAL if the row is closed
    patent_taken: Annotated[Int8s, 3]  # the seat that took the tile of a slot, or NOTHING
    order: Annotated[Int8s, SEATS]  # seats in turn order
    pair: Annotated[Int8s, COMPANIES]  # officer paired with a company during the draft
    current_player: Int8  # the seat that decides, CHANCE or OVER
    players: Int8
    starting: Int8  # bits of starting contracts that can be picked
    companies: Int8  # bits of companies that can be picked
    spares: Int8  # bits of officers that Mahiri may copy although no seat has them
    is_full: Int8  # option: the full game
    automas: Int8  # option: number of Automas


STATE = dtype_of(Record)
