"""The rules of the variants give the same game, byte for byte, compiled and interpreted.

The conformance suite compares games with default options. This compares rotations, plazas, sewers and a small board.
Their narrow numbers behave differently in Python if a rule forgets to widen them.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from typing import Any

from tests.core.process import python

import stockade

SETTINGS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"size": 4, "plazas_and_sewers": True}),
    (3, {"size": 4, "revolution": True, "plazas_and_sewers": True}),
    (4, {"revolution": True}),
)


def trace() -> list[str]:
    """Return a digest of all states of some random games, with legal actions."""
    seen = []
    for players, options in SETTINGS:
        dice, state = random.Random(players), stockade.game("barricado").start(players, options)
        while not state.is_over:
            actions = state.legal_actions()
            told = f"{actions} {state.chance_weights()} {state.scores()}".encode()
            seen.append(hashlib.blake2b(state.to_bytes() + told, digest_size=8).hexdigest())
            state.apply(0 if actions[0] == 0 and dice.random() < 0.5 else dice.choice(actions))
    return seen


def test_interpreted_variants_play_the_same() -> None:
    assert json.loads(python("-m", "tests.games.barricado.test_interpreted", STOCKADE_COMPILE="never")) == trace()


if __name__ == "__main__":
    json.dump(trace(), sys.stdout)
