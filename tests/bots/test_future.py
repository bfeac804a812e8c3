"""Check that no bot can know what chance will say: with another future, it makes the same choices."""

from __future__ import annotations

from itertools import count

import pytest
from tests.bots.test_every_game import QUICK, bots_of

import stockade
from stockade.conformance.table import GAMES

DECISIONS = 40
WITH_CHANCE = [name for name in GAMES if any(player < 0 for player in stockade.Match(name, seed=1).actors)]
PAIRS = [(name, bot) for name in WITH_CHANCE for bot in bots_of(name)]


def test_most_games_have_chance() -> None:
    assert len(WITH_CHANCE) >= 3


@pytest.mark.parametrize(("name", "kind"), PAIRS, ids=str)
def test_a_bot_chooses_the_same_whatever_the_future_brings(name: str, kind: str) -> None:
    """Two bots with the same seed follow one match. For the second, all later chance is dealt anew each time."""
    match = stockade.Match(name, seed=5)
    first, second = (stockade.bot(kind, seed=11, **QUICK.get(kind, {})) for _ in range(2))
    futures = count(1000)
    for _ in range(DECISIONS):
        if match.is_over:
            break
        redealt = match.branch(len(match.actions), seed=next(futures))
        assert redealt.state.to_bytes() == match.state.to_bytes()
        choice = first.choose(match.state)
        assert second.choose(redealt.state) == choice
        match.play(choice)


@pytest.mark.parametrize("name", WITH_CHANCE)
def test_another_seed_deals_another_future(name: str) -> None:
    """Without this, the test above would say nothing."""
    match = stockade.Match(name, seed=5)
    dealt = {tuple(match.branch(0, seed=seed).actions) for seed in range(20)}
    assert len(dealt) > 1
