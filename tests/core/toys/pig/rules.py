"""The rules of Pig."""

from typing import Any

from stockade.games.pig.layout import TURNS, Act, Phase
from stockade.games.pig.tables import WEIGHTS

from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE, OVER


@kernel
def setup(state: Any, players: int, options: Any) -> None:
    """Start with zero points for every seat; seat 0 chooses a die."""
    state.players = players
    state.phase = Phase.DIE
    state.turn_owner = 0
    state.is_large = 0
    state.is_loaded = options[1]
    state.has_mercy = options[2]
    state.wild = options[4]
    state.ply = 0
    state.turns = 0
    state.target = options[0]
    state.earmark = options[3]
    state.saved = 0
    for seat in range(4):
        state.points[seat] = 0
    state.current_player = 0


@kernel
def legal(state: Any, actions: Any) -> int:
    """Choose one of two dice; then roll, or hold the points of this turn (ruling 1)."""
    if state.current_player == OVER:
        return 0
    if state.phase == Phase.DIE:
        actions[0] = Act.SMALL
        actions[1] = Act.LARGE
        return 2
    actions[0] = Act.ROLL
    actions[1] = Act.HOLD
    return 2 if state.saved > 0 else 1


@kernel
def outcomes(state: Any, actions: Any, weights: Any) -> int:
    """List the faces of the chosen die."""
    n = 0
    for pip in range(6):
        weight = WEIGHTS[state.is_loaded, state.is_large, pip]
        if weight > 0:
            actions[n] = Act.PIPS + pip
            weights[n] = weight
            n += 1
    return n


@kernel
def apply(state: Any, action: int) -> None:
    """Apply one decision or one roll."""
    state.ply += 1
    if state.phase == Phase.DIE:
        state.is_large = action == Act.LARGE
        state.phase = Phase.PUSH
    elif action == Act.ROLL:
        state.phase = Phase.ROLL
        state.current_player = CHANCE
    elif action == Act.HOLD:
        end_turn(state)
    else:
        roll(state, action - Act.PIPS + 1)


@kernel
def roll(state: Any, pips: int) -> None:
    """Add the pips. A one ends the turn (ruling 2); enough points win at once."""
    seat = state.turn_owner
    state.current_player = seat
    if seat >= state.players - state.wild:  # rolls once and holds the result (ruling 4)
        state.saved = pips if pips > 1 else 0
        end_turn(state)
        return
    if pips == 1:
        state.saved = state.saved // 2 if state.has_mercy else 0
        end_turn(state)
        return
    state.saved += pips
    state.phase = Phase.DIE
    if state.points[seat] + state.saved >= state.target:
        end_turn(state)


@kernel
def end_turn(state: Any) -> None:
    """Hold the points; then the next seat plays, or the game is over (ruling 3)."""
    seat = state.turn_owner
    state.points[seat] += state.saved
    state.saved = 0
    state.turns += 1
    state.phase = Phase.DIE
    if state.points[seat] >= state.target or state.turns >= TURNS:
        state.current_player = OVER
    else:
        state.turn_owner = (seat + 1) % state.players
        state.current_player = state.turn_owner
        if state.turn_owner >= state.players - state.wild:
            state.is_large = 0
            state.phase = Phase.ROLL
            state.current_player = CHANCE


@kernel
def score(state: Any, points: Any) -> None:
    """Return the held points of every seat."""
    for seat in range(state.players):
        points[seat] = state.points[seat]
