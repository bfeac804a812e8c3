"""What a state of Pig seems worth."""

from typing import Any

from stockade.core.kernel import kernel


@kernel
def evaluate(state: Any, values: Any) -> None:
    """Own share of the target against the best of the others."""
    for seat in range(state.players):
        best = 0
        for other in range(state.players):
            if other != seat:
                best = max(best, state.points[other])
        saved = state.saved * 0.5 if seat == state.turn_owner else 0.0
        values[seat] = min(1.0, max(-1.0, (state.points[seat] + saved - best) / (state.target + 6)))
