"""The action phase: two actions for every player (ruling 6)."""

from stockade.core.bits import first_of
from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.games.cascade_barricade.layout import ACTIONS, NOTHING, SIDE, Phase, Record
from stockade.games.cascade_barricade.rules.actions import Base, labor_of, trash_action, trash_of
from stockade.games.cascade_barricade.rules.consequences import flood
from stockade.games.cascade_barricade.rules.deck import ask_refill
from stockade.games.cascade_barricade.rules.land import drop_bit, free_row, list_row, list_steps, put_bit
from stockade.games.cascade_barricade.rules.market import (
    apply_shift,
    can_sell,
    can_shift,
    legal_sell,
    legal_shift,
    sell,
)
from stockade.games.cascade_barricade.rules.production import produce
from stockade.games.cascade_barricade.rules.turn import ask


@kernel
def seek_act(state: Record) -> bool:
    """Find the next player who has actions left. When nobody has, the round ends: see `end_round`."""
    if state.actions_left == 0:
        state.cursor += 1
        state.actions_left = ACTIONS
    if state.cursor < state.colours:
        ask(state, state.order[state.cursor])
        return True
    state.actions_left = 0
    return False


@kernel
def end_round(state: Record) -> None:
    """Let walls produce and the water advance."""
    produce(state)
    flood(state)
    state.cursor = 0
    state.phase = Phase.FLEE


@kernel
def legal_act(state: Record, colour: int, actions: Actions) -> int:
    """List the six actions in the order of their ids. `skip` gives up the rest."""
    n = list_steps(state, int(state.player[colour].character), Base.MOVE, actions)
    n = legal_sell(state, colour, actions, n)
    n = legal_shift(state, colour, actions, n)
    for row in range(SIDE):
        n = list_row(free_row(state, row), Base.DIG + row * SIDE, actions, n)
    for row in range(SIDE):
        n = list_row(int(state.holes[row]), Base.FILL + row * SIDE, actions, n)
    n = legal_trash(state, actions, n)
    actions[n] = Base.SKIP
    return n + 1


@kernel
def legal_trash(state: Record, actions: Actions, n: int) -> int:
    """List any two walls of the block. If there is only one, list that one."""
    walls = int(state.block)
    if walls != 0 and walls & (walls - 1) == 0:
        actions[n] = trash_action(first_of(walls), first_of(walls))
        return n + 1
    while walls:
        low = first_of(walls)
        walls &= walls - 1
        others = walls
        while others:
            actions[n] = trash_action(low, first_of(others))
            others &= others - 1
            n += 1
    return n


@kernel
def apply_act(state: Record, colour: int, action: int) -> None:
    """Apply an action, or give up the rest. A sale or a shift may go on afterwards."""
    state.actions_left = 0 if action == Base.SKIP else state.actions_left - 1
    if action == Base.SKIP:
        return
    if action >= Base.TRASH:
        low, high = trash_of(action)
        state.block &= ~(1 << low | 1 << high)
        ask_refill(state)
    elif action >= Base.FILL:
        drop_bit(state.holes, action - Base.FILL)
    elif action >= Base.DIG:
        put_bit(state.holes, action - Base.DIG)
    elif action >= Base.SHIFT:
        apply_shift(state, colour, action)
        state.phase = Phase.SHIFT
    elif action >= Base.SELL:
        kind, slot = labor_of(action, Base.SELL)
        sell(state, colour, kind, slot)
        state.phase = Phase.SELL
    else:
        state.player[colour].character = action - Base.MOVE


# -- a sale or a shift that goes on --------------------------------------------------------------------------


@kernel
def seek_more(state: Record) -> bool:
    """Go on with a sale or a shift while another laborer can move; otherwise return to the actions."""
    colour = state.order[state.cursor]
    if state.phase == Phase.SELL and can_sell(state, colour):
        return True
    if state.phase == Phase.SHIFT and can_shift(state, colour):
        return True
    end_sequence(state)
    return False


@kernel
def legal_more(state: Record, colour: int, actions: Actions) -> int:
    """List what can still be sold or shifted. Being done is also legal."""
    n = legal_sell(state, colour, actions, 0) if state.phase == Phase.SELL else legal_shift(state, colour, actions, 0)
    actions[n] = Base.DONE
    return n + 1


@kernel
def apply_more(state: Record, colour: int, action: int) -> None:
    """Sell or shift one more laborer, or end the sale or the shift."""
    if action == Base.DONE:
        end_sequence(state)
    elif state.phase == Phase.SELL:
        kind, slot = labor_of(action, Base.SELL)
        sell(state, colour, kind, slot)
    else:
        apply_shift(state, colour, action)


@kernel
def end_sequence(state: Record) -> None:
    """End a sale or a shift."""
    state.shift_from = NOTHING
    state.shift_to = NOTHING
    state.phase = Phase.ACT
