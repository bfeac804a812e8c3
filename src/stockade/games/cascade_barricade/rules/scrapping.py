"""How walls leave the game, and the scrapping of walls with which a new round begins (ruling 9)."""

from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.games.cascade_barricade.layout import NOTHING, SLOTS, Phase, Record
from stockade.games.cascade_barricade.rules.actions import Base
from stockade.games.cascade_barricade.rules.land import drop_bit
from stockade.games.cascade_barricade.rules.market import begin_hiring, return_laborers
from stockade.games.cascade_barricade.rules.turn import ask


@kernel
def remove_wall(state: Record, colour: int, slot: int) -> None:
    """Remove a wall from the game, with its stand and card. Its laborers return to the market without payment."""
    player = state.player[colour]
    return_laborers(state, colour, slot)
    drop_bit(state.stands, player.stand[slot])
    player.stand[slot] = NOTHING
    player.wall[slot] = NOTHING


@kernel
def scrap_slot(state: Record, colour: int) -> int:
    """Return the slot of the wall that a colour may scrap, or NOTHING: slot 1 or, with an option, the leftmost slot
    with a wall."""
    for slot in range(SLOTS if state.scrap_leftmost else 1):
        if state.player[colour].wall[slot] != NOTHING:
            return slot
    return NOTHING


@kernel
def seek_scrap(state: Record) -> bool:
    """Find the next player with a wall to scrap. Then comes the auction, unless the deck has run out (ruling 4)."""
    while state.cursor < state.colours:
        colour = state.order[state.cursor]
        if scrap_slot(state, colour) != NOTHING:
            ask(state, colour)
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
    """List scrapping a wall and keeping it."""
    actions[0] = Base.SCRAP
    actions[1] = Base.KEEP
    return 2


@kernel
def apply_scrap(state: Record, colour: int, action: int) -> None:
    """Scrap a wall, or keep it."""
    if action == Base.SCRAP:
        remove_wall(state, colour, scrap_slot(state, colour))
    state.cursor += 1
