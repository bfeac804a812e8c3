"""What a state and its actions seem worth, by the game's own evaluation."""

from __future__ import annotations

from typing import Any

import numpy as np

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
