"""Check that a game is the same byte for byte when compiled, interpreted, or switched halfway."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.core.process import python
from tests.core.trace import trace

import stockade
from stockade.core.cache import cache_root

HALF = """
import json, os, random, sys
import stockade
from stockade.core import library
name, cache = sys.argv[1:]
game = stockade.game(name)
match, dice = stockade.Match(game, seed=9), random.Random(9)
tiers = []
while not match.is_over and len(tiers) < 60:
    if len(tiers) == 15:
        os.environ["STOCKADE_CACHE_DIR"] = cache
        assert library.load(game)
    tiers.append(game.is_compiled)
    match.play(dice.choice(match.state.legal_actions()))
    if len(tiers) % 14 == 1:
        match.state.scene()
print(json.dumps({"tiers": tiers, "bytes": match.state.to_bytes().hex(), "log": match.to_json()}))
"""


@pytest.mark.parametrize("name", stockade.games())
def test_interpreted_rules_play_the_same(name: str) -> None:
    interpreted = json.loads(python("-m", "tests.core.trace", name, STOCKADE_COMPILE="never"))
    stockade.game(name).compile()
    assert stockade.game(name).is_compiled
    assert interpreted == json.loads(json.dumps(trace(name)))


@pytest.mark.parametrize("name", stockade.games())
def test_a_game_goes_on_when_it_is_switched_over(name: str, tmp_path: Path) -> None:
    """A match starts without a library and gets one halfway. Replaying its log compiled gives the same bytes."""
    stockade.game(name).compile()
    started = {"STOCKADE_CACHE_DIR": str(tmp_path), "STOCKADE_COMPILE": "later"}
    half = json.loads(python("-c", HALF, name, str(cache_root()), **started))
    assert half["tiers"][:16] == [False] * 15 + [True]
    again = stockade.Match.from_json(half["log"])
    assert again.state.to_bytes().hex() == half["bytes"]
