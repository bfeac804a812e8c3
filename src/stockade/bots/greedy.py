"""Looks one action ahead with the game's own evaluation and takes the best."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from stockade.bots.bot import check_decides
from stockade.bots.planner import preferences
from stockade.core.errors import BadOption
from stockade.core.state import State

MOST_OUTCOMES = 200  # of chance, in a row of it: more of them are not told apart
FEW_OUTCOMES = 6  # while Python runs the game: somebody waits


def evaluation(state: State) -> list[float]:
    """What a state seems worth to every seat, in [-1, 1]."""
    values = np.zeros(max(state.game.spec.players), np.float64)
    state.game.play.expect(state.data, outcomes_for(state), values)
    estimate: list[float] = values[: state.players].tolist()
    return estimate


def looked_ahead(state: State) -> tuple[Any, Any]:
    """The actions that the game finds worth a look, and what each seems worth to the mover."""
    actions = np.empty(state.game.spec.legal_limit, np.int32)
    worth = np.empty(len(actions), np.float64)
    n = state.game.play.look_ahead(state.data, outcomes_for(state), actions, worth)
    return actions[:n], worth[:n]


def outcomes_for(state: State) -> int:
    """How many outcomes of chance are told apart."""
    return MOST_OUTCOMES if state.game.is_ready else FEW_OUTCOMES


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
        actions, worth = preferences(state) if state.game.plans is not None else looked_ahead(state)
        return int(self._random.choice(actions[worth >= worth.max() - 1e-9]))
