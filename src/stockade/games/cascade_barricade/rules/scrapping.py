"""How walls leave the game, and the scrapping of walls with which a new round begins (ruling 9)."""

from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.games.cascade_barricade.layout import NOTHING, Phase, Record
from stockade.games.cascade_barricade.rules.actions import Base
from stockade.games.cascade_barricade.rules.land import drop_bit
from stockade.games.cascade_barricade.rules.market import begin_hiring, return_laborers


@kernel
def remove_wall(state: Record, seat: int, slot: int) -> None:
    """Remove a wall from the game, with its stand and card. Its laborers return to the market without payment."""
    player = state.player[seat]
    return_laborers(state, seat, slot)
    drop_bit(state.stands, player.stand[slot])
    player.stand[slot] = NOTHING
    player.wall[slot] = NOTHING


@kernel
def seek_scrap(state: Record) -> bool:
    """Find the next player with a wall in slot 1. Then comes the auction, unless the deck has run out (ruling 4)."""
    while state.cursor < state.players:
        seat = state.order[state.cursor]
        if state.player[seat].wall[0] != NOTHING:
            state.current_player = seat
            return True
        state.cursor += 1
    state.won = 0
    if state.deck_out:
        begin_hiring(state)
    else:
        state.cursor = 0
        state.phase = Phase.OPEN
    return False


@kernel
def legal_scrap(actions: Actions) -> int:
    """List scrapping the wall in slot 1 and keeping it."""
    actions[0] = Base.SCRAP
    actions[1] = Base.KEEP
    return 2


@kernel
def apply_scrap(state: Record, seat: int, action: int) -> None:
    """Scrap the wall in slot 1, or keep it."""
    if action == Base.SCRAP:
        remove_wall(state, seat, 0)
    state.cursor += 1
