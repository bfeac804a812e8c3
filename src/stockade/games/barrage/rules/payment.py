"""What a structure costs and how it may be paid (rulings 13, 20, 21, 68).

The changes that tiles and officers make are rows of TILE_TERMS and OFFICER_TERMS.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.core.tables import freeze
from stockade.games.barrage.layout import (
    ANTON,
    CONDUIT_SITE,
    FEE,
    MOST_UNITS,
    NOTHING,
    OFFICERS,
    TILES,
    Kind,
    Officer,
    Record,
    Tile,
)
from stockade.games.barrage.rules.actions import pay_action, payment_of
from stockade.games.barrage.rules.seats import credits_of, gain_credits, officer_of
from stockade.games.barrage.rules.variants import is_copy, variant_tile, words_of
from stockade.games.barrage.rules.wheel import invest
from stockade.games.barrage.tables import (
    CONDUIT_VALUE,
    POWERHOUSE_COST,
    SITE_COST,
    SITE_KIND,
    SITE_RED,
)

MACHINE_CREDITS = 3  # what Solomon pays for a machine
ANY = tuple(Kind)


class Term(IntEnum):
    """The changes that a tile or an officer may make to the cost of a structure."""

    MOST = 0  # the most machines
    EITHER = 1  # whether excavators and mixers both count
    NO_FEE = 2  # whether a red space costs no fee
    MIXERS = 3  # mixers that are enough, for each point of a conduit's value
    CREDITS = 4  # credits that replace a missing machine


Terms = tuple[tuple[int, tuple[Kind, ...], Term, int], ...]
TILE_TERMS: Terms = (
    (Tile.I_WILD, ANY, Term.NO_FEE, 1),
    (Tile.II_CONDUIT, (Kind.CONDUIT,), Term.MOST, 5),
    (Tile.II_WILD, ANY, Term.EITHER, 1),
    (Tile.III_BASE, (Kind.BASE,), Term.MOST, 0),
)
OFFICER_TERMS: Terms = (
    (Officer.ADLER, (Kind.BASE,), Term.MOST, 3),
    (Officer.JILL, (Kind.CONDUIT,), Term.MIXERS, 1),
    (Officer.SOLOMON, ANY, Term.CREDITS, MACHINE_CREDITS),
)


def _table_of(terms: Terms, count: int) -> npt.NDArray[np.int8]:
    """Return a table with a number for each tile or officer, structure and term. The first row is for NOTHING."""
    table = np.zeros((1 + count, len(Kind), len(Term)), np.int8)
    table[:, :, Term.MOST] = MOST_UNITS
    for who, kinds, term, number in terms:
        table[1 + who, kinds, term] = number
    return table


TILE_TERM = _table_of(TILE_TERMS, TILES)
OFFICER_TERM = _table_of(OFFICER_TERMS, OFFICERS)

freeze(globals())


@kernel
def tile_term(tile: int, site: int, term: int) -> int:
    """Return a term of a tile, or of NOTHING, for a structure."""
    return int(TILE_TERM[1 + tile, SITE_KIND[site], term])


@kernel
def officer_term(state: Record, seat: int, site: int, term: int) -> int:
    """Return a term of a seat's officer for a structure."""
    return int(OFFICER_TERM[1 + officer_of(state, seat), SITE_KIND[site], term])


@kernel
def conduit_value(site: int) -> int:
    """Return the value of the conduit on a site."""
    return int(CONDUIT_VALUE[site - CONDUIT_SITE])


@kernel
def cost_of(state: Record, seat: int, site: int, tile: int) -> int:
    """Return how many machines a structure costs (ruling 20)."""
    cost = int(SITE_COST[site])
    if SITE_KIND[site] == Kind.POWERHOUSE:
        cost = int(POWERHOUSE_COST[state.player[seat].built[Kind.POWERHOUSE]])
    return min(cost, tile_term(tile, site, Term.MOST), officer_term(state, seat, site, Term.MOST))


@kernel
def red_fee(site: int, tile: int) -> int:
    """Return the fee for building on a site, which only red spaces have."""
    return FEE if SITE_RED[site] and not tile_term(tile, site, Term.NO_FEE) else 0


@kernel
def uses_mixers(site: int) -> bool:
    """Return whether a structure is usually paid with mixers, not excavators."""
    return SITE_KIND[site] == Kind.ELEVATION or SITE_KIND[site] == Kind.POWERHOUSE


