"""The rules of all variants play the same game compiled and interpreted, byte for byte."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.games.cascade_barricade.positions import GAME, at, seat
from tests.games.cascade_barricade.test_position import lively
from tests.games.traces import interpreted, trace

from stockade.core.state import State

EDGES = Path(__file__).parent / "edition/edges.json"
THIRD = {"phase": "open", "turn": "azure", "round": 4, "block": [14, 15, 16, 17, 18, 19], "water": "0,0 -1,0 -2,0"}


def starts() -> list[tuple[State, int]]:
    """Return states to start from, each with the most plies to play. The third stand of the last but one causes the
    purge."""
    return [
        (GAME.start(2, {"radius": 6, "two_weakest": True}), 2000),
        (GAME.start(3), 2000),
        (GAME.start(6, {"radius": 4}), 2000),
        (at(seat("40 1,0", "41 2,0", has_third=True), seat("43 0,1", "44 0,2", money=15), **THIRD), 40),
        (GAME.start(5, {"edition": EDGES}), 150),
    ]


def traces() -> list[list[str]]:
    seen = []
    for number, (state, most) in enumerate(starts()):
        seen.append(trace(state, lively, number, most))
        assert number != 3 or state.record.has_purged
    return seen


def test_interpreted_variants_play_the_same() -> None:
    assert interpreted("tests.games.cascade_barricade.test_interpreted") == traces()


if __name__ == "__main__":
    json.dump(traces(), sys.stdout)
