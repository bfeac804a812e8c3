"""Do everything that programs and people do with a game, on a small scale. All kernels called here are compiled."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from stockade.analysis import rehearse
from stockade.bots import BOTS
from stockade.bots.lookahead import evaluation
from stockade.core.game import Game
from stockade.core.match import Match
from stockade.core.state import State
from stockade.ready.recorder import noting_only
from stockade.research import Batch, random_playouts
from stockade.research.fit import record
from stockade.research.perft import perft

OPENING = 12  # all of the first decisions are inspected, because most kinds occur early
LOOKED_AT = 12  # after that, one state in this many is inspected
TOLD = 60  # plies that are played as a match with a history; the rest only leads to the end


def do_everything(game: Game) -> None:
    """Play, inspect states, ask the bots and use the research package."""
    for options in variants(game):
        play_through(game, options)
    use_bots(Match(game, seed=2).state)
    rehearse(game)
    use_research(game)


def variants(game: Game) -> Iterator[dict[str, Any]]:
    """Yield the default options, and a table with seats that the rules play."""
    yield {}
    auto = game.spec.auto
    if auto is not None:
        yield {auto.option: 1, **dict(auto.needs)}


def play_through(game: Game, options: dict[str, Any]) -> None:
    """Play a match to its end, and inspect it on the way as a client does."""
    match, dice = Match(game, options=options, seed=1), random.Random(1)
    decisions = 0
    while not match.is_over and match.state.ply < TOLD:
        if decisions < OPENING or match.state.ply % LOOKED_AT == 0:
            look_at(match.state, dice)
        decisions += 1
        match.play(dice.choice(match.state.legal_actions()))
    match.history()
    state = match.state.clone()
    while not state.is_over:
        if state.ply % TOLD == 0:
            look_at(state, dice)
        state.apply(dice.choice(state.legal_actions()))
    look_at(state, dice)
    state.describe_end()


def look_at(state: State, dice: random.Random) -> None:
    """Call everything that can be asked about one state."""
    state.scene()
    state.scores(), state.winners(), state.returns(), state.chance_outcomes()
    state.why_not(dice.randrange(state.game.spec.action_count))
    state.game.from_bytes(state.to_bytes())
    state.game.from_json(state.to_json())
    state.drawing()
    if not state.is_over:
        state.observation(0)
        evaluation(state)
        for action in state.legal_actions()[:3]:
            state.describe(action), state.format(action)


def use_bots(state: State) -> None:
    """Rehearse every bot that can play the game."""
    values = np.zeros(max(state.game.spec.players), np.float64)
    state.game.play.evaluate_one(state.data, values)
    for bot in BOTS.values():
        if bot.can_play(state.game):
            bot.rehearse(state)


def use_research(game: Game) -> None:
    """Step a batch, play random games, count sequences and record positions."""
    batch = Batch(game.name, 2, seed=1)
    batch.step(batch.random_actions())
    batch.legal_mask(), batch.legal_lists(), batch.observations(), batch.scores(), batch.reset_over()
    random_playouts(game.name, 1)
    perft(game.start(), 1)
    if game.features is not None:
        with noting_only():
            record(game, game.spec.check_players(None), {}, 1, seed=1)
