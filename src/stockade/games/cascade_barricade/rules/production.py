"""Production: the weakest wall falls, the others pay, and a new turn order follows (ruling 7)."""

from stockade.core.kernel import kernel
from stockade.games.cascade_barricade.layout import NOTHING, SLOTS, WALLS, Record
from stockade.games.cascade_barricade.rules.land import touches_water
from stockade.games.cascade_barricade.rules.market import is_maintained
from stockade.games.cascade_barricade.rules.scrapping import remove_wall

FIRST_FLOOD_ROUND = 2  # from this round on the weakest wall is destroyed
TWO_WEAKEST_ROUND = 4


@kernel
def produce(state: Record) -> None:
    """Destroy the weakest wall, pay for the other walls that are next to water and maintained, and set the new turn
    order: the player who earned most comes first."""
    if state.round_no >= FIRST_FLOOD_ROUND:
        destroy_weakest(state)
    if state.two_weakest and state.round_no >= TWO_WEAKEST_ROUND:
        destroy_weakest(state)
    for colour in range(state.colours):
        player = state.player[colour]
        player.earned = 0
        for slot in range(SLOTS):
            if player.wall[slot] == NOTHING or not touches_water(state, player.stand[slot]):
                continue
            if is_maintained(state, player, slot):
                player.earned += state.production[player.wall[slot]]
        player.money += player.earned
    for place in range(1, state.colours):  # insertion sort, which keeps the order of equals
        colour = state.order[place]
        at = place
        while at > 0 and state.player[state.order[at - 1]].earned < state.player[colour].earned:
            state.order[at] = state.order[at - 1]
            at -= 1
        state.order[at] = colour


@kernel
def destroy_weakest(state: Record) -> None:
    """Destroy the wall with the lowest starting bid among those next to water."""
    weakest = WALLS
    owner = 0
    place = 0
    for colour in range(state.colours):
        for slot in range(SLOTS):
            wall = state.player[colour].wall[slot]
            if wall != NOTHING and wall < weakest and touches_water(state, state.player[colour].stand[slot]):
                weakest = wall
                owner = colour
                place = slot
    if weakest < WALLS:
        remove_wall(state, owner, place)
