"""Words for what is printed on tiles, contracts and boards. Labels and sheets use them."""

from __future__ import annotations

from typing import Any

from stockade.core.language import Noun, cache_by_language, listed, listed_or, mark, signed
from stockade.core.ledger import POINT
from stockade.games.barrage.language import counted, noun, say
from stockade.games.barrage.layout import Effect, Kind
from stockade.games.barrage.tables import (
    AREAS,
    CONTRACT_ENERGY,
    CONTRACT_NAMES,
    MODIFIER,
    PILE_NAMES,
    REWARD,
    ROW_COST,
    ROW_REWARD,
    TAKES,
    TILE_NAMES,
    TURBINES,
)

# -- things that are counted ---------------------------------------------------------------------------------

ENGINEER = noun("{count} engineer", "{count} engineers")
CREDIT = noun("{count} credit", "{count} credits")
EXCAVATOR = noun("{count} excavator", "{count} excavators")
MIXER = noun("{count} mixer", "{count} mixers")
MACHINE = noun("{count} machine", "{count} machines")
ENERGY = noun("{count} energy", "{count} energy")
DROP = noun("{count} drop", "{count} drops")
CONTRACT = noun("{count} contract", "{count} contracts")
STRUCTURES = (
    noun("{count} base", "{count} bases"),
    noun("{count} elevation", "{count} elevations"),
    noun("{count} conduit", "{count} conduits"),
    noun("{count} powerhouse", "{count} powerhouses"),
)
"""Indexed by Kind."""
EFFECTS: dict[Effect, Noun] = {
    Effect.CREDITS: CREDIT,
    Effect.VP: POINT,
    Effect.ENERGY: ENERGY,
    Effect.EXCAVATORS: EXCAVATOR,
    Effect.MIXERS: MIXER,
    Effect.MACHINES: noun("{count} machine of either kind", "{count} machines of either kind"),
    Effect.ROTATE: noun("{count} turn of the wheel", "{count} turns of the wheel"),
    Effect.WATER: noun("{count} waiting drop", "{count} waiting drops"),
    Effect.FLOW: noun("{count} flowing drop", "{count} flowing drops"),
}
"""What a reward brings, apart from structures."""

# -- texts that are printed ----------------------------------------------------------------------------------

A_STRUCTURE = (mark("a base"), mark("an elevation"), mark("a conduit"), mark("a powerhouse"))
"""A structure that is built or gained. Indexed by Kind."""
NO_STRUCTURE = (mark("no base"), mark("no elevation"), mark("no conduit"), mark("no powerhouse"))
"""The same for one that is not there, or that is not built."""
AREA_TITLES = (mark("plains"), mark("hills"), mark("mountains"))
PILE_TITLES = (mark("green"), mark("yellow"), mark("red"))
SIDES = (mark("left"), mark("right"))
TILE_KINDS = {
    "base": mark("base"),
    "elevation": mark("elevation"),
    "conduit": mark("conduit"),
    "powerhouse": mark("powerhouse"),
    "wild": mark("wild"),
}
"""What technology tiles are called, by the last part of their names in the notation."""
ROW_TITLES = (
    mark("water 2"),
    mark("water flow 1"),
    mark("rotate 1"),
    mark("rotate 2"),
    mark("rotate 3"),
    mark("buy excavator"),
    mark("buy any"),
    mark("buy both"),
    mark("contract 1a"),
    mark("contract 1b"),
    mark("contract 2"),
)
"""The titles of the rows of the management board after the turbines."""
BONUS_TITLES = {
    "contracts": mark("contracts"),
    "bases": mark("bases"),
    "elevations": mark("elevations"),
    "conduits": mark("conduits"),
    "powerhouses": mark("powerhouses"),
    "advanced_tiles": mark("advanced tiles"),
}
POWERS = (
    mark("1 energy for every drop that enters a basin with one of its powerhouses by river"),
    mark("a second production after each, to another of its powerhouses, without modifier or bonus"),
    mark("3 energy more after each production"),
    mark("contracts need 3 energy less"),
)
OFFICER_TITLES = (
    mark("Wilhelm Adler"),
    mark("Graziano Del Monte"),
    mark("Viktor Fiesler"),
    mark("Jill McDowell"),
    mark("Solomon P. Jordan"),
    mark("Anton Krylov"),
    mark("Mahiri Sekiso"),
)
ABILITIES = (
    mark("every base costs 3 excavators"),
    mark("dams of level 3 hold 4 drops"),
    mark("drops times the value of the conduit count as at least 4"),
    mark("conduits may be paid for with mixers, as many as their value"),
    mark("3 credits may replace a missing machine"),
    mark("an extra tile that works like any other tile on the wheel of the company"),
    mark("an engineer copies the ability of another officer for a turn; the second time in a round costs 3 credits"),
)
TILE_EFFECTS = {
    "I-base": mark("a drop into each of your empty dams"),
    "I-elevation": mark("turn the wheel once for each of your elevations"),
    "I-conduit": mark("2 credits for each point of its value"),
    "I-powerhouse": mark("may be used without engineers"),
    "I-wild": mark("no fee for a red space"),
    "II-base": mark("1 energy for each of your bases, which may fulfil a contract"),
    "II-elevation": mark("the dam is filled"),
    "II-conduit": mark("costs 5 excavators at most"),
    "II-powerhouse": mark("a production with +2 may follow"),
    "II-wild": mark("either machine will do"),
    "III-base": mark("costs no machines, and may be used without engineers"),
    "III-elevation": mark("3 points for each of your dams of level 2 or 3"),
    "III-conduit": mark("2 energy for each point of its value, which may fulfil a contract"),
    "III-powerhouse": mark("3 points for each of your powerhouses"),
    "III-wild": mark("3 points for each of your advanced tiles"),
}
OBJECTIVES = {
    "red_spaces": mark("bases and powerhouses on red spaces"),
    "connected_bases": mark("bases that your own conduit connects with your own powerhouse"),
    "most_area": mark("pieces in the area where you have most"),
    "least_area": mark("pieces in the area where you have fewest"),
    "basins_1": mark("basins with a piece of yours"),
    "basins_3": mark("basins with three of your pieces or more"),
}
OFFICE_NAMES = tuple(f"{pile} {side}" for pile in PILE_NAMES for side in SIDES)  # places of contracts


