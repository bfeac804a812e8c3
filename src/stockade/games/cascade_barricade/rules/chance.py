"""What chance decides: the first turn order, and the walls that come on the block."""

from stockade.core.bits import first_of
from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.games.cascade_barricade.layout import Phase, Record
from stockade.games.cascade_barricade.rules.actions import Base


@kernel
def outcomes(state: Record, actions: Actions, weights: Actions) -> int:
    """The next seat of the first turn order, or the next wall of the deck: all alike."""
    n = 0
    if state.phase == Phase.ORDER:
        for seat in range(state.players):
            taken = 0
            for place in range(state.cursor):
                taken += state.order[place] == seat
            if taken == 0:
                actions[n] = Base.ORDER + seat
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
    """The next seat of the first turn order; after the last one, corners are taken."""
    state.order[state.cursor] = action - Base.ORDER
    state.cursor += 1
    if state.cursor == state.players:
        state.cursor = 0
        state.phase = Phase.CORNER


@kernel
def apply_draw(state: Record, action: int) -> None:
    """A wall of the deck comes on the block."""
    state.deck &= ~(1 << (action - Base.DRAW))
    state.block |= 1 << (action - Base.DRAW)
