"""Action ids: what they mean, and how they are encoded and decoded. No other file does arithmetic on ids."""

from __future__ import annotations

from enum import IntEnum
from itertools import pairwise

import numpy as np

from stockade.core.kernel import kernel
from stockade.core.tables import freeze
from stockade.games.barrage.layout import (
    BASES,
    CARDS,
    COMPANIES,
    CONTRACTS,
    HEADSTREAMS,
    MOST_UNITS,
    OFFICERS,
    PRIVATE,
    ROWS,
    SEATS,
    SITES,
    TILES,
    VARIANTS,
)

ENGINEERS = 12  # the most engineers that may go to the bank at once
SIDES = 2  # conduits that start in each basin
MOST_DROPS = 4  # the most drops of one production
STARTING = PRIVATE  # number of starting contracts, which come before all others


class Base(IntEnum):
    """The first action id of each kind of decision. Most kinds have one number for each action."""

    SPACE = 0  # row * 2 + (0 left, 1 right)
    BANK = SPACE + 2 * ROWS  # see `bank_action`
    PATENT = BANK + ENGINEERS  # slot
    OFFICER = PATENT + 3
    BUILD = OFFICER + OFFICERS  # see `build_action`
    PASS = BUILD + SITES * VARIANTS
    PAY = PASS + 1  # see `pay_action`
    PRODUCE = PAY + (MOST_UNITS + 1) ** 2  # see `produce_action`
    NO_PRODUCTION = PRODUCE + BASES * SIDES * MOST_DROPS
    CONTRACT = NO_PRODUCTION + 1
    NO_CONTRACT = CONTRACT + CONTRACTS
    TAKE = NO_CONTRACT + 1  # contract
    DISCARD = TAKE + CONTRACTS  # contract
    DROP = DISCARD + CONTRACTS  # headstream
    STOP = DROP + HEADSTREAMS
    MACHINE = STOP + 1  # excavator, mixer
    PLACE = MACHINE + 2  # site
    NO_PLACE = PLACE + SITES
    PICK = NO_PLACE + 1  # see `pick_action`
    DRAW_HEADSTREAM = PICK + COMPANIES * STARTING
    DRAW_BONUS = DRAW_HEADSTREAM + 8
    DRAW_OBJECTIVE = DRAW_BONUS + 6
    DRAW_CONTRACT = DRAW_OBJECTIVE + 6  # private and national
    DRAW_NEUTRAL = DRAW_CONTRACT + CONTRACTS
    DRAW_TILE = DRAW_NEUTRAL + 10
    DRAW_COMPANY = DRAW_TILE + TILES
    DRAW_OFFICER = DRAW_COMPANY + COMPANIES
    DRAW_SEAT = DRAW_OFFICER + OFFICERS
    DRAW_CARD = DRAW_SEAT + SEATS
    END = DRAW_CARD + CARDS


KINDS = tuple(base for base, end in pairwise(Base) for _ in range(base, end))  # the kind of each action
BASE_OF = np.array(KINDS, np.int16)

freeze(globals())


# -- any action ----------------------------------------------------------------------------------------------


@kernel
def action_of(base: int, number: int) -> int:
    """Return the action of a kind with a number."""
    return base + number


@kernel
def base_of(action: int) -> int:
    """Return the kind of decision that an action belongs to."""
    return int(BASE_OF[action])


@kernel
def number_of(action: int) -> int:
    """Return the number of an action within its kind."""
    return int(action) - int(BASE_OF[action])


def kind_of(action: int) -> Base:
    """Return the kind of decision that an action belongs to, as a member of Base."""
    return KINDS[action]


def parts_of(action: int) -> tuple[int, ...]:
    """Return the parts that an action encodes, or else its number within its kind."""
    match kind_of(action):
        case Base.BANK:
            return (banked_of(action),)
        case Base.BUILD:
            return build_of(action)
        case Base.PAY:
            return payment_of(action)
        case Base.PRODUCE:
            return production_of(action)
        case Base.PICK:
            return pick_of(action)
    return (number_of(action),)


# -- actions that encode several parts -----------------------------------------------------------------------


@kernel
def bank_action(engineers: int) -> int:
    return action_of(Base.BANK, engineers - 1)


@kernel
def banked_of(action: int) -> int:
    """Return how many engineers an action sends to the bank."""
    return number_of(action) + 1


@kernel
def build_action(site: int, variant: int) -> int:
    return action_of(Base.BUILD, site * VARIANTS + variant)


@kernel
def build_of(action: int) -> tuple[int, int]:
    """Return the site and the variant of a build."""
    number = number_of(action)
    return number // VARIANTS, number % VARIANTS


@kernel
def pay_action(excavators: int, mixers: int) -> int:
    return action_of(Base.PAY, excavators * (MOST_UNITS + 1) + mixers)


@kernel
def payment_of(action: int) -> tuple[int, int]:
    """Return the excavators and mixers of a payment."""
    number = number_of(action)
    return number // (MOST_UNITS + 1), number % (MOST_UNITS + 1)


@kernel
def produce_action(dam: int, conduit: int, drops: int) -> int:
    """Encode a production. The conduit starts in the basin of the dam, so its side is enough."""
    return action_of(Base.PRODUCE, (dam * SIDES + conduit % SIDES) * MOST_DROPS + drops - 1)


@kernel
def production_of(action: int) -> tuple[int, int, int]:
    """Return the base space, the conduit and the drops of a production."""
    number = number_of(action)
    dam = number // (SIDES * MOST_DROPS)
    side = number // MOST_DROPS % SIDES
    return dam, dam // 2 * SIDES + side, number % MOST_DROPS + 1


@kernel
def pick_action(company: int, contract: int) -> int:
    return action_of(Base.PICK, company * STARTING + contract)


@kernel
def pick_of(action: int) -> tuple[int, int]:
    """Return the company and the starting contract that an action picks."""
    number = number_of(action)
    return number // STARTING, number % STARTING
