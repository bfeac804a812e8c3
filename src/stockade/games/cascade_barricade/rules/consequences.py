"""Consequences: the water advances, and players flee from it or drown (rulings 8 and 10)."""

from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.core.layout import OVER
from stockade.games.cascade_barricade.layout import NOTHING, SLOTS, Phase, Record
from stockade.games.cascade_barricade.rules.actions import Base
from stockade.games.cascade_barricade.rules.land import (
    advance_water,
    can_flee,
    has_bit,
    is_lone_and_surrounded,
    list_steps,
)
from stockade.games.cascade_barricade.rules.market import sell_out
from stockade.games.cascade_barricade.rules.scrapping import remove_wall
from stockade.games.cascade_barricade.rules.turn import ask, ask_nobody


@kernel
def flood(state: Record) -> None:
    """Advance the water, remove lone walls that it surrounds, and note which characters must flee (ruling 8)."""
    advance_water(state)
    for colour in range(state.colours):
        for slot in range(SLOTS):
            player = state.player[colour]
            if player.wall[slot] != NOTHING and is_lone_and_surrounded(state, player.stand[slot]):
                remove_wall(state, colour, slot)
    state.flooded = 0
    for colour in range(state.colours):
        if has_bit(state.water, state.player[colour].character):
            state.flooded |= 1 << colour


@kernel
def seek_flee(state: Record) -> bool:
    """Find the next player in the new turn order who must flee and can. Those who cannot drown. Then the next round
    begins, or the game ends."""
    while state.cursor < state.colours:
        colour = state.order[state.cursor]
        if state.flooded >> colour & 1:
            if can_flee(state, state.player[colour].character):
                ask(state, colour)
                return True
            state.player[colour].drowned = True
        state.cursor += 1
    state.flooded = 0
    state.cursor = 0
    if anyone_drowned(state):
        for place in range(state.colours - 1, -1, -1):
            sell_out(state, state.order[place])
        ask_nobody(state, OVER)
        return True
    state.round_no += 1
    state.phase = Phase.SCRAP
    return False


@kernel
def legal_flee(state: Record, colour: int, actions: Actions) -> int:
    """List the dry neighbouring spaces."""
    return list_steps(state, int(state.player[colour].character), Base.FLEE, actions)


@kernel
def apply_flee(state: Record, colour: int, action: int) -> None:
    """Move a character out of the water."""
    state.player[colour].character = action - Base.FLEE
    state.cursor += 1


@kernel
def anyone_drowned(state: Record) -> bool:
    """Return whether anybody has drowned, which ends the game."""
    drowned = 0
    for colour in range(state.colours):
        drowned += state.player[colour].drowned
    return drowned > 0
