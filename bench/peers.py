"""Measure OpenSpiel on this machine in the same run (extra `bench`)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pyspiel


def roll(state: Any, chooser: random.Random) -> None:
    """Choose chance actions at random until a player has to decide."""
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chooser.choices(outcomes, weights)[0])


def mean_length(name: str, games: int = 2000) -> float:
    """Return the mean number of players' decisions in a random game."""
    chooser = random.Random(1)
    game = pyspiel.load_game(name)
    decisions = 0
    for _ in range(games):
        state = game.new_initial_state()
        roll(state, chooser)
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
            roll(state, chooser)
            decisions += 1
    return decisions / games


def rollouts(name: str, batch: int) -> Callable[[], int]:
    """Return a function that runs random playouts inside OpenSpiel's C++ and returns the number of decisions."""
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    roll(state, random.Random(1))
    # A search of one simulation evaluates the root once: it does `batch` rollouts, and nothing else.
    search = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(batch, 1), 2.0, 1, 10, False, 1, False)
    length = mean_length(name, 2000 if batch > 100 else 200)

    def run() -> int:
        search.mcts_search(state)
        return round(batch * length)

    return run
