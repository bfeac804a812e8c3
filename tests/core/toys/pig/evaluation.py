"""Observations of Pig for learning, and an evaluation for bots."""

from typing import Any

from stockade.core.kernel import kernel

BLOCKS = (("points", 4), ("saved", 1), ("phase", 3))
OBSERVATION_SIZE = 8


@kernel
def observe(state: Any, player: int, tensor: Any) -> None:
    """Describe the state, with the player's own points first."""
    for seat in range(state.players):
        tensor[seat] = state.points[(max(player, 0) + seat) % state.players] / state.target
    tensor[4] = state.saved / state.target
    tensor[5 + state.phase] = 1.0


@kernel
def evaluate(state: Any, values: Any) -> None:
    """Compare each seat's share of the target with the best of the others."""
    for seat in range(state.players):
        best = 0
        for other in range(state.players):
            if other != seat:
                best = max(best, state.points[other])
        saved = state.saved * 0.5 if seat == state.turn_owner else 0.0
        values[seat] = min(1.0, max(-1.0, (state.points[seat] + saved - best) / (state.target + 6)))
