"""Near misses, which make a bot weaker without making it absurd."""

from __future__ import annotations

import random
from abc import abstractmethod
from typing import Any

from stockade.bots.bot import Bot, check_decides, is_amount
from stockade.bots.lookahead import looked_ahead, preferences
from stockade.core.errors import BadOption
from stockade.core.state import State

NEAR_VALUE = 0.2  # what a near miss loses at most, of a value from -1 to 1
NEAR_POINTS = 2.0  # the same in games with plans, where actions are worth points
EVEN = 1e-9  # actions that differ by less are equally good


class Slips:
    """When a bot slips, and what it takes then: an action that seems worse than the best, by no more than `near`."""

    def __init__(self, slip: float, near: float | None, seed: int | None) -> None:
        if not 0.0 <= slip <= 1.0:
            raise BadOption(f"slip is a share from 0 to 1, not {slip!r}")
        if not (near is None or is_amount(near)):
            raise BadOption(f"near is a positive number, not {near!r}")
        self.slip, self.near = slip, near
        self._random = random.Random(seed)

    def near_miss(self, state: State) -> int | None:
        """Return what is taken by mistake, or None: if the bot does not slip now, or nothing is nearly as good."""
        if not self.slip or self._random.random() >= self.slip:
            return None
        actions, losses, usual = compared(state)
        missed = actions[(losses > EVEN) & (losses <= (self.near or usual))]
        return int(self._random.choice(missed)) if len(missed) else None


def compared(state: State) -> tuple[Any, Any, float]:
    """Return the actions, what each loses against the best by the game's own evaluation, and how much is little."""
    has_plans = state.game.plans is not None
    actions, worth = preferences(state) if has_plans else looked_ahead(state)
    return actions, worth.max() - worth, NEAR_POINTS if has_plans else NEAR_VALUE


class SlippingBot(Bot):
    """A bot that knows its best action at once, and sometimes makes a near miss instead."""

    def __init__(self, slip: float = 0.0, *, near: float | None = None, seed: int | None = None) -> None:
        self._slips = Slips(slip, near, seed)
        self._random = random.Random(seed)

    def choose(self, state: State) -> int:
        check_decides(state)
        missed = self._slips.near_miss(state)
        return self._best(state) if missed is None else missed

    @abstractmethod
    def _best(self, state: State) -> int:
        """Return the best action, or one of those that are equally good."""
