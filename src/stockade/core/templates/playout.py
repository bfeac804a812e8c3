"""Random play to the end, as fast as the rules allow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE, OVER

if TYPE_CHECKING:
    from stockade.core.templates.names import (
        LEGAL_LIMIT,
        Actions,
        apply,
        next_random,
        random_choice,
        returns,
        setup,
    )


@kernel
def playouts(
    states: npt.NDArray[Any],
    players: int,
    options: Actions,
    games: int,
    seed: int,
    results: npt.NDArray[np.float64],
    lengths: npt.NDArray[np.int64],
) -> int:
    """Play whole games at random. Notes every game's returns by seat and its length, and counts the decisions of
    players (chance is not counted, its time is). Plays in `states[0]`: a record does not keep the array it
    lies in alive, so the caller holds it."""
    state = states[0]
    actions = np.empty(LEGAL_LIMIT, np.int32)
    weights = np.empty(LEGAL_LIMIT, np.int32)
    x = np.uint64(seed)
    decisions = 0
    for number in range(games):
        setup(state, players, options)
        while state.current_player != OVER:
            x = next_random(x)
            decisions += state.current_player != CHANCE
            apply(state, random_choice(state, x, actions, weights))
        returns(state, results[number])
        lengths[number] = state.ply
    return decisions
