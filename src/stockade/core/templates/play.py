"""What Python needs for one state: start, list, check and apply, score.

The functions that Python calls take the bytes of a state, because passing a plain byte array from Python is several
times faster than passing a record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE, LOST, OVER, Records
from stockade.core.room import room_of

if TYPE_CHECKING:
    from stockade.core.templates.names import (
        LEGAL_LIMIT,
        OBSERVATION_SIZE,
        PLAYERS_LIMIT,
        STATE,
        Actions,
        Record,
        apply,
        effect,
        evaluate,
        legal,
        narrow,
        observe,
        outcomes,
        rank,
        score,
        setup,
    )

Bytes = npt.NDArray[np.uint8]
list_room = room_of(LEGAL_LIMIT, np.int32)
value_room = room_of(PLAYERS_LIMIT, np.float64)
state_room = room_of(1, STATE)


@kernel
def choices(state: Record, actions: Actions, weights: Actions) -> int:
    """List what may happen next: a player's legal actions, or the outcomes of chance with their weights."""
    if state.current_player == CHANCE:
        return outcomes(state, actions, weights)
    return legal(state, actions)


@kernel
def returns(state: Record, values: npt.NDArray[np.float64]) -> None:
    """Fill in the win, shared by all seats that rank first, as values from -1 to 1 that sum to zero.

    If nobody wins, because the best rank is below LOST, every seat gets what a loser beside a winner gets. That is
    less than its share of a draw, and the values sum to less than zero.
    """
    players = state.players
    rank(state, values)
    best = values[0]
    for seat in range(1, players):
        best = max(best, values[seat])
    winners = 0
    for seat in range(players):
        winners += values[seat] == best
    others = max(players - 1.0, 1.0)
    for seat in range(players):
        if values[seat] == best and best >= LOST:
            values[seat] = (players - winners) / (winners * others)
        else:
            values[seat] = -1.0 / others


@kernel
def next_random(x: Any) -> Any:
    """Return the next state of a xorshift generator: 64 bits, never zero. It is the same on a CPU and a GPU."""
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    return x


@kernel
def random_below(x: Any, n: int) -> Any:
    """Return a number from 0 to n - 1, from the generator's upper bits."""
    return np.int64(((x >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@kernel
def pick_by_weight(x: Any, weights: Actions, n: int) -> int:
    """Return a number from 0 to n - 1, chosen by weight."""
    total = 0
    for k in range(n):
        total += weights[k]
    left = random_below(x, total)
    k = 0
    while left >= weights[k]:
        left -= weights[k]
        k += 1
    return k


@kernel
def random_choice(state: Record, x: Any, actions: Actions, weights: Actions) -> int:
    """Return a random legal action, all equally likely, or an outcome of chance by its weight."""
    if state.current_player != CHANCE:
        return actions[random_below(x, legal(state, actions))]
    return actions[pick_by_weight(x, weights, outcomes(state, actions, weights))]


@kernel
def start(data: Bytes, players: int, options: Actions) -> None:
    setup(data.view(STATE)[0], players, options)


@kernel
def list_outcomes(data: Bytes, actions: Actions, weights: Actions) -> int:
    return choices(data.view(STATE)[0], actions, weights)


@kernel
def list_actions(data: Bytes, actions: Actions) -> int:
    """List the legal actions of the player who decides, or the outcomes of chance."""
    state = data.view(STATE)[0]
    if state.current_player == CHANCE:
        return outcomes(state, actions, list_room())
    return legal(state, actions)


@kernel
def list_narrowed(data: Bytes, actions: Actions) -> int:
    """List the legal actions that are worth considering."""
    state = data.view(STATE)[0]
    return narrow(state, actions, legal(state, actions))


@kernel
def apply_checked(data: Bytes, action: int) -> bool:
    """Apply the action if it is legal, and return whether it is. Otherwise nothing changes."""
    state = data.view(STATE)[0]
    actions = list_room()
    for k in range(list_actions(data, actions)):
        if actions[k] == action:
            apply(state, action)
            return True
    return False


@kernel
def take_effect(data: Bytes, action: int) -> None:
    """Apply a legal action without what follows from the end of the turn."""
    effect(data.view(STATE)[0], action)


@kernel
def apply_legal(data: Bytes, action: int) -> None:
    """Apply an action that is known to be legal."""
    apply(data.view(STATE)[0], action)


@kernel
def score_all(data: Bytes, points: npt.NDArray[np.float64]) -> None:
    score(data.view(STATE)[0], points)


@kernel
def rank_all(data: Bytes, values: npt.NDArray[np.float64]) -> None:
    rank(data.view(STATE)[0], values)


@kernel
def returns_all(data: Bytes, values: npt.NDArray[np.float64]) -> None:
    state = data.view(STATE)[0]
    if state.current_player == OVER:
        returns(state, values)


@kernel
def judge(state: Record, values: npt.NDArray[np.float64]) -> None:
    """Fill in what a state is worth to every seat: the result if the game is over, else the evaluation."""
    if state.current_player == OVER:
        returns(state, values)
    else:
        evaluate(state, values)


@kernel
def look_at(state: Record, action: int, room: Records[Record], values: npt.NDArray[np.float64]) -> None:
    """Fill in what the state after an action is worth to every seat. `room` is for one state."""
    room[0] = state
    apply(room[0], action)
    judge(room[0], values)


@kernel
def take_best(state: Record) -> None:
    """Apply the action whose result looks best to the player who decides."""
    actions = list_room()
    room = state_room()
    values = value_room()
    n = narrow(state, actions, legal(state, actions))
    choice = actions[0]
    best = -1e30
    for k in range(n):
        look_at(state, actions[k], room, values)
        if values[state.current_player] > best:
            best = values[state.current_player]
            choice = actions[k]
    apply(state, choice)


@kernel
def evaluate_one(data: Bytes, values: npt.NDArray[np.float64]) -> None:
    evaluate(data.view(STATE)[0], values)


@kernel
def expect(data: Bytes, budget: int, values: npt.NDArray[np.float64]) -> None:
    """Fill in what a state seems worth to every seat: see `foresee`."""
    foresee(data.view(STATE)[0], budget, values)


@kernel
def foresee(state: Record, budget: int, values: npt.NDArray[np.float64]) -> None:
    """Fill in the expected value of a state.

    It is exact if the game is over. If chance decides, it is the mean over the outcomes, as long as these are no more
    than `budget` in all.
    """
    actions = list_room()
    weights = list_room()
    n = 0
    if state.current_player == CHANCE:
        n = outcomes(state, actions, weights)
    if not 0 < n <= budget:
        judge(state, values)
        return
    room = state_room()
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
        foresee(room[0], budget // n, each)
        for seat in range(PLAYERS_LIMIT):
            values[seat] += weights[k] / total * each[seat]


@kernel
def look_ahead(data: Bytes, budget: int, actions: Actions, worth: npt.NDArray[np.float64]) -> int:
    """List the actions that are worth considering, and what each seems worth to the player who decides."""
    state = data.view(STATE)[0]
    n = list_narrowed(data, actions)
    room = state_room()
    values = value_room()
    for k in range(n):
        room[0] = state
        apply(room[0], actions[k])
        foresee(room[0], budget, values)
        worth[k] = values[state.current_player]
    return n


@kernel
def observe_one(data: Bytes, player: int, tensor: npt.NDArray[np.float32]) -> None:
    for k in range(OBSERVATION_SIZE):
        tensor[k] = 0.0
    observe(data.view(STATE)[0], player, tensor)
