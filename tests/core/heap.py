"""Call every kernel of a game and print digests of the results.

Runs are compared in which allocated and freed memory is filled with different patterns.

python -m tests.core.heap GAME
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from typing import Any

import numpy as np

import stockade
from stockade.bots.greedy import GreedyBot
from stockade.bots.lookahead import evaluation
from stockade.bots.mcts import MctsBot
from stockade.bots.perfect import PerfectBot
from stockade.bots.planner import PlannerBot
from stockade.core.game import Game
from stockade.core.state import State
from stockade.research import Batch, random_playouts
from stockade.research.fit import record

PLIES = 60
ASKED = 10  # bots play every n-th state


class Said:
    """The digest of each part."""

    def __init__(self) -> None:
        self._parts: dict[str, Any] = {}

    def note(self, part: str, *things: Any) -> None:
        self._parts.setdefault(part, hashlib.blake2b(digest_size=8)).update(repr(things).encode())

    def digests(self) -> dict[str, str]:
        return {part: digest.hexdigest() for part, digest in self._parts.items()}


def play(said: Said, game: Game, players: int, options: dict[str, Any], part: str) -> None:
    """Play a random game; evaluate and observe every state, and let bots play some of them."""
    dice, match = random.Random(players), stockade.Match(game, players, options, seed=11)
    state = match.state
    for ply in range(PLIES):
        if state.is_over:
            break
        values = np.zeros(max(game.spec.players))
        game.play.evaluate_one(state.data, values)
        said.note(f"{part}: evaluation", np.round(values, 9).tolist(), np.round(evaluation(state), 9).tolist())
        said.note(f"{part}: rules", state.legal_actions(), state.chance_weights(), state.scores(), state.to_bytes())
        said.note(f"{part}: observation", state.observation(0).tobytes())
        if not state.is_chance and ply % ASKED == 0:
            ask_bots(said, state.clone(), part)
            said.note(f"{part}: picture", state.scene(state.current_player))
        state.apply(dice.choice(state.legal_actions()))


def ask_bots(said: Said, state: State, part: str) -> None:
    said.note(f"{part}: greedy", GreedyBot(seed=1).choose(state))
    for way in ("playout", "value"):
        bot = MctsBot(simulations=24, threads=1, evaluation=way, seed=1)
        said.note(f"{part}: mcts by {way}", bot.choose(state), bot.choose(state))
    if PlannerBot.can_play(state.game):
        said.note(f"{part}: planner", PlannerBot(playouts=4, plans=4, threads=1, seed=1).choose(state))
    if PerfectBot.can_play(state.game):
        said.note(f"{part}: perfect", PerfectBot(seed=1).choose(state))


def research(said: Said, game: Game) -> None:
    players = game.spec.players[-1]
    batch = Batch(game.name, 16, players, seed=3)
    for _ in range(40):
        rewards, _ = batch.step(batch.random_actions())
        batch.reset_over()
        said.note("batch", batch.states.tobytes(), batch.legal_mask().tobytes(), rewards.tobytes())
        said.note("batch: observations", batch.observations().tobytes(), batch.scores().tobytes())
    played = random_playouts(game.name, 30, players, seed=5)
    said.note("playouts", played.decisions, played.lengths.tobytes(), np.round(played.returns, 9).tobytes())
    said.note("perft", [game.kernels("perft").perft(game.start().data, depth) for depth in range(3)])
    if game.features is not None:
        samples = record(game, players, {}, 60, seed=2)
        said.note("self-play", np.round(samples.tables, 5).tobytes(), samples.shares.tobytes())


def heap(name: str) -> dict[str, str]:
    game, said = stockade.game(name), Said()
    game.compile()
    for players in game.spec.players:
        play(said, game, players, {}, f"{players} players")
    auto = game.spec.auto
    if auto is not None:
        play(said, game, game.spec.players[-1], {auto.option: 1, **dict(auto.needs)}, auto.name)
    research(said, game)
    return said.digests()


if __name__ == "__main__":
    print(json.dumps(heap(sys.argv[1])))
