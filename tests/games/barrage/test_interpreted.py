"""Barrage's rules play the same game compiled and interpreted, byte for byte, also with Automas."""

from __future__ import annotations

import json
import sys
from typing import Any

from tests.core.process import python
from tests.games.barrage.lively import GAME, lively
from tests.games.traces import interpreted, trace

from stockade.conformance.scope import either

STARTS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"setup": "introductory"}),
    (4, {"setup": "full"}),
    (3, {"setup": "full", "automas": 1, "level": "4"}),
    (4, {"setup": "full", "automas": 3, "level": "123"}),
)


def traces(plies: int) -> list[list[str]]:
    states = [GAME.start(players, options) for players, options in STARTS]
    return [trace(state, lively, number, plies) for number, state in enumerate(states)]


def test_interpreted_rules_play_the_same() -> None:
    plies = either(quick=120, deep=10_000)
    assert interpreted("tests.games.barrage.test_interpreted", plies) == traces(plies)


# A powerhouse far down: its basin's number must not be too large for the type that is shifted.
WORTH = """
import numpy as np
from stockade.games.barrage.evaluation.value import evaluate
from tests.games.barrage.lively import GAME
state = GAME.start(2, {"setup": "introductory"})
while state.is_chance:
    state.apply(state.legal_actions()[0])
state.apply(state.parse("build p11.1 powerhouse"))
values = np.zeros(4, np.float32)
evaluate(state.record, values)
print(*values[:2])
"""


def test_what_a_position_is_worth_can_be_said_uncompiled() -> None:
    mine, others = map(float, python("-c", WORTH, STOCKADE_COMPILE="never").split())
    assert 0 < abs(mine) <= 1
    assert abs(mine + others) < 1e-4  # the values add up to zero


if __name__ == "__main__":
    json.dump(traces(int(sys.argv[1])), sys.stdout)
