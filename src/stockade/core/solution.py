"""What a solved game can answer. Such a game has `evaluation/solution` with a function `solution()`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from stockade.core.state import State


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a position is worth to one seat under perfect play."""

    value: int  # 1 win, 0 draw, -1 loss
    distance: int  # actions to the end with best play; 0 for a draw

    def __str__(self) -> str:
        if self.value == 0:
            return "draw"
        return f"{'win' if self.value > 0 else 'loss'} in {self.distance}"


class Solved(Protocol):
    """The exact value of every position that can be reached."""

    def verdict_for(self, seat: int, state: State) -> Verdict:
        """Return what the state is worth to the seat.

        If the game, or a round of it, has just ended, return the result.
        """
        ...

    def summary(self) -> dict[str, Any]:
        """Return counts and values for a person to read: see `stockade solve`."""
        ...
