"""Counts all sequences of actions. A changed count means a changed rule."""

from __future__ import annotations

from stockade.core.state import State


def perft(state: State, depth: int) -> int:
    """Count the sequences of `depth` actions that begin in a state, outcomes of chance included."""
    return int(state.game.kernels("perft").perft(state.data, depth))


def divide(state: State, depth: int) -> dict[int, int]:
    """Count the sequences of `depth` actions for each first action."""
    counts = {}
    for action in state.legal_actions() if depth else ():
        after = state.clone()
        after.apply(action)
        counts[action] = perft(after, depth - 1)
    return counts
