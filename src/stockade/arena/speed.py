"""Measures how fast a game runs on this machine, in a few seconds."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable
from typing import Any

from stockade.bots.mcts import MctsBot
from stockade.core.game import Game
from stockade.research import random_playouts


def measure(game: Game, seconds: float) -> dict[str, Any]:
    """Return all measurements of one game. Each runs once before it is timed, so that compiling is not measured."""
    return {
        "game": game.name,
        "seconds": seconds,
        "playout_decisions_per_second": _playouts(game, seconds),
        "python_decisions_per_second": _stepping(game, seconds),
        "clones_per_second": _clones(game, seconds),
        "mcts_simulations_per_second": _search(game, seconds),
    }


def _rate(work: Callable[[], int], seconds: float) -> float:
    """Return how many units of work are done per second. `work` returns how many it did."""
    work()
    done, started = 0, time.perf_counter()
    while True:
        done += work()
        elapsed = time.perf_counter() - started
        if elapsed >= seconds:
            return done / elapsed


def _playouts(game: Game, seconds: float) -> float:
    seeds = itertools.count(1)
    return _rate(lambda: random_playouts(game.name, 500, seed=next(seeds)).decisions, seconds)


def _stepping(game: Game, seconds: float) -> float:
    """List, choose and apply actions, as a bot in plain Python does. A game that ends is started again."""
    generator = random.Random(1)

    def work() -> int:
        state = game.start()
        steps = 0
        while not state.is_over and steps < 1000:
            state.apply(generator.choice(state.legal_actions()))
            steps += 1
        return steps

    return _rate(work, seconds)


def _clones(game: Game, seconds: float) -> float:
    state = game.start()

    def work() -> int:
        for _ in range(1000):
            state.clone()
        return 1000

    return _rate(work, seconds)


def _search(game: Game, seconds: float) -> float:
    state = game.start()
    generator = random.Random(1)
    while state.is_chance:
        state.apply(generator.choice(state.legal_actions()))
    bot = MctsBot(simulations=2000, threads=1, keep_tree=False, seed=1)

    def work() -> int:
        bot.analyse(state)
        return bot.last_simulations

    return _rate(work, seconds)
