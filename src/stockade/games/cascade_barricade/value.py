"""A hand-made evaluation of Cascade Barricade: money, income to come, laborers to sell, and how far the water is."""

import math
from typing import Any

import numpy as np

from stockade.core.kernel import kernel
from stockade.games.cascade_barricade.land import beside_row, has_bit
from stockade.games.cascade_barricade.layout import (
    HIGHEST_BID,
    NOTHING,
    SIDE,
    SLOTS,
    TYPES,
    Base,
    Phase,
)
from stockade.games.cascade_barricade.market import hire_price, is_maintained, sale_price
from stockade.games.cascade_barricade.tables import LAND, NEIGHBOURS

EVALUATION = "value"  # a random game says little of a good one: search looks at this instead
EXPLORATION = 0.4
SCALE = 60.0  # money ahead that is as good as three quarters of a win
LATER = 0.85  # what income is worth that comes a round later: the wall may fall, the game may end
UNMAINTAINED = 0.6  # of a wall that still lacks laborers
SELLING = 0.7  # of what laborers would bring now: many at once bring less
NEAR_DROWNING = (60.0, 30.0, 12.0, 4.0)  # by rounds until the water is there, counted only against the others
MARGIN = 0.75  # of what a wall may earn back is bid at the most
FAR = 99


@kernel
def evaluate(state: Any, values: Any) -> None:
    """Values in [-1, 1]: how far each seat is ahead of the best of the others."""
    rounds = np.empty((SIDE, SIDE), np.int8)
    left = rounds_until_water(state, rounds)
    for seat in range(state.players):
        values[seat] = standing(state, seat, rounds, left)
    best = -1e9
    second = -1e9
    for seat in range(state.players):
        if values[seat] > best:
            second = best
            best = values[seat]
        elif values[seat] > second:
            second = values[seat]
    for seat in range(state.players):
        values[seat] = math.tanh((values[seat] - (second if values[seat] == best else best)) / SCALE)


@kernel
def rounds_until_water(state: Any, rounds: Any) -> int:
    """How many advances away the water is from every space, walls and holes aside; says the most of them, which is
    about how long the game can last."""
    reach = np.zeros(SIDE, np.int64)
    for row in range(SIDE):
        reach[row] = state.water[row]
        for column in range(SIDE):
            rounds[row, column] = 0
    step = 0
    grew = True
    grown = np.zeros(SIDE, np.int64)
    while grew:
        grew = False
        step += 1
        for row in range(SIDE):
            grown[row] = (beside_row(reach, row) & LAND[state.radius, row]) & ~reach[row]
        for row in range(SIDE):
            if grown[row]:
                grew = True
                reach[row] |= grown[row]
                for column in range(SIDE):
                    if grown[row] >> column & 1:
                        rounds[row, column] = step
    return step - 1


@kernel
def standing(state: Any, seat: int, rounds: Any, left: int) -> float:
    """Money and what is to come of walls and laborers, less the danger of being the one who drowns."""
    player = state.player[seat]
    if player.drowned:
        return -200.0
    total = float(player.money)
    for slot in range(SLOTS):
        if player.wall[slot] != NOTHING:
            total += labor_worth(state, player, slot)
            if player.stand[slot] != NOTHING:
                total += income_to_come(state, player, slot, rounds, left)
            else:
                total += wall_worth(state, int(player.wall[slot]), left)
    return total - danger(state, seat, rounds)


@kernel
def labor_worth(state: Any, player: Any, slot: int) -> float:
    """What the laborers of a wall would bring."""
    worth = 0.0
    for kind in range(TYPES):
        if player.labor[slot, kind] > 0:
            worth += SELLING * player.labor[slot, kind] * sale_price(state, kind)
    return worth


