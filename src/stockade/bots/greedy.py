"""A bot that looks one action ahead with the game's own evaluation."""

from __future__ import annotations

import random

from stockade.bots.bot import Bot, check_decides
from stockade.bots.lookahead import looked_ahead
from stockade.bots.planner import preferences
from stockade.core.errors import BadOption
from stockade.core.state import State


class GreedyBot(Bot):
    """Takes the action whose result looks best, and breaks ties at random.

    With `slip`, it sometimes plays a random action instead.
    """

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

    @classmethod
    def rehearse(cls, state: State) -> None:
        cls(seed=1).choose(state)
        looked_ahead(state)  # `choose` does not call this in games with plans
