"""Change positions of Barrage by putting structures and drops on the map, and by setting what companies have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

HIGHEST = 3  # the level of a dam with both elevations
BUILT = ("dams", "conduits", "powerhouses")


def put(position: Mapping[str, Any], item: str, touches: Sequence[str]) -> dict[str, Any]:
    """Build something, raise a dam, add a drop, or take something away."""
    kind, _, owner = item.partition("-")
    space = touches[0]
    if kind == "remove":
        return {
            **position,
            **{part: {name: at for name, at in position[part].items() if name != space} for part in BUILT},
        }
    if kind not in ("dams", "drops"):
        return {**position, kind: {**position[kind], space: owner}}
    dam = position["dams"].get(space, {"owner": owner, "level": 0, "drops": 0})
    if kind == "drops":
        dam = {**dam, "drops": (dam["drops"] + 1) % (dam["level"] + 1)}
    elif dam["owner"] != owner:
        dam = {**dam, "owner": owner}
    else:
        level = dam["level"] % HIGHEST + 1
        dam = {**dam, "level": level, "drops": min(dam["drops"], level)}
    return {**position, "dams": {**position["dams"], space: dam}}


def dial(position: Mapping[str, Any], dial: str, value: int | str) -> dict[str, Any]:
    name, _, seat = dial.partition("-")
    seats = [{**each, name: value} if number == int(seat) else each for number, each in enumerate(position["seats"])]
    return {**position, "seats": seats}
