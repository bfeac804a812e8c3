"""Looks one action ahead with the game's own evaluation and takes the best."""

from __future__ import annotations

import random

import numpy as np

from stockade.bots.bot import check_decides
from stockade.bots.planner import preferences
from stockade.core.errors import BadOption
from stockade.core.state import State

MOST_OUTCOMES = 200


def evaluation(state: State, budget: int = MOST_OUTCOMES) -> list[float]:
    """What a state seems worth to every seat, in [-1, 1]; exact where it is over, the mean where chance decides, as
    long as that is no more than `budget` outcomes in all."""
    if state.is_over:
        return state.returns()
    outcomes = state.chance_outcomes()
    if outcomes and len(outcomes) <= budget:
        mean = np.zeros(state.players)
        for action, probability in outcomes:
            after = state.clone()
            after.apply(action)
            mean += probability * np.array(evaluation(after, budget // len(outcomes)))
        expected: list[float] = mean.tolist()
        return expected
    values = np.zeros(max(state.game.spec.players), np.float64)
    state.game.play.evaluate_one(state._data, values)
    estimate: list[float] = values[: state.players].tolist()
    return estimate


def narrowed(state: State) -> list[int]:
    """The legal actions that the game finds worth a look."""
    actions = np.empty(state.game.spec.legal_limit, np.int32)
    n = state.game.play.list_narrowed(state._data, actions)
    kept: list[int] = actions[:n].tolist()
    return kept


class GreedyBot:
    """Takes the action whose result looks best to the mover; ties fall at random. With `slip`, now and then it
    plays anything at all."""

    name = "greedy"

    def __init__(self, slip: float = 0.0, seed: int | None = None) -> None:
        if not 0.0 <= slip <= 1.0:
            raise BadOption(f"slip is a share from 0 to 1, not {slip!r}")
        self.slip = slip
        self._random = random.Random(seed)

    def choose(self, state: State) -> int:
        check_decides(state)
        legal = state.legal_actions()
        if self._random.random() < self.slip:
            return self._random.choice(legal)
        if state.game.has("plans"):
            actions, worths = preferences(state)
            return int(self._random.choice(actions[worths >= worths.max() - 1e-9]))
        seat = state.current_player
        worth = {}
        for action in narrowed(state):
            after = state.clone()
            after.apply(action)
            worth[action] = evaluation(after)[seat]
        best = max(worth.values())
        return self._random.choice([action for action, value in worth.items() if value >= best - 1e-9])
