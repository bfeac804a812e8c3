"""Barrage as numbers for learning."""

from typing import Any

from stockade.core.kernel import kernel

OBSERVATION_SIZE = 4


@kernel
def observe(state: Any, player: int, tensor: Any) -> None:
    for seat in range(state.players):
        tensor[seat] = state.player[(player + seat) % state.players].vp
