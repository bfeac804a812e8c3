"""Steps many states in one call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE, OVER, Records
from stockade.core.room import room_of

if TYPE_CHECKING:
    from stockade.core.templates.names import *

States: TypeAlias = "Records[Record]"
Seeds = npt.NDArray[np.uint64]
list_room = room_of(LEGAL_LIMIT, np.int32)
value_room = room_of(PLAYERS_LIMIT, np.float64)


@kernel
def settle(state: Record, x: Any, actions: Actions, weights: Actions) -> Any:
    """Let chance decide until a player must decide or the game is over."""
    while state.current_player == CHANCE:
        x = next_random(x)
        apply(state, random_choice(state, x, actions, weights))
    return x


@kernel
def start_all(states: States, seeds: Seeds, players: int, options: Actions) -> None:
    """Set up a game in every state, and let chance decide until a player must."""
    actions = list_room()
    weights = list_room()
    for i in range(states.shape[0]):
        setup(states[i], players, options)
        seeds[i] = settle(states[i], seeds[i], actions, weights)


@kernel
def first_illegal(states: States, chosen: Actions) -> int:
    """Return the index of the first state whose chosen action is illegal, or -1.

    A finished game accepts any action.
    """
    actions = list_room()
    for i in range(states.shape[0]):
        if states[i].current_player == OVER:
            continue
        n = legal(states[i], actions)
        found = False
        for k in range(n):
            found = found or actions[k] == chosen[i]
        if not found:
            return i
    return -1


@kernel
def step_all(states: States, seeds: Seeds, chosen: Actions, rewards: npt.NDArray[np.float32]) -> None:
    """Apply one action in every state, then let chance decide. The rewards are the returns of games that end."""
    actions = list_room()
    weights = list_room()
    values = value_room()
    for i in range(states.shape[0]):
        state = states[i]
        for seat in range(PLAYERS_LIMIT):
            rewards[i, seat] = 0.0
        if state.current_player == OVER:
            continue
        apply(state, chosen[i])
        seeds[i] = settle(state, seeds[i], actions, weights)
        if state.current_player == OVER:
            returns(state, values)
            for seat in range(state.players):
                rewards[i, seat] = values[seat]


@kernel
def reset_over(states: States, seeds: Seeds, players: int, options: Actions) -> int:
    """Start a new game in every state that is over, and return how many there were."""
    actions = list_room()
    weights = list_room()
    count = 0
    for i in range(states.shape[0]):
        if states[i].current_player == OVER:
            setup(states[i], players, options)
            seeds[i] = settle(states[i], seeds[i], actions, weights)
            count += 1
    return count


@kernel
def mask_all(states: States, mask: npt.NDArray[np.bool_]) -> None:
    """Fill in the legal actions of every state as rows of a mask."""
    actions = list_room()
    for i in range(states.shape[0]):
        for action in range(ACTION_COUNT):
            mask[i, action] = False
        if states[i].current_player != OVER:
            for k in range(legal(states[i], actions)):
                mask[i, actions[k]] = True


@kernel
def list_all(states: States, listed: Actions, counts: Actions) -> None:
    """Fill in the legal actions of every state as a list, and how many there are. In a finished game nothing is."""
    for i in range(states.shape[0]):
        counts[i] = 0
        if states[i].current_player != OVER:
            counts[i] = legal(states[i], listed[i])


@kernel
def score_all(states: States, points: npt.NDArray[np.float64]) -> None:
    """Fill in the points by the rules, a row for each state."""
    for i in range(states.shape[0]):
        score(states[i], points[i])


@kernel
def random_all(states: States, seeds: Seeds, chosen: Actions) -> None:
    """Choose a random legal action for every state that is not over."""
    actions = list_room()
    weights = list_room()
    for i in range(states.shape[0]):
        if states[i].current_player != OVER:
            seeds[i] = next_random(seeds[i])
            chosen[i] = random_choice(states[i], seeds[i], actions, weights)


@kernel
def observe_all(states: States, tensors: npt.NDArray[np.float32]) -> None:
    """Fill in every state as the player who decides sees it. Rows of finished games are zeros."""
    for i in range(states.shape[0]):
        for k in range(OBSERVATION_SIZE):
            tensors[i, k] = 0.0
        if states[i].current_player != OVER:
            observe(states[i], states[i].current_player, tensors[i])
