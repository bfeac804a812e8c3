"""A bot that looks one action ahead with the game's own evaluation."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from stockade.bots.bot import Bot, check_decides
from stockade.bots.lookahead import looked_ahead
from stockade.bots.planner import preferences
from stockade.core.errors import BadOption
from stockade.core.state import State

NEAR_VALUE = 0.2  # a slip loses at most this much of a value from -1 to 1
NEAR_POINTS = 2.0  # the same in games with plans, where actions are worth points
EVEN = 1e-9  # actions that differ by less are equally good


class GreedyBot(Bot):
    """Takes the action whose result looks best, and breaks ties at random.

    With `slip`, it sometimes takes one that looks nearly as good instead. If there is none, it does not slip.
    """

    name = "greedy"

    def __init__(self, slip: float = 0.0, seed: int | None = None) -> None:
        if not 0.0 <= slip <= 1.0:
            raise BadOption(f"slip is a share from 0 to 1, not {slip!r}")
        self.slip = slip
        self._random = random.Random(seed)

    def choose(self, state: State) -> int:
        check_decides(state)
        actions, losses, near = _compared(state)
        wanted = losses <= EVEN
        if self._random.random() < self.slip and np.any(missed := ~wanted & (losses <= near)):
            wanted = missed
        return int(self._random.choice(actions[wanted]))

    @classmethod
    def rehearse(cls, state: State) -> None:
        cls(seed=1).choose(state)
        looked_ahead(state)  # `choose` does not call this in games with plans


def _compared(state: State) -> tuple[Any, Any, float]:
    """Return the actions, what each loses against the best, and how much of that is little."""
    has_plans = state.game.plans is not None
    actions, worth = preferences(state) if has_plans else looked_ahead(state)
    return actions, worth.max() - worth, NEAR_POINTS if has_plans else NEAR_VALUE
