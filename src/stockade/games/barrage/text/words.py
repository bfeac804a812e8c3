"""Words for what is printed on tiles, contracts and boards. Labels and sheets use them."""

from __future__ import annotations

from typing import Any

from stockade.core.english import counted
from stockade.core.language import listed
from stockade.games.barrage.layout import Effect, Kind
from stockade.games.barrage.tables import (
    AREAS,
    CONTRACT_ENERGY,
    CONTRACT_NAMES,
    KIND_NAMES,
    MODIFIER,
    PILE_NAMES,
    REWARD,
    ROW_COST,
    ROW_NAMES,
    ROW_REWARD,
    TAKES,
    TILE_NAMES,
    TURBINES,
)

POWERS = (
    "1 energy for every drop that enters a basin with one of its powerhouses by river",
    "a second production after each, to another of its powerhouses, without modifier or bonus",
    "3 energy more after each production",
    "contracts need 3 energy less",
)
ABILITIES = (
    "every base costs 3 excavators",
    "dams of level 3 hold 4 drops",
    "drops times the value of the conduit count as at least 4",
    "conduits may be paid for with mixers, as many as their value",
    "3 credits may replace a missing machine",
    "an extra tile that works like any other tile on the wheel of the company",
    "an engineer copies the ability of another officer for a turn; the second time in a round costs 3 credits",
)
TILE_EFFECTS = {
    "I-base": "a drop into each of your empty dams",
    "I-elevation": "turn the wheel once for each of your elevations",
    "I-conduit": "2 credits for each point of its value",
    "I-powerhouse": "may be used without engineers",
    "I-wild": "no fee for a red space",
    "II-base": "1 energy for each of your bases, which may fulfil a contract",
    "II-elevation": "the dam is filled",
    "II-conduit": "costs 5 excavators at most",
    "II-powerhouse": "a production with +2 may follow",
    "II-wild": "either machine will do",
    "III-base": "costs no machines, and may be used without engineers",
    "III-elevation": "3 points for each of your dams of level 2 or 3",
    "III-conduit": "2 energy for each point of its value, which may fulfil a contract",
    "III-powerhouse": "3 points for each of your powerhouses",
    "III-wild": "3 points for each of your advanced tiles",
}
OBJECTIVES = {
    "red_spaces": "bases and powerhouses on red spaces",
    "connected_bases": "bases that your own conduit connects with your own powerhouse",
    "most_area": "pieces in the area where you have most",
    "least_area": "pieces in the area where you have fewest",
    "basins_1": "basins with a piece of yours",
    "basins_3": "basins with three of your pieces or more",
}
EFFECT_WORDS = {
    Effect.CREDITS: "credit",
    Effect.VP: "point",
    Effect.EXCAVATORS: "excavator",
    Effect.MIXERS: "mixer",
    Effect.MACHINES: "machine of either kind",
    Effect.ROTATE: "turn of the wheel",
    Effect.WATER: "waiting drop",
    Effect.FLOW: "flowing drop",
}
OFFICE_NAMES = tuple(f"{pile} {side}" for pile in PILE_NAMES for side in ("left", "right"))  # places of contracts
PLURALS = {Effect.MACHINES: "machines of either kind", Effect.ROTATE: "turns of the wheel"}


def place_words(amount: int) -> str:
    """Describe a structure from a reward, and where it may go."""
    kind, limit = amount % 4, amount // 4
    words = f"a {KIND_NAMES[kind]}" if kind != Kind.ELEVATION else "an elevation"
    if kind == Kind.CONDUIT:
        return f"{words} of value {limit} or less"
    if kind == Kind.BASE and limit != 7:
        return f"{words} in the {' or '.join(AREAS[area] for area in range(3) if limit >> area & 1)}"
    return words


def effect_words(effect: int, amount: int) -> str:
    if effect == Effect.PLACE:
        return place_words(amount)
    if effect == Effect.ENERGY:
        return f"{amount} energy"
    word = EFFECT_WORDS[Effect(effect)]
    return f"{amount} {word if amount == 1 else PLURALS.get(Effect(effect), word + 's')}"


def reward_words(rows: Any) -> str:
    """Describe a reward, such as "4 points and 1 turn of the wheel"."""
    parts = [effect_words(int(effect), int(amount)) for effect, amount in rows.tolist() if effect != Effect.NONE]
    return listed(parts)


def contract_terms(contract: int) -> str:
    """Describe a contract, such as "G03: 2 energy for 5 credits"."""
    return f"{CONTRACT_NAMES[contract]}: {CONTRACT_ENERGY[contract]} energy for {reward_words(REWARD[contract])}"


def contract_words(contract: int) -> str:
    return f"Contract {contract_terms(contract)}"


def patent_words(tile: int) -> str:
    """Describe a tile of the patent office, such as "II-wild: either machine will do"."""
    return f"{TILE_NAMES[tile]}: {TILE_EFFECTS[TILE_NAMES[tile]]}"


def tile_words(tile: int) -> str:
    """Describe a technology tile, such as "Tile II-base: 1 energy for ...". Anton's tile has no name of its own."""
    if tile >= len(TILE_NAMES):
        return "Anton's tile: works as any other tile on the wheel"
    name = TILE_NAMES[tile]
    return f"Tile {name}: {TILE_EFFECTS[name]}" if name in TILE_EFFECTS else f"Tile {name}"


def row_words(row: int) -> str:
    """Describe what a row of the management board does, and its cost."""
    if row < TURBINES:
        modifier = int(MODIFIER[row])
        does = f"produce, {modifier:+d} energy".replace("-", "−") if modifier else "produce"
    elif TAKES[row]:
        does = f"take {counted(int(TAKES[row]), 'contract')}"
    else:
        does = reward_words(ROW_REWARD[row])
    return f"{does}, for {counted(int(ROW_COST[row]), 'credit')}" if ROW_COST[row] else does


def row_title(row: int) -> str:
    """Return the title of a row: a turbine's modifier, or else its name in the notation."""
    if row < TURBINES:
        modifier = int(MODIFIER[row])
        return f"turbine {modifier:+d}".replace("-", "−") if modifier else "turbine ±0"
    return ROW_NAMES[row].replace("_", " ")
