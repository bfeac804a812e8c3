"""The rules give the same game, byte for byte, compiled and interpreted.

The conformance suite compares games with default options. This compares every card, solo games, and players who wipe
and place whatever they can. Their sets of hexes and small numbers behave differently in Python if a rule forgets to
widen them.
"""

from __future__ import annotations

import json
import random
import sys

from tests.games.traces import interpreted, trace

import stockade
from stockade.core.state import State

SETTINGS = (
    (1, {"cards": "random"}),
    (1, {"scenario": 15}),
    (2, {"cards": "BBBBB"}),
    (2, {"cards": "CCCCC"}),
    (3, {"cards": "DDDDD"}),
    (4, {"cards": "family"}),
)


def pick(state: State, dice: random.Random) -> int:
    """Choose at random, but players often take the first action, which wipes or places something."""
    actions = state.legal_actions()
    return actions[0] if not state.is_chance and dice.random() < 0.4 else dice.choice(actions)


def traces() -> list[list[str]]:
    game = stockade.game("cascadia")
    return [
        trace(game.start(players, options), pick, players, scored=20, observed=20) for players, options in SETTINGS
    ]


def test_interpreted_games_are_the_same() -> None:
    assert interpreted("tests.games.cascadia.test_interpreted") == traces()


if __name__ == "__main__":
    json.dump(traces(), sys.stdout)
