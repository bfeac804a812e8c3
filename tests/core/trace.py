"""Run every kernel of a game and print the results, to compare compiled and interpreted runs.

python -m tests.core.trace GAME [PART ...]
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Callable
from typing import Any, Literal

import numpy as np

import stockade
from stockade.bots.lookahead import preferences
from stockade.bots.mcts import MctsBot
from stockade.bots.planner import PlannerBot
from stockade.core.game import Game
from stockade.research import Batch, random_playouts

Evaluation = Literal["playout", "value"]

STEPS = 40
LOOKED_AT = 5  # every n-th state is evaluated and observed, because this is slow uncompiled
DRAWN = 20  # every n-th state is drawn
PARTS = ("states", "batch", "playouts", "perft", "mcts", "plans", "pictures")


def trace(name: str, *parts: str) -> dict[str, Any]:
    """Return the results of all parts, or of those named."""
    game = stockade.game(name)
    players = game.spec.players[-1]
    found: dict[str, Callable[[], Any]] = {
        "states": lambda: [states(game, count, count) for count in sorted({game.spec.players[0], players})],
        "batch": lambda: batch(name, players),
        "playouts": lambda: playouts(name, players, 1),
        "perft": lambda: [int(game.kernels("perft").perft(game.start(players).data, depth)) for depth in range(3)],
        "mcts": lambda: [search(game, players, 3, "playout"), search(game, players, 12, "value")],
        "plans": lambda: plans(game, game.spec.players[0]) if game.plans is not None else [],
        "pictures": lambda: pictures(game),
    }
    return {part: found[part]() for part in parts or PARTS}


def states(game: Game, players: int, seed: int) -> list[str]:
    """Return every state of a random game: its bytes, its legal actions, its numbers."""
    dice, state, seen = random.Random(seed), game.start(players), []
    while not state.is_over and len(seen) < STEPS:
        legal = state.legal_actions()
        numbers = [*state.scores(), *state.returns()]
        if len(seen) % LOOKED_AT == 0:
            values = np.zeros(max(game.spec.players))
            game.play.evaluate_one(state.data, values)
            numbers += [*np.round(values, 12), *state.observation(0).tolist()]
        text = f"{legal} {state.chance_weights()} {[float(number) for number in numbers]}"
        seen.append(hashlib.blake2b(state.to_bytes() + text.encode(), digest_size=8).hexdigest())
        state.apply(dice.choice(legal))
    return seen


def batch(name: str, players: int) -> list[str]:
    many, seen = Batch(name, 3, players, seed=4), []
    for _ in range(STEPS // 3):
        many.step(many.random_actions())
        many.reset_over()
        data = many.states.tobytes() + many.legal_mask().tobytes() + many.observations().tobytes()
        seen.append(hashlib.blake2b(data, digest_size=8).hexdigest())
    return seen


def playouts(name: str, players: int, games: int) -> list[Any]:
    played = random_playouts(name, games, players, seed=6)
    return [int(played.decisions), played.lengths.tolist(), np.round(played.returns, 12).tolist()]


def search(game: Game, players: int, simulations: int, evaluation: Evaluation) -> list[list[float]]:
    """Make two decisions in a row, so that a tree is searched, read and kept."""
    dice, state = random.Random(3), game.start(players)
    while state.is_chance:
        state.apply(dice.choice(state.legal_actions()))
    bot, found = MctsBot(simulations=simulations, threads=1, evaluation=evaluation, seed=3), []
    for _ in range(2):
        candidates = bot.analyse(state)
        found += [[each.action, each.visits, round(each.value, 9)] for each in candidates]
        state.apply(max(candidates, key=lambda each: each.visits).action)
        while state.is_chance:
            state.apply(dice.choice(state.legal_actions()))
        if state.is_over:
            break
    return found


def plans(game: Game, players: int) -> list[Any]:
    """Return preferences and plans in the last turns of a random game, from where playouts are short."""
    match, dice = stockade.Match(game, players, seed=1), random.Random(1)
    while not match.is_over:
        match.play(dice.choice(match.state.legal_actions()))
    states, state = [], game.start(players)
    for action in match.actions:
        states.append(state.clone())
        state.apply(action)
    late = [each for each in states[-30:] if each.current_player >= 0]
    found: list[Any] = []
    for each in (late[0], late[len(late) // 2]):
        actions, worth = preferences(each)
        tried = PlannerBot(playouts=4, plans=2, threads=1, seed=1).compare(each)
        found += [
            actions.tolist(),
            np.round(worth, 9).tolist(),
            [(plan.actions, round(mean, 9)) for plan, mean in tried],
        ]
    return found


def pictures(game: Game) -> list[str]:
    """Return scenes and texts of a random match, and of one with seats that the rules play."""
    auto = game.spec.auto
    seen = []
    for options in [{}, *([{auto.option: 1, **dict(auto.needs)}] if auto is not None else [])]:
        match, dice = stockade.Match(game, options=options, seed=3), random.Random(3)
        while not match.is_over and match.state.ply < 3 * DRAWN + 10:
            state = match.state
            if state.ply % DRAWN == 0:
                told = [state.scene(), state.why_not(dice.randrange(game.spec.action_count)), state.to_json()]
                seen.append(hashlib.blake2b(repr(told).encode(), digest_size=8).hexdigest())
            match.play(dice.choice(state.legal_actions()))
        seen.append(hashlib.blake2b(repr(match.history()).encode(), digest_size=8).hexdigest())
    return seen


if __name__ == "__main__":
    print(json.dumps(trace(*sys.argv[1:])))
