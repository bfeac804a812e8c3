"""Plays by every kernel there is and prints what came of it, to compare one way of running them with another.

python -m tests.core.trace GAME [PART ...]
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import stockade
from stockade.core.game import Game
from stockade.research import Batch, random_playouts

STEPS = 120
PARTS = ("states", "batch", "playouts", "perft", "mcts")


def trace(name: str, *parts: str) -> dict[str, Any]:
    """All parts, or those named."""
    game = stockade.game(name)
    players = game.spec.players[-1]
    found: dict[str, Callable[[], Any]] = {
        "states": lambda: [states(game, count, seed) for count in game.spec.players for seed in (1, 2)],
        "batch": lambda: batch(name, players),
        "playouts": lambda: playouts(name, players, 4),
        "many playouts": lambda: playouts(name, players, 500),
        "perft": lambda: [int(game.kernels("perft").perft(game.start(players)._data, depth)) for depth in range(4)],
        "mcts": lambda: [search(game, players, evaluation) for evaluation in ("playout", "value")],
    }
    return {part: found[part]() for part in parts or PARTS}


def states(game: Game, players: int, seed: int) -> list[str]:
    """Every state of a random game: its bytes, its legal actions, its numbers."""
    dice, state, seen = random.Random(seed), game.start(players), []
    while not state.is_over and len(seen) < STEPS:
        legal = state.legal_actions()
        values = np.zeros(max(game.spec.players))
        game.play.evaluate_one(state._data, values)
        numbers = [*state.scores(), *state.returns(), *np.round(values, 12), *state.observation(0).tolist()]
        text = f"{legal} {state.chance_weights()} {[float(number) for number in numbers]}"
        seen.append(hashlib.blake2b(state.to_bytes() + text.encode(), digest_size=8).hexdigest())
        state.apply(dice.choice(legal))
    return seen


def batch(name: str, players: int) -> list[str]:
    many, seen = Batch(name, 5, players, seed=4), []
    for _ in range(STEPS // 2):
        many.step(many.random_actions())
        many.reset_over()
        data = many.states.tobytes() + many.legal_mask().tobytes() + many.observations().tobytes()
        seen.append(hashlib.blake2b(data, digest_size=8).hexdigest())
    return seen


def playouts(name: str, players: int, games: int) -> list[Any]:
    played = random_playouts(name, games, players, seed=6)
    return [int(played.decisions), played.lengths.tolist(), np.round(played.returns, 12).tolist()]


def search(game: Game, players: int, evaluation: str) -> list[list[float]]:
    """Two decisions in a row, so that a tree is searched, looked through and kept."""
    state = game.start(players)
    while state.is_chance:
        state.apply(state.legal_actions()[0])
    bot, found = stockade.bot("mcts", simulations=40, threads=1, evaluation=evaluation, seed=3), []
    for _ in range(2):
        found += [[each.action, each.visits, round(each.value, 9)] for each in bot.analyse(state)]
        state.apply(max(found[-len(state.legal_actions()) :], key=lambda each: each[1])[0])
        while state.is_chance:
            state.apply(state.legal_actions()[0])
        if state.is_over:
            break
    return found


if __name__ == "__main__":
    print(json.dumps(trace(*sys.argv[1:])))
