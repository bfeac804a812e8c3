"""What a bot is: something that chooses an action for whoever decides in a state."""

from __future__ import annotations

import math
from typing import Protocol

from stockade.core.errors import BadOption, NotAllowed
from stockade.core.state import State


class Bot(Protocol):
    """Bots see what everybody at the table sees: the state."""

    name: str

    def choose(self, state: State) -> int:
        """A legal action for the player who decides. The state is left as it was."""
        ...


def check_decides(state: State) -> None:
    """Refuse a state in which no player decides."""
    if state.current_player < 0:
        raise NotAllowed("no player decides here: the game is over or it is chance's turn")


def check_budget(seconds: float | None, rounds: int | None, threads: int | None) -> None:
    """Refuse a search without a budget, or with one that is none."""
    if not (seconds is None or is_amount(seconds)) or not (rounds is None or is_count(rounds)):
        raise BadOption("a search needs a positive budget of seconds or of simulations")
    if not (threads is None or is_count(threads)):
        raise BadOption(f"a search needs at least one thread, not {threads!r}")


def is_count(value: object) -> bool:
    return type(value) is int and value >= 1


def is_amount(value: object) -> bool:
    return type(value) in (int, float) and 0.0 < value < math.inf  # type: ignore[operator]
