"""A bot that plays at random."""

from __future__ import annotations

import random

from stockade.bots.bot import Bot, check_decides
from stockade.core.state import State


class RandomBot(Bot):
    """Plays a random legal action. All are equally likely."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, state: State) -> int:
        check_decides(state)
        return self._random.choice(state.legal_actions())