def areas_words(areas: int) -> str:
    """Return the areas that are set in a number, such as "plains or hills"."""
    return listed_or([say(AREA_TITLES[area]) for area in range(len(AREAS)) if areas >> area & 1])


@cache_by_language
def place_words(amount: int) -> str:
    """Describe a structure from a reward, and where it may go."""
    kind, limit = amount % 4, amount // 4
    if kind == Kind.CONDUIT:
        return say("a conduit of value {limit} or less", limit=limit)
    if kind == Kind.BASE and limit != 7:
        return say("a base in the {areas}", areas=areas_words(limit))
    return say(A_STRUCTURE[kind])


@cache_by_language
def effect_words(effect: int, amount: int) -> str:
    return place_words(amount) if effect == Effect.PLACE else EFFECTS[Effect(effect)].counted(amount)


def reward_words(rows: Any) -> str:
    """Describe a reward, such as "4 points and 1 turn of the wheel"."""
    parts = [effect_words(int(effect), int(amount)) for effect, amount in rows.tolist() if effect != Effect.NONE]
    return listed(parts)


@cache_by_language
def contract_terms(contract: int) -> str:
    """Describe a contract, such as "G03: 2 energy for 5 credits"."""
    energy, reward = ENERGY.counted(int(CONTRACT_ENERGY[contract])), reward_words(REWARD[contract])
    return say("{contract}: {energy} for {reward}", contract=CONTRACT_NAMES[contract], energy=energy, reward=reward)


@cache_by_language
def contract_words(contract: int) -> str:
    return say("Contract {terms}", terms=contract_terms(contract))


@cache_by_language
def tile_title(tile: int) -> str:
    """Return what a technology tile is called, such as "base" or "II-wild"."""
    *level, kind = TILE_NAMES[tile].split("-")
    return "-".join([*level, say(TILE_KINDS[kind])])


def officer_title(officer: int) -> str:
    return say(OFFICER_TITLES[officer])


@cache_by_language
def patent_words(tile: int) -> str:
    """Describe a tile of the patent office, such as "II-wild: either machine will do"."""
    return f"{tile_title(tile)}: {say(TILE_EFFECTS[TILE_NAMES[tile]])}"


@cache_by_language
def tile_words(tile: int) -> str:
    """Describe a technology tile, such as "Tile II-base: 1 energy for ...". Anton's tile has no name of its own."""
    if tile >= len(TILE_NAMES):
        return say("Anton's tile: works as any other tile on the wheel")
    is_advanced = TILE_NAMES[tile] in TILE_EFFECTS
    return say("Tile {tile}", tile=patent_words(tile) if is_advanced else tile_title(tile))


@cache_by_language
def row_words(row: int) -> str:
    """Describe what a row of the management board does, and its cost."""
    if row < TURBINES:
        modifier = int(MODIFIER[row])
        does = say("produce, {modifier} energy", modifier=signed(modifier)) if modifier else say("produce")
    elif TAKES[row]:
        does = counted(int(TAKES[row]), "take {count} contract", "take {count} contracts")
    else:
        does = reward_words(ROW_REWARD[row])
    cost = int(ROW_COST[row])
    return say("{does}, for {credits}", does=does, credits=CREDIT.counted(cost)) if cost else does


@cache_by_language
def row_title(row: int) -> str:
    """Return the title of a row: a turbine's modifier, or else its name in the notation."""
    if row < TURBINES:
        modifier = int(MODIFIER[row])
        return say("turbine {modifier}", modifier=signed(modifier) if modifier else "±0")
    return say(ROW_TITLES[row - TURBINES])


def side_title(space: int) -> str:
    """Return on which side of its row a space of the management board is: "left" or "right"."""
    return say(SIDES[space % 2])
