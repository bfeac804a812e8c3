"""The deck: how the block is refilled, and the purge of the low walls (ruling 4)."""

from stockade.core.bits import size_of
from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE
from stockade.games.cascade_barricade.layout import BLOCK, NOTHING, Phase, Record
from stockade.games.cascade_barricade.rules.turn import ask_nobody


@kernel
def ask_refill(state: Record) -> None:
    """Refill the block before anything else goes on."""
    state.after_draw = state.phase
    state.phase = Phase.DRAW


@kernel
def seek_draw(state: Record) -> bool:
    """Let chance draw while the block has room. Record whether the deck has run out (ruling 4)."""
    walls = size_of(int(state.block))
    if walls < BLOCK and state.deck != 0:
        ask_nobody(state, CHANCE)
        return True
    if state.deck == 0 and (walls < BLOCK or not state.late_deck):
        state.deck_out = True
    state.phase = state.after_draw
    state.after_draw = NOTHING
    return False


@kernel
def purge_if_due(state: Record) -> None:
    """Remove the low walls from block and deck once all players have placed a third stand."""
    thirds = 0
    for colour in range(state.colours):
        thirds += state.player[colour].has_third
    if thirds == state.colours and not state.has_purged:
        state.has_purged = True
        low = (1 << (int(state.purge_below) - 1)) - 1
        state.block &= ~low
        state.deck &= ~low