@kernel
def income_to_come(state: Any, player: Any, slot: int, rounds: Any, left: int) -> float:
    """Production over the rounds in which the wall stands at the water, later ones less."""
    wall = int(player.wall[slot])
    cell = int(player.stand[slot])
    wait = int(rounds[cell // SIDE, cell % SIDE]) - 1  # rounds until it stands at the water
    lasts = rounds_it_lasts(state, wall, wait)
    share = 1.0 if is_maintained(state, player, slot) else UNMAINTAINED
    worth = 0.0
    weight = LATER**wait
    for _ in range(min(lasts, max(left - wait, 0))):
        worth += weight * share * state.production[wall]
        weight *= LATER
    return worth


@kernel
def rounds_it_lasts(state: Any, wall: int, wait: int) -> int:
    """Productions that a wall lives to see: the weaker ones at the water fall before it, one a round, two if so
    agreed; in round 1 none falls."""
    weaker = 0
    for seat in range(state.players):
        for slot in range(SLOTS):
            other = state.player[seat].wall[slot]
            cell = int(state.player[seat].stand[slot])
            if other != NOTHING and other < wall and cell != NOTHING:
                weaker += beside_row(state.water, cell // SIDE) >> (cell % SIDE) & 1
    a_round = 2 if state.two_weakest and state.round_no >= 4 else 1
    grace = 1 if state.round_no <= 1 and wait <= 0 else 0
    newcomers = 1 if wall >= 10 else 0  # weaker walls will be bought and fall first
    return weaker // a_round + grace + newcomers + wall // 16


@kernel
def wall_worth(state: Any, wall: int, left: int) -> float:
    """What a wall may earn back after it is bought: production over the rounds it should last, less its laborers."""
    lasts = min(rounds_it_lasts(state, wall, 0), left)
    worth = 0.0
    weight = 1.0
    for _ in range(lasts):
        worth += weight * state.production[wall]
        weight *= LATER
    for kind in range(TYPES):
        wanted = state.needs[wall, kind]
        if wanted > 0 and state.market[kind] > 0:
            worth -= (1 if state.needs_any[wall] else wanted) * hire_price(state, kind) * (1.0 - SELLING)
    return max(worth, 0.0)


@kernel
def danger(state: Any, seat: int, rounds: Any) -> float:
    """How near drowning a seat is, compared with the safest of the others: the first who drowns ends the game."""
    mine = rounds_to_live(state, seat, rounds)
    safest = 0
    for other in range(state.players):
        if other != seat:
            safest = max(safest, rounds_to_live(state, other, rounds))
    if mine >= len(NEAR_DROWNING):
        return 0.0
    return NEAR_DROWNING[mine] * (1.0 if mine < safest else 0.3)


@kernel
def rounds_to_live(state: Any, seat: int, rounds: Any) -> int:
    """Rounds until the water is where the character stands, or beside it where that is farther."""
    cell = int(state.player[seat].character)
    if cell == NOTHING:
        return FAR
    best = int(rounds[cell // SIDE, cell % SIDE])
    for direction in range(6):
        other = int(NEIGHBOURS[cell, direction])
        if other != NOTHING and has_bit(LAND[state.radius], other) and not has_bit(state.stands, other):
            best = max(best, int(rounds[other // SIDE, other % SIDE]))
    return best - 1 if best > 0 else 0


# -- what is worth a look ------------------------------------------------------------------------------------


@kernel
def narrow(state: Any, actions: Any, n: int) -> int:
    """Of bids a handful up to what the wall may earn back, of spaces those near the water or oneself, of walls to
    trash one pair only. The rules lose nothing: whoever wants may still do anything."""
    if state.phase == Phase.BID:
        return narrow_bids(state, actions, n)
    if state.phase == Phase.STAND:
        return narrow_spaces(state, actions, n, Base.WALL)
    if state.phase == Phase.ACT:
        return narrow_acts(state, actions, n)
    return n


@kernel
def narrow_bids(state: Any, actions: Any, n: int) -> int:
    """Pass, the lowest bid, and steps up to the most that makes sense; the opener at least the lowest."""
    rounds = np.empty((SIDE, SIDE), np.int8)
    left = rounds_until_water(state, rounds)
    most = min(int(MARGIN * wall_worth(state, int(state.lot), left)), HIGHEST_BID)
    kept = 0
    step = 1
    wanted = NOTHING
    for k in range(n):
        action = actions[k]
        if action == Base.PASS:
            actions[kept] = action
            kept += 1
            continue
        bid = action - Base.BID
        if wanted == NOTHING:
            wanted = bid
            if bid > most and kept > 0:
                break  # passing is better
        if bid == wanted and (bid <= most or kept == 0):
            actions[kept] = action
            kept += 1
            wanted = bid + step
            step *= 2
    return kept


@kernel
def narrow_spaces(state: Any, actions: Any, n: int, base: int) -> int:
    """Spaces beside water, or beside those; all of them where there are none."""
    kept = 0
    for k in range(n):
        cell = actions[k] - base
        if is_near_water(state, cell):
            actions[kept] = actions[k]
            kept += 1
    return kept if kept > 0 else n


@kernel
def is_near_water(state: Any, cell: int) -> bool:
    """Whether the water is there in one advance, or in two."""
    near = beside_row(state.water, cell // SIDE) >> (cell % SIDE) & 1
    for direction in range(6):
        other = int(NEIGHBOURS[cell, direction])
        if other != NOTHING:
            near |= beside_row(state.water, other // SIDE) >> (other % SIDE) & 1
    return near != 0


@kernel
def narrow_acts(state: Any, actions: Any, n: int) -> int:
    """Everything but far holes, and of the walls to trash the two lowest open ones alone."""
    character = int(state.player[state.current_player].character)
    kept = 0
    has_trash = False
    for k in range(n):
        action = actions[k]
        keep = True
        if Base.DIG <= action < Base.FILL:
            keep = is_beside(character, action - Base.DIG) or touches(state, action - Base.DIG)
        elif Base.FILL <= action < Base.TRASH:
            keep = touches(state, action - Base.FILL)
        elif Base.TRASH <= action < Base.SKIP:
            keep = not has_trash
            has_trash = True
        if keep:
            actions[kept] = action
            kept += 1
    return kept


@kernel
def touches(state: Any, cell: int) -> bool:
    """Whether a space is beside water."""
    return beside_row(state.water, cell // SIDE) >> (cell % SIDE) & 1 != 0


@kernel
def is_beside(character: int, cell: int) -> bool:
    """Whether two spaces touch."""
    beside = 0
    for direction in range(6):
        beside += NEIGHBOURS[character, direction] == cell
    return beside > 0
