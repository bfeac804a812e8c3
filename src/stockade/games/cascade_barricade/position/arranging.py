"""Change positions of Cascade Barricade by putting things on the land, and by setting the money of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

MONEY = "money-"


def put(position: Mapping[str, Any], item: str, touches: Sequence[str]) -> dict[str, Any]:
    """Move a character or a wall, or change the ground of a space."""
    kind, _, what = item.partition("-")
    at = [int(number) for number in touches[-1].partition("-")[2].split(",")]
    if kind in ("water", "holes"):
        places = position[kind]
        return {**position, kind: [place for place in places if place != at] if at in places else [*places, at]}
    seats = [dict(seat) for seat in position["seats"]]
    colour, _, slot = what.partition("-")
    seat = seats[int(colour)]
    if kind == "character":
        seat["character"] = at
    else:
        seat["walls"] = [{**wall, "at": at} if wall["slot"] == int(slot) else wall for wall in seat["walls"]]
    return {**position, "seats": seats}


def dial(position: Mapping[str, Any], dial: str, value: int | str) -> dict[str, Any]:
    colour = int(dial.removeprefix(MONEY))
    seats = [{**seat, "money": value} if number == colour else seat for number, seat in enumerate(position["seats"])]
    return {**position, "seats": seats}
