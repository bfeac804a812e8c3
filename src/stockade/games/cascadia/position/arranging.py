"""Change positions of Cascadia by putting tiles and tokens on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockade.games.cascadia.layout import SPINS, Phase
from stockade.games.cascadia.position.reachable import STARTER_HEXES
from stockade.games.cascadia.position.readable import PHASES

NATURE = "nature-"


def put(position: Mapping[str, Any], item: str, touches: Sequence[str]) -> dict[str, Any]:
    """Put a tile or a token on a hex or into a slot of the market, or take one away."""
    kind, _, what = item.partition("-")
    place, _, where = touches[0].partition("-")
    if place == "slot":
        market = [dict(pair) for pair in position["market"]]
        market[int(where)][kind] = what
        return {**_at_rest(position), "market": market}
    seat, _, cell = where.partition(":")
    at = [int(number) for number in cell.split(",")]
    environments = [dict(each) for each in position["environments"]]
    hexes: list[dict[str, Any]] = [dict(each) for each in environments[int(seat)]["hexes"]]
    number = next((number for number, each in enumerate(hexes) if each["at"] == at), len(hexes))
    if kind == "tile":
        hexes[number : number + 1] = [_laid(hexes[number] if number < len(hexes) else None, at, what)]
    elif kind == "token":
        hexes[number]["token"] = what
    elif hexes[number].pop("token", None) is None and number >= STARTER_HEXES:
        del hexes[number]
    environments[int(seat)]["hexes"] = hexes
    return {**_at_rest(position), "environments": environments}


def _laid(there: Mapping[str, Any] | None, at: list[int], tile: str) -> dict[str, Any]:
    """Return a hex with a tile. The same tile once more is turned, if it has two terrains."""
    if there is None or there["tile"] != tile:
        return {"at": at, "tile": tile, "spin": 0}
    is_plain = len(tile.partition(" ")[0]) == 1
    return {**there, "spin": 0 if is_plain else (there["spin"] + SPINS - 1) % SPINS}


def dial(position: Mapping[str, Any], dial: str, value: int | str) -> dict[str, Any]:
    if not dial.startswith(NATURE):
        return {**_at_rest(position), dial: value}
    seat = int(dial.removeprefix(NATURE))
    environments = [
        {**each, "nature": value} if number == seat else each for number, each in enumerate(position["environments"])
    ]
    return {**_at_rest(position), "environments": environments}


def _at_rest(position: Mapping[str, Any]) -> dict[str, Any]:
    """Return a position in which somebody is about to take a pair, without the number of actions that led to it."""
    kept = {name: value for name, value in position.items() if name != "ply"}
    return {**kept, "phase": PHASES[Phase.MARKET], "has_wiped": False, "hand": {"tile": None, "token": None}}
