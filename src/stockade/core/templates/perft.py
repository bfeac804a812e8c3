"""Perft: the number of sequences of actions of a given length. A changed count means a changed rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from stockade.core.kernel import kernel
from stockade.core.layout import OVER, Records
from stockade.core.room import room_of

if TYPE_CHECKING:
    from stockade.core.templates.names import *

list_room = room_of(LEGAL_LIMIT, np.int32)


def perft(data: npt.NDArray[np.uint8], depth: int) -> int:
    """Return the number of sequences of exactly `depth` actions from a state.

    Outcomes of chance count like actions. A game that ends earlier does not count.
    """
    states: Any = np.zeros(depth + 1, STATE)
    actions = np.zeros((depth + 1, LEGAL_LIMIT), np.int32)
    return int(count_sequences(data, depth, states, actions, np.zeros(depth + 1, np.int64)))


@kernel
def count_sequences(
    data: npt.NDArray[np.uint8],
    depth: int,
    states: Records[Record],
    actions: npt.NDArray[np.int32],
    left: npt.NDArray[np.int64],
) -> int:
    """Walk the tree with one state, one list of actions and one number for each level, which the caller provides."""
    if depth == 0:
        return 1
    weights = list_room()
    states[0] = data.view(STATE)[0]
    left[0] = _list(states[0], actions[0], weights)
    count = 0
    level = 0
    while level >= 0:
        if level == depth - 1:
            count += left[level]
            left[level] = 0
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        states[level + 1] = states[level]
        level += 1
        apply(states[level], actions[level - 1, left[level - 1]])
        left[level] = _list(states[level], actions[level], weights)
    return count


@kernel
def _list(state: Record, actions: Actions, weights: Actions) -> int:
    if state.current_player == OVER:
        return 0
    return choices(state, actions, weights)
