"""A forecast of later rounds if nobody did anything more: the water, the walls it takes, what walls pay, and who
drowns when.

Players will act, so it is not exact. But it shows what a hole holds back, which wall is shielded by weaker ones, and
who is about to be cut off. It also shows how long each character could live by running alone, with two moves in each
round, and how much dry land it could then choose from.
"""

from typing import Any

import numpy as np

from stockade.core.bits import how_many
from stockade.core.kernel import kernel
from stockade.core.room import room_of
from stockade.games.cascade_barricade.evaluation.finish_round import actions_to_come
from stockade.games.cascade_barricade.layout import ACTIONS, NOTHING, SEATS, SIDE, SLOTS, TYPES, Record
from stockade.games.cascade_barricade.rules.land import beside_row, drop_bit, has_bit, put_bit, spread
from stockade.games.cascade_barricade.rules.market import asking_price, is_maintained
from stockade.games.cascade_barricade.rules.production import FIRST_FLOOD_ROUND, TWO_WEAKEST_ROUND
from stockade.games.cascade_barricade.tables import LAND, NEIGHBOURS

HORIZON = 8  # rounds that the forecast covers
FLIGHT = 4  # rounds after this one that it looks at how far characters can run
SURE = 0.93  # share of a wall's income that counts if its missing laborers can be paid
HOPE = 0.09  # the same if they cannot be paid yet
SHIELD = 0.018  # chance, for each point of the starting bid, that somebody buys a weaker wall that falls instead

# Sets of cells, as rows of a working table.
WATER = 0
HOLES = 1
STANDS = 2
DRAWN = 3  # water next to a hole
LOOSE = 4  # all other water
NEW = 5
DRY = 6  # where a character may be
REACH = 7  # where a seat's character can be if it moves one step in each round; one set for each seat
RUN = REACH + SEATS  # where it can be if it runs
SETS = RUN + SEATS

cell_sets = room_of((SETS, SIDE), np.int64)
wall_list = room_of(SEATS * SLOTS, np.int64)
chances = room_of(SEATS * SLOTS, np.float64)
incomes = room_of((SEATS, HORIZON), np.float64)  # for callers
lifetimes = room_of(SEATS, np.int64)
refuges = room_of((SEATS, FLIGHT + 1), np.int64)


@kernel
def foresee(now: Record, state: Record, income: Any, rounds: Any, refuge: Any) -> int:
    """Fill in what the walls of each seat will pay in each round after this one, how many rounds each seat has to
    live, and from how many dry spaces it can choose after this round and the next ones if it runs. Return the number
    of rounds before the first seat drowns.

    `now` is the current state, and `state` the one after the round.
    """
    cells = cell_sets()
    walls = wall_list()
    stays = chances()  # indexed by owner: the chance that the wall still stands
    for place in range(SEATS * SLOTS):
        stays[place] = 1.0
    for row in range(SIDE):
        for cell_set in range(SETS):
            cells[cell_set, row] = 0
        cells[WATER, row] = state.water[row]
        cells[HOLES, row] = state.holes[row]
        cells[STANDS, row] = state.stands[row]
    run_now(now, cells)
    find_dry(state, cells)
    for seat in range(state.colours):
        for ahead in range(HORIZON):
            income[seat, ahead] = 0.0
        rounds[seat] = HORIZON
        if state.player[seat].character != NOTHING:
            put_bit(cells[REACH + seat], int(state.player[seat].character))
            escapes(cells, cells[REACH + seat])
        refuge[seat, 0] = flee(cells, cells[RUN + seat])
    n = list_walls(state, walls)
    first = HORIZON
    for ahead in range(HORIZON):
        if ahead < FLIGHT:
            run_ahead(state, cells)
        produce_ahead(state, cells, walls[:n], stays, income, ahead)
        spread(
            cells[WATER],
            cells[HOLES],
            cells[STANDS],
            LAND[state.radius],
            cells[DRAWN],
            cells[LOOSE],
            cells[NEW],
        )
        surround(state, cells, walls[:n], stays)
        find_dry(state, cells)
        for seat in range(state.colours):
            if ahead < FLIGHT:
                refuge[seat, ahead + 1] = flee(cells, cells[RUN + seat])
            if rounds[seat] == HORIZON and not escapes(cells, cells[REACH + seat]):
                rounds[seat] = ahead
                first = min(first, ahead)
    return first


@kernel
def list_walls(state: Record, walls: Any) -> int:
    """List all walls that stand, the weakest first, each with its owner: (wall * SEATS + seat) * SLOTS + slot."""
    n = 0
    for seat in range(state.colours):
        for slot in range(SLOTS):
            if state.player[seat].stand[slot] == NOTHING:
                continue
            found = (int(state.player[seat].wall[slot]) * SEATS + seat) * SLOTS + slot
            at = n
            while at > 0 and walls[at - 1] > found:
                walls[at] = walls[at - 1]
                at -= 1
            walls[at] = found
            n += 1
    return n


