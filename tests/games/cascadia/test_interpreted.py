"""The rules give the same game, byte for byte, compiled and interpreted.

The conformance suite compares games with default options. This compares every card, solo games, and players who wipe
and place whatever they can. Their sets of hexes and small numbers behave differently in Python if a rule forgets to
widen them.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys

from tests.core.process import python

import stockade

SETTINGS = (
    (1, {"cards": "random"}),
    (1, {"scenario": 15}),
    (2, {"cards": "BBBBB"}),
    (2, {"cards": "CCCCC"}),
    (3, {"cards": "DDDDD"}),
    (4, {"cards": "family"}),
)


def trace() -> list[str]:
    """Return a digest of all states of some random games, with legal actions and points."""
    seen = []
    for players, options in SETTINGS:
        dice, state = random.Random(players), stockade.game("cascadia").start(players, options)
        while not state.is_over:
            actions = state.legal_actions()
            told = f"{actions} {state.chance_weights()}"
            if state.ply % 20 == 0:  # these are slow uncompiled
                told += f" {state.scores()} {state.observation(0).tolist()}"
            seen.append(hashlib.blake2b(state.to_bytes() + told.encode(), digest_size=8).hexdigest())
            state.apply(actions[0] if not state.is_chance and dice.random() < 0.4 else dice.choice(actions))
        seen.append(f"{state.scores()} {state.winners()} {state.returns()}")
    return seen


def test_interpreted_games_are_the_same() -> None:
    assert json.loads(python("-m", "tests.games.cascadia.test_interpreted", STOCKADE_COMPILE="never")) == trace()


if __name__ == "__main__":
    json.dump(trace(), sys.stdout)
