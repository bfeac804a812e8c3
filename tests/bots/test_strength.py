"""Check that stronger bots beat weaker ones clearly within a few quick games. Long matches are in `bench/`."""

from __future__ import annotations

import pytest

import stockade
from stockade.bots import level
from stockade.bots.bot import Bot


def score(game: str, one: Bot, other: Bot, games: int, first_seed: int = 1) -> float:
    """Return the share of wins of the first of two bots, which swap seats after every game. A draw counts as half a
    win, and a game that nobody wins as none."""
    points = 0.0
    for number in range(games):
        match = stockade.Match(game, 2, seed=first_seed + number)
        seat = number % 2
        bots = (one, other) if seat == 0 else (other, one)
        while not match.is_over:
            match.play(bots[match.state.current_player].choose(match.state))
        assert match.result is not None
        points += (seat in match.result.winners) / max(len(match.result.winners), 1)
    return points / games


TWO = [name for name in stockade.games() if 2 in stockade.game(name).spec.players]


@pytest.mark.parametrize("name", TWO)
def test_level_three_beats_level_one(name: str) -> None:
    game = stockade.game(name)
    assert score(name, level(game, 3).make(seed=1), level(game, 1).make(seed=2), 30) >= 0.7


@pytest.mark.parametrize("name", TWO)
def test_a_short_search_beats_chance(name: str) -> None:
    search = stockade.bot("mcts", simulations=100, threads=1, seed=1)
    assert score(name, search, stockade.bot("random", seed=2), 8) >= 0.75
