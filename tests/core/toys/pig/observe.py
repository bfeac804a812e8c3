"""Pig in numbers."""

from typing import Any

from stockade.core.kernel import kernel

BLOCKS = (("points", 4), ("saved", 1), ("phase", 3))
OBSERVATION_SIZE = 8


@kernel
def observe(state: Any, player: int, tensor: Any) -> None:
    """The player's own points first."""
    for seat in range(state.players):
        tensor[seat] = state.points[(max(player, 0) + seat) % state.players] / state.target
    tensor[4] = state.saved / state.target
    tensor[5 + state.phase] = 1.0
