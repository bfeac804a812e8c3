"""The deck: how the block is refilled, and the purge of the low walls (ruling 4)."""

from stockade.core.bits import size_of
from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE
from stockade.games.cascade_barricade.layout import BLOCK, NOTHING, Phase, Record


@kernel
def ask_refill(state: Record) -> None:
    """Refill the block before anything else goes on."""
    state.after_draw = state.phase
    state.phase = Phase.DRAW


@kernel
def seek_draw(state: Record) -> bool:
    """Let chance draw while the block has room. If the deck is empty, record that."""
    walls = size_of(int(state.block))
    if walls < BLOCK and state.deck != 0:
        state.current_player = CHANCE
        return True
    if walls < BLOCK:
        state.deck_out = True
    state.phase = state.after_draw
    state.after_draw = NOTHING
    return False


@kernel
def purge_if_due(state: Record) -> None:
    """Remove the low walls from block and deck once all players have placed a third stand."""
    thirds = 0
    for seat in range(state.players):
        thirds += state.player[seat].has_third
    if thirds == state.players and not state.has_purged:
        state.has_purged = True
        low = (1 << (int(state.purge_below) - 1)) - 1
        state.block &= ~low
        state.deck &= ~low
