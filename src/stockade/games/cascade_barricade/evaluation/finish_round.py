"""Finish a round as if nobody did anything more in it, except to hire the laborers that walls lack.

Positions inside a round are compared at its end. Otherwise players who have hired or bought would seem better off
than those who are about to.
"""

from stockade.core.kernel import kernel
from stockade.games.cascade_barricade.layout import NOTHING, SLOTS, TYPES, Phase, Record
from stockade.games.cascade_barricade.rules.consequences import flood
from stockade.games.cascade_barricade.rules.land import can_flee
from stockade.games.cascade_barricade.rules.market import hire, hire_price, is_maintained
from stockade.games.cascade_barricade.rules.production import produce


@kernel
def is_hiring_ahead(state: Record) -> bool:
    """Return whether the resource phase of the round is still to come."""
    return state.phase < Phase.HIRE or (state.phase == Phase.DRAW and state.after_draw < Phase.HIRE)


@kernel
def finish_round(state: Record) -> int:
    """Hire, produce and flood, and return the seats that drown, as bits. Walls without a stand are removed first."""
    for seat in range(state.colours):
        for slot in range(SLOTS):
            if state.player[seat].stand[slot] == NOTHING:
                state.player[seat].wall[slot] = NOTHING
    if state.phase != Phase.FLEE:
        first = state.colours - 1 if is_hiring_ahead(state) else int(state.cursor)
        if is_hiring_ahead(state) or state.phase == Phase.HIRE:
            for place in range(first, -1, -1):
                hire_missing(state, int(state.order[place]))
        produce(state)
        flood(state)
    sunk = 0
    for seat in range(state.colours):
        if state.flooded >> seat & 1 and not can_flee(state, state.player[seat].character):
            sunk |= 1 << seat
        if state.player[seat].drowned:
            sunk |= 1 << seat
    return sunk


@kernel
def hire_missing(state: Record, seat: int) -> None:
    """Hire the laborers that a seat's walls lack, as far as the market has them and the seat can pay."""
    player = state.player[seat]
    for slot in range(SLOTS):
        wall = player.wall[slot]
        if wall == NOTHING:
            continue
        for kind in range(TYPES):
            while (
                player.labor[slot, kind] < state.needs[wall, kind]
                and not is_maintained(state, player, slot)
                and state.market[kind] > 0
                and hire_price(state, kind) <= player.money
            ):
                hire(state, seat, kind, slot)


@kernel
def actions_to_come(state: Record, seat: int) -> int:
    """Return how many of its two actions a seat has left in this round."""
    if is_hiring_ahead(state) or state.phase == Phase.HIRE:
        return 2
    if state.phase == Phase.FLEE:
        return 0
    place = 0
    while state.order[place] != seat:
        place += 1
    if place == state.cursor:
        return int(state.actions_left)
    return 2 if place > state.cursor else 0
