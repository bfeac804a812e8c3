"""Games that greedy play plays against itself, to fit an evaluation to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE, OVER, Records
from stockade.core.room import room_of

if TYPE_CHECKING:
    from stockade.core.templates.names import *

SURE = 1000  # slips are given in parts of this
list_room = room_of(LEGAL_LIMIT, np.int32)
value_room = room_of(PLAYERS_LIMIT, np.float64)
slip_room = room_of(PLAYERS_LIMIT, np.int64)
state_room = room_of(1, STATE)


@kernel
def best_choice(
    state: Record, x: Any, actions: Actions, room: Records[Record], values: npt.NDArray[np.float64]
) -> int:
    """Return the action whose result looks best, among those worth considering. Ties are broken at random.

    Chance that follows the action is not examined.
    """
    n = narrow(state, actions, legal(state, actions))
    offset = random_below(x, n)
    best = -1e30
    choice = 0
    for i in range(n):
        action = actions[(i + offset) % n]
        look_at(state, action, room, values)
        if values[state.current_player] > best:
            best = values[state.current_player]
            choice = action
    return choice


@kernel
def record_games(
    data: npt.NDArray[np.uint8],
    players: int,
    options: Actions,
    slips: npt.NDArray[np.int64],
    every: int,
    seed: int,
    tables: npt.NDArray[np.float64],
    results: npt.NDArray[np.float64],
) -> int:
    """Play games until the tables are full, and return how many were played to the end.

    Describes about one position in `every`, and notes the returns of the game to every seat. In each game every seat
    makes a random move as often as one of `slips` says, drawn at random, in parts of SURE.
    """
    state = data.view(STATE)[0]
    actions = list_room()
    weights = list_room()
    values = value_room()
    room = state_room()
    slip = slip_room()
    x = np.uint64(seed)
    games = 0
    done = 0
    while done < len(tables):
        setup(state, players, options)
        for seat in range(players):
            x = next_random(x)
            slip[seat] = slips[random_below(x, len(slips))]
        first = done
        while state.current_player != OVER:
            x = next_random(x)
            if state.current_player == CHANCE or random_below(x, SURE) < slip[state.current_player]:
                x = next_random(x)
                action = random_choice(state, x, actions, weights)
            else:
                x = next_random(x)
                action = best_choice(state, x, actions, room, values)
            apply(state, action)
            x = next_random(x)
            if state.current_player != OVER and done < len(tables) and random_below(x, every) == 0:
                describe(state, tables[done])
                done += 1
        for sample in range(first, done):
            returns(state, results[sample])
        games += 1
    return games
