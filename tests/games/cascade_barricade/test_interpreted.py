"""The variants' rules compiled and interpreted: the same source plays the same game to the byte."""

from __future__ import annotations

import hashlib
import json
import random
import sys
from typing import Any

from tests.core.process import python
from tests.games.cascade_barricade.laid import GAME
from tests.games.cascade_barricade.test_position import lively

SETTINGS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"radius": 6, "two_weakest": True}),
    (3, {}),
    (6, {"radius": 4}),
)


def trace() -> list[str]:
    """A digest of every state of some lively games, with its legal actions."""
    seen = []
    for players, options in SETTINGS:
        dice, state = random.Random(players), GAME.start(players, options)
        while not state.is_over:
            told = f"{state.legal_actions()} {state.chance_weights()} {state.scores()}".encode()
            told += state.observation().tobytes()
            seen.append(hashlib.blake2b(state.to_bytes() + told, digest_size=8).hexdigest())
            state.apply(lively(state, dice))
    return seen


def test_interpreted_variants_play_the_same() -> None:
    assert (
        json.loads(python("-m", "tests.games.cascade_barricade.test_interpreted", NUMBA_DISABLE_JIT="1")) == trace()
    )


if __name__ == "__main__":
    json.dump(trace(), sys.stdout)
