"""Chance: the first turn order, and the walls that come onto the block."""

from stockade.core.bits import first_of
from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.games.cascade_barricade.layout import Phase, Record
from stockade.games.cascade_barricade.rules.actions import Base


@kernel
def outcomes(state: Record, actions: Actions, weights: Actions) -> int:
    """List the next colour of the first turn order, or the next wall of the deck. All outcomes are equally likely."""
    n = 0
    if state.phase == Phase.ORDER:
        for colour in range(state.colours):
            taken = 0
            for place in range(state.cursor):
                taken += state.order[place] == colour
            if taken == 0:
                actions[n] = Base.ORDER + colour
                weights[n] = 1
                n += 1
        return n
    deck = int(state.deck)
    while deck:
        actions[n] = Base.DRAW + first_of(deck)
        weights[n] = 1
        deck &= deck - 1
        n += 1
    return n


@kernel
def apply_order(state: Record, action: int) -> None:
    """Add a colour to the first turn order. After the last one, players choose corners."""
    state.order[state.cursor] = action - Base.ORDER
    state.cursor += 1
    if state.cursor == state.colours:
        state.cursor = 0
        state.phase = Phase.CORNER


@kernel
def apply_draw(state: Record, action: int) -> None:
    """Move a wall from the deck to the block."""
    state.deck &= ~(1 << (action - Base.DRAW))
    state.block |= 1 << (action - Base.DRAW)
