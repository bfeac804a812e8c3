"""Random play to the end, as fast as the rules allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE, OVER
from stockade.core.room import room_of

if TYPE_CHECKING:
    from stockade.core.templates.names import *

list_room = room_of(LEGAL_LIMIT, np.int32)
state_room = room_of(1, STATE)


@kernel
def playouts(
    players: int,
    options: Actions,
    games: int,
    seed: int,
    results: npt.NDArray[np.float64],
    lengths: npt.NDArray[np.int64],
) -> int:
    """Play whole games at random, and return the number of decisions.

    Fills in every game's returns by seat, and its length. Only decisions of players are counted, not those of chance.
    """
    room = state_room()
    state = room[0]
    actions = list_room()
    weights = list_room()
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
