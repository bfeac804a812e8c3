"""A hand-made evaluation of Barrage."""

from typing import Any

from stockade.core.kernel import kernel


@kernel
def evaluate(state: Any, values: Any) -> None:
    """Values in [-1, 1]: victory points ahead of the best of the others."""
    for seat in range(state.players):
        best = -1_000.0
        for other in range(state.players):
            if other != seat:
                best = max(best, float(state.player[other].vp))
        ahead = state.player[seat].vp - best
        values[seat] = ahead / (20.0 + abs(ahead))
