"""Plays any legal action, all alike."""

from __future__ import annotations

import random

from stockade.bots.bot import check_decides
from stockade.core.state import State


class RandomBot:
    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, state: State) -> int:
        check_decides(state)
        return self._random.choice(state.legal_actions())
