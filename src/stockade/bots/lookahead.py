"""What a state and its actions seem worth, by the game's own evaluation."""

from __future__ import annotations

from typing import Any

import numpy as np

from stockade.core.state import State

MOST_OUTCOMES = 200  # chance with more outcomes in all is not resolved: the state before it is evaluated
FEW_OUTCOMES = 6  # the same while Python runs the game, because somebody is waiting


def evaluation(state: State) -> list[float]:
    """Return what a state seems worth to every seat, from -1 to 1."""
    values = np.zeros(max(state.game.spec.players), np.float64)
    state.game.play.expect(state.data, outcomes_for(state), values)
    estimate: list[float] = values[: state.players].tolist()
    return estimate


def looked_ahead(state: State) -> tuple[Any, Any]:
    """Return the actions that are worth considering, and what each seems worth to the player who decides."""
    actions = np.empty(state.game.spec.legal_limit, np.int32)
    worth = np.empty(len(actions), np.float64)
    n = state.game.play.look_ahead(state.data, outcomes_for(state), actions, worth)
    return actions[:n], worth[:n]


def preferences(state: State) -> tuple[Any, Any]:
    """Return the legal actions of a state, and how many points each seems worth, in a game with plans."""
    actions = np.empty(state.game.spec.legal_limit, np.int32)
    worth = np.zeros(state.game.spec.legal_limit, np.float64)
    n = state.game.template("plan").list_preferred(state.data, actions, worth)
    return actions[:n], worth[:n]


def outcomes_for(state: State) -> int:
    """Return the largest number of outcomes of chance that are resolved one by one."""
    return MOST_OUTCOMES if state.game.is_ready else FEW_OUTCOMES
