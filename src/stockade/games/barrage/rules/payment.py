"""What a structure costs and how it may be paid (rulings 13, 20, 21)."""

from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.games.barrage.layout import ANTON, CONDUIT_SITE, FEE, MOST_UNITS, NOTHING, Kind, Officer, Record, Tile
from stockade.games.barrage.rules.actions import pay_action, payment_of
from stockade.games.barrage.rules.seats import credits_of, gain_credits, has_officer
from stockade.games.barrage.rules.variants import is_copy, variant_tile, words_of
from stockade.games.barrage.rules.wheel import invest
from stockade.games.barrage.tables import (
    BASE_COST,
    CONDUIT_COST,
    CONDUIT_VALUE,
    ELEVATION_COST,
    POWERHOUSE_COST,
    SITE_AREA,
    SITE_KIND,
    SITE_RED,
)

CHEAP_BASE = 3  # Adler's
CONDUIT_CAP = 5  # of tile II-conduit
MACHINE_CREDITS = 3  # that Solomon pays for a machine


@kernel
def conduit_value(site: int) -> int:
    """Of a conduit's site."""
    return int(CONDUIT_VALUE[site - CONDUIT_SITE])


@kernel
def cost_of(state: Record, seat: int, site: int, tile: int) -> int:
    """How many machines a structure needs (ruling 20)."""
    match SITE_KIND[site]:
        case Kind.BASE:
            if tile == Tile.III_BASE:
                return 0
            return CHEAP_BASE if has_officer(state, seat, Officer.ADLER) else int(BASE_COST[SITE_AREA[site]])
        case Kind.ELEVATION:
            return int(ELEVATION_COST[SITE_AREA[site]])
        case Kind.CONDUIT:
            cost = CONDUIT_COST * conduit_value(site)
            return min(cost, CONDUIT_CAP) if tile == Tile.II_CONDUIT else cost
        case _:
            return int(POWERHOUSE_COST[state.player[seat].built[Kind.POWERHOUSE]])


@kernel
def red_fee(site: int, tile: int) -> int:
    """Credits for building on a red space."""
    return FEE if SITE_RED[site] and tile != Tile.I_WILD else 0


@kernel
def uses_mixers(kind: int) -> bool:
    """Whether a structure is usually built with mixers; else with excavators."""
    return kind in (Kind.ELEVATION, Kind.POWERHOUSE)


@kernel
def counts_excavators(kind: int, tile: int) -> bool:
    """Whether excavators pay for a structure."""
    return not uses_mixers(kind) or tile == Tile.II_WILD


@kernel
def counts_mixers(kind: int, tile: int) -> bool:
    """Whether mixers pay for a structure."""
    return uses_mixers(kind) or tile == Tile.II_WILD


@kernel
def machines_for(state: Record, seat: int, kind: int, tile: int) -> int:
    """How many machines the seat has that pay for a structure."""
    excavators = int(state.player[seat].excavators) if counts_excavators(kind, tile) else 0
    mixers = int(state.player[seat].mixers) if counts_mixers(kind, tile) else 0
    return excavators + mixers


@kernel
def mixers_alone(state: Record, seat: int, site: int) -> int:
    """How many mixers pay for a structure without anything else, as Jill pays for conduits; NOTHING where none do."""
    is_jill = SITE_KIND[site] == Kind.CONDUIT and has_officer(state, seat, Officer.JILL)
    return conduit_value(site) if is_jill else NOTHING


@kernel
def credits_for(state: Record, seat: int, missing: int) -> int:
    """Credits that make up for missing machines, as Solomon does (ruling 21); NOTHING where the seat cannot."""
    if missing <= 0:
        return 0
    return MACHINE_CREDITS * missing if has_officer(state, seat, Officer.SOLOMON) else NOTHING


@kernel
def credits_due(state: Record, seat: int, site: int, tile: int, excavators: int, mixers: int) -> int:
    """Credits that make a payment of so many machines, zero for most; NOTHING where no credits do."""
    if excavators == 0 and mixers == mixers_alone(state, seat, site):
        return 0
    kind = int(SITE_KIND[site])
    is_right = (excavators == 0 or counts_excavators(kind, tile)) and (mixers == 0 or counts_mixers(kind, tile))
    missing = cost_of(state, seat, site, tile) - excavators - mixers
    return credits_for(state, seat, missing) if is_right and missing >= 0 else NOTHING


@kernel
def can_pay(state: Record, seat: int, site: int, tile: int, purse: int) -> bool:
    """Whether there is any payment at all, with so many credits."""
    missing = cost_of(state, seat, site, tile) - machines_for(state, seat, int(SITE_KIND[site]), tile)
    if 0 <= credits_for(state, seat, missing) <= purse:
        return True
    return 0 < mixers_alone(state, seat, site) <= state.player[seat].mixers


@kernel
def legal_pay(state: Record, seat: int, site: int, variant: int, actions: Actions) -> int:
    """All ways to pay, the red fee set aside."""
    tile = words_of(state, seat, variant)
    purse = credits_of(state, seat) - red_fee(site, tile)
    n = 0
    for excavators in range(min(MOST_UNITS, int(state.player[seat].excavators)) + 1):
        for mixers in range(min(MOST_UNITS - excavators, int(state.player[seat].mixers)) + 1):
            if 0 <= credits_due(state, seat, site, tile, excavators, mixers) <= purse:
                actions[n] = pay_action(excavators, mixers)
                n += 1
    return n


@kernel
def apply_pay(state: Record, seat: int, site: int, variant: int, action: int) -> None:
    """Tile and machines go into the open segment (rulings 11, 13)."""
    excavators, mixers = payment_of(action)
    player = state.player[seat]
    tile = words_of(state, seat, variant)
    gain_credits(state, seat, -credits_due(state, seat, site, tile, excavators, mixers))
    if not is_copy(variant):
        invest(player, variant_tile(variant), excavators, mixers)
    else:
        invest(player, ANTON if player.tiles >> ANTON & 1 else NOTHING, excavators, mixers)
