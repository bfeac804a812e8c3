"""The rules of the variants give the same game, byte for byte, compiled and interpreted.

The conformance suite compares games with default options. This compares rotations, plazas, sewers and a small board.
Their narrow numbers behave differently in Python if a rule forgets to widen them.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

from tests.games.traces import interpreted, trace

import stockade
from stockade.core.state import State

SETTINGS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"size": 4, "plazas_and_sewers": True}),
    (3, {"size": 4, "revolution": True, "plazas_and_sewers": True}),
    (4, {"revolution": True}),
)


def pick(state: State, dice: random.Random) -> int:
    """Choose at random, but draw a tile half of the time if that is legal."""
    actions = state.legal_actions()
    return 0 if actions[0] == 0 and dice.random() < 0.5 else dice.choice(actions)


def traces() -> list[list[str]]:
    states = [stockade.game("barricado").start(players, options) for players, options in SETTINGS]
    return [trace(state, pick, state.players, observed=20) for state in states]


def test_interpreted_variants_play_the_same() -> None:
    assert interpreted("tests.games.barricado.test_interpreted") == traces()


if __name__ == "__main__":
    json.dump(traces(), sys.stdout)
