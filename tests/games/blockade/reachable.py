"""Visit every position that Blockade's rules can reach, and check the solved table there.

This plays with `rules.legal` and `rules.apply` on real states. Of the solver it uses only the number of a position in
the table. A table that follows from its successors everywhere is right: wins and losses have finite distances that
lead to real ends, and from a draw each side has a move that keeps it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stockade.core.kernel import heavy_kernel, kernel
from stockade.core.layout import OVER
from stockade.core.room import room_of
from stockade.games.blockade.evaluation.solution import index_of_state
from stockade.games.blockade.layout import STATE, Ending
from stockade.games.blockade.rules import apply, legal

RECORD = np.dtype((np.record, STATE))
WINS, DRAWS, LOSSES = 0, 1, 2
one_state = room_of(1, RECORD)


@kernel
def expected_code(state: Any, after: Any, actions: Any, k: int, table: Any) -> int:
    """Return the value of move k for the player to move, as in the table. The successor is left in `after[0]`."""
    after[0] = state
    apply(after[0], actions[k])
    if after[0].current_player == OVER:
        return 1 if after[0].winner == state.current_player else -2
    reply = table[index_of_state(after[0])]
    if reply < 0:
        return -reply  # the opponent loses after -reply - 1 more moves, and this move comes before them
    if reply > 0:
        return -(reply + 2)
    return 0


@kernel
def better(one: int, other: int) -> bool:
    """Return whether the first value is better for the player to move: win soon, else draw, else lose late."""
    if one > 0 and other > 0:
        return one < other
    if one < 0 and other < 0:
        return one < other
    return one > other


@kernel
def see(state: Any, seen: Any) -> bool:
    """Mark a position as reached, and return whether it is the first time.

    The same number with Black and with White to move is two positions.
    """
    index = index_of_state(state)
    bit = 1 << state.current_player
    is_new = not seen[index] & bit
    seen[index] |= bit
    return is_new


@heavy_kernel
def check_everywhere(start: Any, table: Any, seen: Any, stack: Any, counts: Any) -> int:
    """Return the number of the first position whose value does not follow from its successors, or -1.

    This also counts the positions by value for the player to move, and those lost for lack of a move.
    """
    here = one_state()
    after = one_state()
    actions = np.empty(16, np.int32)
    stack[0] = start[0]
    see(start[0], seen)
    top = 1
    while top > 0:
        top -= 1
        here[0] = stack[top]
        state = here[0]
        n = legal(state, actions)
        best = 0
        for k in range(n):
            code = expected_code(state, after, actions, k, table)
            if k == 0 or better(code, best):
                best = code
            then = after[0]
            if then.current_player != OVER:
                if see(then, seen):
                    then.moves = 0  # the move limit is not part of the table
                    then.ply = 0
                    stack[top] = then
                    top += 1
            elif then.ending == Ending.BLOCKED:
                then.current_player = 1 - state.current_player
                if table[index_of_state(then)] != -1:
                    return index_of_state(then)
                counts[LOSSES] += see(then, seen)
        if n == 0 or best != table[index_of_state(state)]:
            return index_of_state(state)
        counts[WINS if best > 0 else LOSSES if best < 0 else DRAWS] += 1
    return -1
