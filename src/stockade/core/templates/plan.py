"""Tries whole turns by playing on to the end, for games with `evaluation/plans`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from stockade.core.kernel import kernel
from stockade.core.layout import OVER
from stockade.core.room import room_of

if TYPE_CHECKING:
    from stockade.core.templates.names import *

list_room = room_of(LEGAL_LIMIT, np.int32)
state_room = room_of(1, STATE)


@kernel
def list_preferred(data: npt.NDArray[np.uint8], actions: Actions, worth: npt.NDArray[np.float64]) -> int:
    """List the legal actions and what each seems worth."""
    state = data.view(STATE)[0]
    n = legal(state, actions)
    prefer(state, actions, n, worth)
    return n


@kernel
def spread_of(data: npt.NDArray[np.uint8]) -> float:
    """Return how many points change the odds of winning by a factor of e."""
    return spread(data.view(STATE)[0])


@kernel
def play_on(state: Record, seat: int, x: Any, actions: Actions, weights: Actions) -> None:
    """Play on to the end, or for as many turns of the seat as are enough to say what to expect.

    The seat whose plans are tried plays quickly but sensibly. The other seats play at random: they only stand for
    what other players take.
    """
    turns = 0
    while state.current_player != OVER and turns < FORESIGHT:
        if state.current_player == seat:
            advance(state)
            turns += 1
        else:
            x = next_random(x)
            apply(state, random_choice(state, x, actions, weights))


@kernel
def foresee(
    data: npt.NDArray[np.uint8], plans: Actions, lengths: npt.NDArray[np.int64], results: npt.NDArray[np.float64]
) -> None:
    """Fill in what the seat may expect after each of the plans, without playing on."""
    root = data.view(STATE)[0]
    room = state_room()
    state = room[0]
    for plan in range(lengths.shape[0]):
        room[0] = root
        for step in range(lengths[plan]):
            apply(state, plans[plan, step])
        results[plan] = outlook(state, root.current_player)


@kernel
def try_plans(
    data: npt.NDArray[np.uint8],
    plans: Actions,
    lengths: npt.NDArray[np.int64],
    tried: npt.NDArray[np.int64],
    seeds: npt.NDArray[np.uint64],
    results: npt.NDArray[np.float64],
) -> None:
    """Play on after each of the plans `tried`, once for every seed.

    All plans get the same seeds. Then chance deals nearly the same to all of them, and their difference shows sooner.
    """
    root = data.view(STATE)[0]
    seat = root.current_player
    room = state_room()
    state = room[0]
    actions = list_room()
    weights = list_room()
    for i in range(seeds.shape[0]):
        for plan in tried:
            room[0] = root
            for step in range(lengths[plan]):
                apply(state, plans[plan, step])
            play_on(state, seat, seeds[i], actions, weights)
            results[i, plan] = outlook(state, seat)
