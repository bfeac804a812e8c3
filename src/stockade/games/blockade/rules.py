"""The rules of Blockade as compiled functions over its state. Rulings are numbered in RULINGS.md."""

from stockade.core.contract import Actions, Values
from stockade.core.kernel import kernel
from stockade.core.layout import OVER
from stockade.games.blockade.layout import MAX_ROUNDS, NO_ACTION, Ending, Record
from stockade.games.blockade.tables import (
    CASTLE,
    FAR_MOAT,
    MOVE_ACTION,
    MOVE_COUNT,
    MOVE_LANDING,
    MOVE_NEXT,
    OCCUPIED,
    POINTS,
    REVERSE,
    START,
)


@kernel
def setup(state: Record, players: int, options: Actions) -> None:
    """Set up a match. Seat 0 plays Black in the first round and begins."""
    state.players = players
    state.ply = 0
    state.limit = options[0]
    state.target = options[1]
    state.round_no = 0
    state.points[0] = 0
    state.points[1] = 0
    state.ending = Ending.NONE
    state.winner = -1
    start_round(state, 0)


@kernel
def start_round(state: Record, black: int) -> None:
    """Put the pieces back. The retreat ban does not carry over (ruling 2)."""
    state.side[black] = 0
    state.side[1 - black] = 1
    for seat in range(2):
        state.arrangement[seat] = START[state.side[seat]]
        state.retreat[seat] = NO_ACTION
    state.moves = 0
    state.current_player = black
    state.valid = valid_moves(state, black)


@kernel
def valid_moves(state: Record, seat: int) -> int:
    """Return bit k for every move of the arrangement that the opponent and the retreat ban allow (rulings 2, 6)."""
    side = state.side[seat]
    own = state.arrangement[seat]
    opposing = OCCUPIED[state.arrangement[1 - seat]]
    retreat = state.retreat[seat]
    valid = 0
    for k in range(MOVE_COUNT[side, own]):
        is_blocked = opposing >> MOVE_LANDING[side, own, k] & 1
        valid |= ((is_blocked == 0) & (MOVE_ACTION[side, own, k] != retreat)) << k
    return valid


@kernel
def legal(state: Record, actions: Actions) -> int:
    """Fill the buffer with the legal action ids, in ascending order."""
    if state.current_player == OVER:
        return 0
    side = state.side[state.current_player]
    own = state.arrangement[state.current_player]
    n = 0
    for k in range(MOVE_COUNT[side, own]):
        actions[n] = MOVE_ACTION[side, own, k]  # overwritten by the next one if it is not valid
        n += state.valid >> k & 1
    return n


@kernel
def outcomes(state: Record, actions: Actions, weights: Actions) -> int:  # noqa: ARG001
    """Return no outcomes, because Blockade has no chance."""
    return 0


@kernel
def apply(state: Record, action: int) -> None:
    """Make a legal move. If it decides the round, end the round."""
    seat = state.current_player
    side = state.side[seat]
    own = state.arrangement[seat]
    k = 0
    while MOVE_ACTION[side, own, k] != action:
        k += 1
    after = MOVE_NEXT[side, own, k]
    state.arrangement[seat] = after
    state.retreat[seat] = REVERSE[action]
    state.ply += 1
    state.moves += 1
    state.valid = valid_moves(state, 1 - seat)
    if CASTLE[after] == FAR_MOAT[side]:
        end_round(state, Ending.MOAT, seat)
    elif state.valid == 0:
        end_round(state, Ending.BLOCKED, seat)  # ruling 3
    elif state.moves >= state.limit:
        end_round(state, Ending.LIMIT, -1)  # ruling 4
    else:
        state.current_player = 1 - seat


@kernel
def end_round(state: Record, ending: int, winner: int) -> None:
    """Score the round, and start the next one with colours swapped or end the match (ruling 5)."""
    state.ending = ending
    state.winner = winner
    state.round_no += 1
    if winner >= 0:
        loser = 1 - winner
        ahead = POINTS[state.side[winner], state.arrangement[winner]]
        ahead -= POINTS[state.side[loser], state.arrangement[loser]]
        state.points[winner] += max(ahead, 1) if state.target > 0 else 1  # at least 1, for a champion's victory
    if state.target == 0 or state.round_no >= MAX_ROUNDS or max(state.points[0], state.points[1]) >= state.target:
        state.current_player = OVER
        state.valid = 0
    else:
        start_round(state, 1 if state.side[0] == 0 else 0)


@kernel
def score(state: Record, points: Values) -> None:
    """Fill in the match points; in a single game 1 for the winner."""
    points[0] = state.points[0]
    points[1] = state.points[1]
