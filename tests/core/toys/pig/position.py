"""Positions of Pig as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockade.games.pig.layout import STATE, TURNS, Phase
from stockade.games.pig.spec import SPEC

from stockade.core.checks import names_only, whole
from stockade.core.errors import BadPosition
from stockade.core.layout import CHANCE, OVER

FIELDS = tuple(name for name in STATE.names or () if name != "points")


def to_json(state: Any) -> dict[str, Any]:
    return {name: int(state[name]) for name in FIELDS} | {"points": [int(points) for points in state.points]}


def from_json(position: Mapping[str, Any], state: Any) -> None:
    names_only(position, {"game", "points", *FIELDS}, "a position")
    for name in FIELDS:
        state[name] = whole(position, name, -4, 100 if STATE[name].itemsize == 1 else 10_000)
    points = position.get("points")
    if not isinstance(points, list) or len(points) != 4:
        raise BadPosition("points are four numbers")
    for seat in range(4):
        state.points[seat] = whole({"points": points[seat]}, "points", 0, 100)


def validate(state: Any) -> None:
    seat = state.turn_owner
    good = (
        state.players in SPEC.players
        and 0 <= seat < state.players
        and 0 <= state.wild < state.players
        and state.phase in tuple(Phase)
        and all(state[name] in (0, 1) for name in ("is_large", "is_loaded", "has_mercy"))
        and not (state.has_mercy and state.players < 3)
        and 4 <= state.target <= 20
        and 0 <= state.turns <= TURNS
        and state.earmark >= 0
        and 0 <= state.ply <= SPEC.ply_limit
        and 0 <= state.saved < state.target
        and all(0 <= points <= 100 for points in state.points)
        and not state.points[state.players :].any()
    )
    if not good:
        raise BadPosition("no position of Pig")
    won = max(state.points) >= state.target or state.turns >= TURNS
    decides = CHANCE if state.phase == Phase.ROLL else seat
    if seat >= state.players - state.wild and not won and (decides != CHANCE or state.is_large or state.saved):
        raise BadPosition("wild pigs decide nothing", "4")
    if state.current_player != (OVER if won else decides):
        raise BadPosition("somebody else is to decide", "3")
    if won and (state.phase != Phase.DIE or state.saved):
        raise BadPosition("a finished game stands between two turns")
    if state.points[seat] + state.saved >= state.target and not won:
        raise BadPosition("the points would have won")
