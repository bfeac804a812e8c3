"""Short ways to write positions of Cascade Barricade: who has which walls where, and what lies on the land."""

from __future__ import annotations

from typing import Any

from tests.games.positions import played

import stockade
from stockade.core.state import State

GAME = stockade.game("cascade_barricade")
SEATS = ("crimson", "azure", "jade", "gold", "violet", "slate")
CORNERS = ([5, 0], [0, 5], [-5, 5], [-5, 0], [0, -5], [5, -5])
BLOCK = [7, 8, 9, 10, 11, 12]


def seat(*walls: str, money: int = 100, at: str = "", **fields: Any) -> dict[str, Any]:
    """Return a seat with its walls slot by slot, given as `3 1,0 CC`: starting bid, space, laborers. `-` is an empty
    slot."""
    found = []
    for slot, text in enumerate(walls, 1):
        if text != "-":
            bid, place, *labor = text.split()
            found.append({"slot": slot, "bid": int(bid), "at": spaces(place)[0], "labor": "".join(labor)})
    has_third = len(walls) == 3 and walls[2] != "-"
    character = {"character": spaces(at)[0]} if at else {}
    return {"money": money, "walls": found, "has_third": has_third} | character | fields


def spaces(text: str) -> list[list[int]]:
    """Return spaces given as `0,0 1,-1` as a list."""
    return [[int(number) for number in place.split(",")] for place in text.split()]


def position(*seats: dict[str, Any], water: str = "0,0", holes: str = "", **fields: Any) -> dict[str, Any]:
    """Return a position with the lowest free walls from 7 on the block, and all others in the deck. Characters
    without a space are in corners."""
    for number, each in enumerate(seats):
        each.setdefault("character", CORNERS[number])
    owned = {wall["bid"] for each in seats for wall in each["walls"]}
    block = fields.pop("block", [wall for wall in range(7, 49) if wall not in owned][:6])
    deck = [wall for wall in range(1, 49) if wall not in owned and wall not in block]
    made = {"players": len(seats), "round": 2, "block": block, "deck": deck, "seats": list(seats)}
    made |= {"radius": 5, "water": spaces(water), "holes": spaces(holes)}
    if fields.get("phase", "act") == "act":
        made["actions_left"] = 2
    return made | fields


def at(*seats: dict[str, Any], **fields: Any) -> State:
    return GAME.from_json(position(*seats, **fields))


def start(players: int = 2, **options: Any) -> State:
    """Return a game in which seats and corners are in their usual order, with one colour for each player."""
    names, corners = SEATS[:players], range(1, players + 1)
    order = [f"next {name}" for name in names]
    return played(GAME.start(players, {"colours": 1} | options), *order, *(f"corner {number}" for number in corners))


def who(state: State) -> str:
    return SEATS[state.record.colour]


def rows(state: State, name: str) -> set[tuple[int, int]]:
    """Return the spaces with water or holes."""
    return {tuple(place) for place in state.to_json()[name]}


def money(state: State) -> list[int]:
    return [each["money"] for each in state.to_json()["seats"]]


def walls(state: State, number: int) -> list[int]:
    return [wall["bid"] for wall in state.to_json()["seats"][number]["walls"]]
