"""The actions that bots consider. The rules do not change: players may still choose any legal action."""

from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.games.cascade_barricade.evaluation.worth import most_to_bid
from stockade.games.cascade_barricade.layout import NOTHING, Phase, Record
from stockade.games.cascade_barricade.rules.actions import Base
from stockade.games.cascade_barricade.rules.auction import lowest_bid
from stockade.games.cascade_barricade.rules.land import is_beside, touches_water
from stockade.games.cascade_barricade.tables import NEIGHBOURS

RAISE = 4  # a raise goes this fraction of the way from the lowest to the highest sensible bid


@kernel
def narrow(state: Record, actions: Actions, n: int) -> int:
    """Keep one sensible raise, spaces near the water or the player's character, and one pair of walls to trash."""
    if state.phase == Phase.BID:
        return narrow_bids(state, actions)
    if state.phase == Phase.STAND:
        return narrow_spaces(state, actions, n)
    if state.phase == Phase.ACT:
        return narrow_acts(state, actions, n)
    return n


@kernel
def narrow_bids(state: Record, actions: Actions) -> int:
    """Keep passing, and a raise part of the way to the highest sensible bid. An opener must bid in any case."""
    lowest = lowest_bid(state)
    most = most_to_bid(state, int(state.colour))
    n = 0
    if state.bidder != NOTHING:
        actions[0] = Base.PASS
        n = 1
    if lowest <= most:
        actions[n] = Base.BID + lowest + (most - lowest) // RAISE
        n += 1
    elif n == 0:
        actions[0] = Base.BID + lowest
        n = 1
    return n


@kernel
def narrow_spaces(state: Record, actions: Actions, n: int) -> int:
    """Keep the spaces that the water can reach in one or two advances, and those beside the character. Keep all if
    there are none."""
    character = int(state.player[state.colour].character)
    kept = 0
    for k in range(n):
        cell = actions[k] - Base.WALL
        if is_near_water(state, cell) or is_beside(character, cell):
            actions[kept] = actions[k]
            kept += 1
    return kept if kept > 0 else n


@kernel
def is_near_water(state: Record, cell: int) -> bool:
    """Return whether the water can reach a space in one or two advances."""
    near = touches_water(state, cell)
    for direction in range(6):
        other = int(NEIGHBOURS[cell, direction])
        if other != NOTHING:
            near |= touches_water(state, other)
    return near


@kernel
def narrow_acts(state: Record, actions: Actions, n: int) -> int:
    """Keep all actions except holes away from water and character, and all pairs of walls to trash but the first."""
    character = int(state.player[state.colour].character)
    kept = 0
    has_trash = False
    for k in range(n):
        action = actions[k]
        keep = True
        if Base.DIG <= action < Base.FILL:
            keep = is_beside(character, action - Base.DIG) or touches_water(state, action - Base.DIG)
        elif Base.FILL <= action < Base.TRASH:
            keep = touches_water(state, action - Base.FILL)
        elif Base.TRASH <= action < Base.SKIP:
            keep = not has_trash
            has_trash = True
        if keep:
            actions[kept] = action
            kept += 1
    return kept
