"""What the tests of all observations share: one block of an observation by its name."""

from __future__ import annotations

import numpy as np

from stockade.core.state import State


def block(state: State, seat: int | None, name: str) -> np.ndarray:
    """Return the numbers of a block as a seat sees them."""
    blocks = state.game.evaluation.BLOCKS
    place = [each for each, _ in blocks].index(name)
    start = sum(size for _, size in blocks[:place])
    return state.observation(seat)[start : start + blocks[place][1]]