@kernel
def produce_ahead(state: Record, cells: Any, walls: Any, stays: Any, income: Any, ahead: int) -> None:
    """Forecast one production. The weakest walls next to water fall, unless somebody has bought weaker ones; the
    others pay."""
    number = state.round_no + 1 + ahead
    falls = 1.0 if number >= FIRST_FLOOD_ROUND else 0.0
    if state.two_weakest and number >= TWO_WEAKEST_ROUND:
        falls = 2.0
    for k in range(len(walls)):
        wall, owner = divmod(walls[k], SEATS * SLOTS)
        seat, slot = divmod(owner, SLOTS)
        cell = int(state.player[seat].stand[slot])
        if stays[owner] <= 0.0 or not beside_row(cells[WATER], cell // SIDE) >> (cell % SIDE) & 1:
            continue
        hit = min(falls, stays[owner])
        falls -= hit
        hit *= 1.0 - min(SHIELD * (wall + 1), 1.0)
        stays[owner] -= hit
        if stays[owner] < 0.5:  # the water will get through
            drop_bit(cells[STANDS], cell)
        income[seat, ahead] += labor_share(state, seat, slot) * stays[owner] * state.production[wall]


@kernel
def labor_share(state: Record, seat: int, slot: int) -> float:
    """Return the share of a wall's income that counts: all if it has its laborers, nearly all if the seat can pay for
    them."""
    missing = missing_cost(state, seat, slot)
    if missing == 0:
        return 1.0
    return SURE if missing <= state.player[seat].money else HOPE


@kernel
def missing_cost(state: Record, seat: int, slot: int) -> int:
    """Return the cost of the laborers that a wall lacks."""
    player = state.player[seat]
    wall = player.wall[slot]
    if is_maintained(state, player, slot):
        return 0
    cost = 0
    cheapest = 1000
    for kind in range(TYPES):
        wanted = state.needs[wall, kind]
        price = asking_price(state, kind)
        cost += max(wanted - player.labor[slot, kind], 0) * price
        if wanted > 0:
            cheapest = min(cheapest, price)
    return max(cheapest if state.needs_any[wall] else cost, 1)


@kernel
def find_dry(state: Record, cells: Any) -> None:
    """Find the spaces where a character may be."""
    for row in range(SIDE):
        taken = cells[WATER, row] | cells[HOLES, row] | cells[STANDS, row]
        cells[DRY, row] = int(LAND[state.radius, row]) & ~taken


@kernel
def surround(state: Record, cells: Any, walls: Any, stays: Any) -> None:
    """Remove lone walls with water on all sides."""
    for k in range(len(walls)):
        owner = walls[k] % (SEATS * SLOTS)
        cell = int(state.player[owner // SLOTS].stand[owner % SLOTS])
        if stays[owner] <= 0.0:
            continue
        dry = 0
        for direction in range(6):
            other = int(NEIGHBOURS[cell, direction])
            if other != NOTHING and has_bit(LAND[state.radius], other):
                dry += not has_bit(cells[WATER], other)
            else:
                dry += state.rim_protects
        if dry == 0:
            stays[owner] = 0.0
            drop_bit(cells[STANDS], cell)


@kernel
def escapes(cells: Any, reach: Any) -> bool:
    """Move a character's possible spaces one step on, and return whether any of them is dry."""
    any_left = 0
    for row in range(SIDE):
        cells[NEW, row] = (reach[row] | beside_row(reach, row)) & cells[DRY, row]
        any_left |= cells[NEW, row]
    for row in range(SIDE):
        reach[row] = cells[NEW, row]
    return any_left != 0


@kernel
def run_now(now: Record, cells: Any) -> None:
    """Let each character run as far as it can with the actions that its seat has left in this round."""
    for row in range(SIDE):
        taken = int(now.water[row]) | int(now.holes[row]) | int(now.stands[row])
        cells[DRY, row] = int(LAND[now.radius, row]) & ~taken
    for seat in range(now.colours):
        if now.player[seat].character == NOTHING:
            continue
        put_bit(cells[RUN + seat], int(now.player[seat].character))
        for _ in range(actions_to_come(now, seat)):
            escapes(cells, cells[RUN + seat])


@kernel
def run_ahead(state: Record, cells: Any) -> None:
    """Let each character run as far as it can in a later round, before its weakest wall falls."""
    for seat in range(state.colours):
        for _ in range(ACTIONS):
            escapes(cells, cells[RUN + seat])


@kernel
def flee(cells: Any, run: Any) -> int:
    """Move a character that runs out of the water, and return how many dry spaces it can be on."""
    for row in range(SIDE):
        cells[LOOSE, row] = run[row] & cells[WATER, row]
    count = 0
    for row in range(SIDE):
        cells[NEW, row] = (run[row] | beside_row(cells[LOOSE], row)) & cells[DRY, row]
        count += how_many(cells[NEW, row])
    for row in range(SIDE):
        run[row] = cells[NEW, row]
    return count