@kernel
def counts_excavators(site: int, tile: int) -> bool:
    """Return whether a structure can be paid with excavators."""
    return not uses_mixers(site) or tile_term(tile, site, Term.EITHER) != 0


@kernel
def counts_mixers(site: int, tile: int) -> bool:
    """Return whether a structure can be paid with mixers."""
    return uses_mixers(site) or tile_term(tile, site, Term.EITHER) != 0


@kernel
def machines_for(state: Record, seat: int, site: int, tile: int) -> int:
    """Return how many machines a seat has that can pay for a structure."""
    excavators = int(state.player[seat].excavators) if counts_excavators(site, tile) else 0
    mixers = int(state.player[seat].mixers) if counts_mixers(site, tile) else 0
    return excavators + mixers


@kernel
def mixers_alone(state: Record, seat: int, site: int) -> int:
    """Return how many mixers pay for a structure on their own because of the seat's officer, or NOTHING."""
    each = officer_term(state, seat, site, Term.MIXERS)
    return each * conduit_value(site) if each > 0 else NOTHING


@kernel
def credits_for(state: Record, seat: int, site: int, missing: int) -> int:
    """Return the credits that replace missing machines (ruling 21), or NOTHING if the seat's officer does not allow
    that."""
    if missing <= 0:
        return 0
    each = officer_term(state, seat, site, Term.CREDITS)
    return each * missing if each > 0 else NOTHING


@kernel
def credits_due(state: Record, seat: int, site: int, tile: int, excavators: int, mixers: int) -> int:
    """Return the credits that complete a payment with some machines, usually zero, or NOTHING if it is not a valid
    payment."""
    if excavators == 0 and mixers == mixers_alone(state, seat, site):
        return 0
    is_right = (excavators == 0 or counts_excavators(site, tile)) and (mixers == 0 or counts_mixers(site, tile))
    missing = cost_of(state, seat, site, tile) - excavators - mixers
    return credits_for(state, seat, site, missing) if is_right and missing >= 0 else NOTHING


@kernel
def can_pay(state: Record, seat: int, site: int, tile: int, purse: int) -> bool:
    """Return whether a seat can pay for a structure in any way with some credits."""
    missing = cost_of(state, seat, site, tile) - machines_for(state, seat, site, tile)
    if 0 <= credits_for(state, seat, site, missing) <= purse:
        return True
    return 0 < mixers_alone(state, seat, site) <= state.player[seat].mixers


@kernel
def legal_pay(state: Record, seat: int, site: int, variant: int, actions: Actions) -> int:
    """List all ways to pay. The red fee is set aside."""
    tile = words_of(state, seat, variant)
    purse = credits_of(state, seat) - red_fee(site, tile)
    cost = cost_of(state, seat, site, tile)
    least = cost if credits_for(state, seat, site, 1) == NOTHING else 0  # machines, unless credits replace them
    alone = mixers_alone(state, seat, site)
    most_excavators = cost if counts_excavators(site, tile) else 0
    most_mixers = max(cost if counts_mixers(site, tile) else 0, alone)
    n = 0
    for excavators in range(min(most_excavators, int(state.player[seat].excavators)) + 1):
        for mixers in range(min(most_mixers, int(state.player[seat].mixers)) + 1):
            is_possible = least <= excavators + mixers <= cost or mixers == alone
            if is_possible and 0 <= credits_due(state, seat, site, tile, excavators, mixers) <= purse:
                actions[n] = pay_action(excavators, mixers)
                n += 1
    return n


@kernel
def is_plain(state: Record, seat: int, site: int, variant: int, action: int) -> bool:
    """Return whether a payment takes nothing but the usual machines of a structure (ruling 68)."""
    excavators, mixers = payment_of(action)
    others = excavators if uses_mixers(site) else mixers
    return others == 0 and credits_due(state, seat, site, words_of(state, seat, variant), excavators, mixers) == 0


@kernel
def apply_pay(state: Record, seat: int, site: int, variant: int, action: int) -> None:
    """Pay for a structure. Tile and machines go into the open segment (rulings 11, 13)."""
    excavators, mixers = payment_of(action)
    player = state.player[seat]
    tile = words_of(state, seat, variant)
    gain_credits(state, seat, -credits_due(state, seat, site, tile, excavators, mixers))
    if not is_copy(variant):
        invest(player, variant_tile(variant), excavators, mixers)
    else:
        invest(player, ANTON if player.tiles >> ANTON & 1 else NOTHING, excavators, mixers)
