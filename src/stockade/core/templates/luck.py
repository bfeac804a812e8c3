"""What a state is worth once the player who decides has made the most of it. Luck is measured by this."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE, OVER
from stockade.core.network import sharpen
from stockade.core.room import room_of

if TYPE_CHECKING:
    from stockade.core.templates.names import *

Bytes = npt.NDArray[np.uint8]
list_room = room_of(LEGAL_LIMIT, np.int32)
value_room = room_of(PLAYERS_LIMIT, np.float64)
state_room = room_of(1, STATE)


@kernel
def weigh_one(data: Bytes, budget: int, certainty: float, nobody: float, values: Values) -> None:
    """Fill in what a state is worth to every seat."""
    weigh(data.view(STATE)[0], budget, certainty, nobody, values)


@kernel
def weigh(state: Record, budget: int, certainty: float, nobody: float, values: Values) -> None:
    """Fill in what a state is worth to every seat, after the turn of the player who decides was played quickly.

    If chance decides, it is the mean over the n outcomes, each weighed with an n-th of the budget, unless the budget
    is smaller than n. The outcomes are sharpened, not their mean: otherwise the mean of all differences to it would
    not be zero.
    """
    room = state_room()
    if state.current_player != CHANCE:
        room[0] = state
        if state.current_player != OVER:
            finish_turn(room[0])
        judge(room[0], values)
        sharpen(state.players, certainty, nobody, values)
        return
    actions = list_room()
    weights = list_room()
    n = outcomes(state, actions, weights)
    if n > budget:
        judge(state, values)
        sharpen(state.players, certainty, nobody, values)
        return
    each = value_room()
    total = 0
    for k in range(n):
        total += weights[k]
    for seat in range(PLAYERS_LIMIT):
        values[seat] = 0.0
        each[seat] = 0.0
    for k in range(n):
        room[0] = state
        apply(room[0], actions[k])
        weigh(room[0], budget // n, certainty, nobody, each)
        for seat in range(PLAYERS_LIMIT):
            values[seat] += weights[k] / total * each[seat]
