"""What a seat has: credits, powers, officers, pieces."""

from stockade.core.bits import how_many
from stockade.core.kernel import kernel
from stockade.games.barrage.layout import BASES, NOTHING, POWERHOUSES, SEATS, SEGMENTS, Kind, Officer, Record
from stockade.games.barrage.tables import ADVANCED_BITS, POWERHOUSE_BASIN

POWER_FROM = 3  # powerhouses needed for a company's power
POWER_LEVEL = 3  # Automas from this level on have their company's power and the effects of advanced tiles
INCOME_LEVEL = 2  # Automas from this level on have income and the bonus of powerhouses
RICH = 10_000  # credits of an Automa, which can always pay with victory points


@kernel
def is_automa(state: Record, seat: int) -> bool:
    """Return whether a seat is an Automa's."""
    return state.player[seat].level > 0


@kernel
def credits_of(state: Record, seat: int) -> int:
    """Return the credits that a seat can pay."""
    return RICH if is_automa(state, seat) else int(state.player[seat].credits)


@kernel
def gain_credits(state: Record, seat: int, amount: int) -> None:
    """Gain credits, or pay them if the amount is below zero. For an Automa they are victory points (ruling 63)."""
    if is_automa(state, seat):
        state.player[seat].vp += amount
    else:
        state.player[seat].credits += amount


@kernel
def has_power(state: Record, seat: int, company: int) -> bool:
    """Return whether a seat is a company and has the powerhouses, and as an Automa the level, for its power."""
    player = state.player[seat]
    is_able = player.level == 0 or player.level >= POWER_LEVEL
    return player.company == company and player.built[Kind.POWERHOUSE] >= POWER_FROM and is_able


@kernel
def officer_of(state: Record, seat: int) -> int:
    """Return the officer whose ability a seat has: the one that Mahiri has copied, or its own, or NOTHING."""
    player = state.player[seat]
    return int(player.copied) if player.copied != NOTHING else int(player.officer)


@kernel
def has_officer(state: Record, seat: int, officer: int) -> bool:
    """Return whether a seat has an officer's ability, its own or copied by Mahiri."""
    return officer_of(state, seat) == officer


@kernel
def dam_room(state: Record, space: int) -> int:
    """Return how many drops a dam can hold."""
    owner = int(state.dam_owner[space])
    level = int(state.dam_level[space])
    if level == 3 and 0 <= owner < SEATS and has_officer(state, owner, Officer.GRAZIANO):
        return 4
    return level


@kernel
def powerhouse_basins(state: Record, seat: int) -> int:
    """Return the basins with a powerhouse of a seat, as bits."""
    basins = 0
    for space in range(POWERHOUSES):
        if state.powerhouse[space] == seat:
            basins |= 1 << int(POWERHOUSE_BASIN[space])
    return basins


@kernel
def advanced_tiles(state: Record, seat: int) -> int:
    """Return how many advanced technology tiles a seat has, on the wheel or off it."""
    player = state.player[seat]
    count = how_many(int(player.tiles) & ADVANCED_BITS)
    for segment in range(SEGMENTS):
        tile = int(player.wheel_tile[segment])
        count += tile >= 0 and (ADVANCED_BITS >> tile & 1) != 0
    return count


@kernel
def raised_dams(state: Record, seat: int) -> int:
    """Return how many dams with at least one elevation a seat has."""
    count = 0
    for space in range(BASES):
        count += state.dam_owner[space] == seat and state.dam_level[space] > 1
    return count
