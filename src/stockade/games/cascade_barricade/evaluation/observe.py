"""Cascade Barricade as numbers, for learning: the land space by space, the walls, the seats in clockwise order
starting with the observer, and what all share."""

import numpy as np
import numpy.typing as npt

from stockade.core.kernel import kernel
from stockade.games.cascade_barricade.layout import (
    CELLS,
    HIGHEST_BID,
    LABOR_LIMIT,
    NOTHING,
    PRICE_ROWS,
    SEATS,
    SLOTS,
    TYPES,
    WALLS,
    Phase,
    Player,
    Record,
)
from stockade.games.cascade_barricade.rules.land import has_bit, touches_water
from stockade.games.cascade_barricade.rules.market import hire_price, is_maintained
from stockade.games.cascade_barricade.tables import LAND

PHASES = len(Phase)
CARD = 2 + TYPES + 1  # a wall: starting bid, production, laborers of each type, whether any one is enough
OWNED = 1 + CARD + TYPES + 2  # whether it exists, its card, its laborers, whether it is maintained and next to water
SHARED_PLANES = 3  # land, water, holes
PLANES = SHARED_PLANES + 2 * SEATS  # and the stands and the character of each seat
SEAT = 8  # money, earned, place in the turn order, still bidding, has won, drowned, had a third stand, highest bidder
MONEY = 100.0
MOST_MONEY = 9_000  # higher amounts count as this
FULL_ROUND = 20.0
BLOCKS = (
    ("land", PLANES * CELLS),
    ("block", WALLS),
    ("deck", WALLS),
    ("up for auction", WALLS),
    ("cards", WALLS * CARD),
    ("walls", SEATS * SLOTS * OWNED),
    ("seats", SEATS * SEAT),
    ("who decides", SEATS),
    ("market", 2 * TYPES),  # share of the spaces that are full, and price of the next laborer
    ("highest bid", 1),
    ("round", 1),
    ("phase", PHASES),
    ("actions left", 1),
    ("shift", 2 * SLOTS),
    ("rules", 8),  # deck has run out, low walls are gone, the options in their order, two colours for each player
)
OBSERVATION_SIZE = sum(size for _, size in BLOCKS)


@kernel
def observe(state: Record, player: int, tensor: npt.NDArray[np.float32]) -> None:
    """Fill a tensor of zeros with what a player observes."""
    first = max(int(player), 0)
    observe_land(state, first, tensor)
    at = observe_cards(state, PLANES * CELLS, tensor)
    for step in range(state.colours):
        seat = (first + step) % state.colours
        for slot in range(SLOTS):
            observe_wall(state, state.player[seat], slot, at + (step * SLOTS + slot) * OWNED, tensor)
    at += SEATS * SLOTS * OWNED
    for step in range(state.colours):
        observe_seat(state, (first + step) % state.colours, at + step * SEAT, tensor)
    at += SEATS * SEAT
    if state.colour != NOTHING:
        tensor[at + int((state.colour - first) % state.colours)] = 1.0
    observe_rest(state, at + SEATS, tensor)


@kernel
def observe_land(state: Record, first: int, tensor: npt.NDArray[np.float32]) -> None:
    """Write a plane of all cells for each thing that can lie on them."""
    for cell in range(CELLS):
        tensor[cell] = has_bit(LAND[state.radius], cell)
        tensor[CELLS + cell] = has_bit(state.water, cell)
        tensor[2 * CELLS + cell] = has_bit(state.holes, cell)
    for step in range(state.colours):
        player = state.player[(first + step) % state.colours]
        at = (SHARED_PLANES + step) * CELLS
        for slot in range(SLOTS):
            if player.stand[slot] != NOTHING:
                tensor[at + int(player.stand[slot])] = (slot + 1) / SLOTS
        if player.character != NOTHING:
            tensor[at + SEATS * CELLS + int(player.character)] = 1.0


@kernel
def observe_card(state: Record, wall: int, at: int, tensor: npt.NDArray[np.float32]) -> None:
    """Write what a card shows."""
    tensor[at] = (wall + 1) / WALLS
    tensor[at + 1] = state.production[wall] / WALLS
    for kind in range(TYPES):
        tensor[at + 2 + kind] = state.needs[wall, kind] / LABOR_LIMIT
    tensor[at + 2 + TYPES] = state.needs_any[wall]


@kernel
def observe_cards(state: Record, at: int, tensor: npt.NDArray[np.float32]) -> int:
    """Write where the walls without an owner are and the cards on the block, and return where the next block
    begins."""
    for wall in range(WALLS):
        tensor[at + WALLS + wall] = state.deck >> wall & 1
        if state.block >> wall & 1:
            tensor[at + wall] = 1.0
            observe_card(state, wall, at + 3 * WALLS + wall * CARD, tensor)
    if state.lot != NOTHING:
        tensor[at + 2 * WALLS + int(state.lot)] = 1.0
    return at + 3 * WALLS + WALLS * CARD


@kernel
def observe_wall(state: Record, player: Player, slot: int, at: int, tensor: npt.NDArray[np.float32]) -> None:
    """Write a wall of a seat. An empty slot stays zero."""
    wall = int(player.wall[slot])
    if wall == NOTHING:
        return
    tensor[at] = 1.0
    observe_card(state, wall, at + 1, tensor)
    at += 1 + CARD
    for kind in range(TYPES):
        tensor[at + kind] = player.labor[slot, kind] / LABOR_LIMIT
    tensor[at + TYPES] = is_maintained(state, player, slot)
    if player.stand[slot] != NOTHING:
        tensor[at + TYPES + 1] = touches_water(state, player.stand[slot])


@kernel
def observe_seat(state: Record, seat: int, at: int, tensor: npt.NDArray[np.float32]) -> None:
    """Write what else a seat has."""
    player = state.player[seat]
    tensor[at] = min(int(player.money), MOST_MONEY) / MONEY
    tensor[at + 1] = player.earned / MONEY
    for place in range(state.colours):
        if state.order[place] == seat:
            tensor[at + 2] = (place + 1) / state.colours
    tensor[at + 3] = state.bidding >> seat & 1
    tensor[at + 4] = state.won >> seat & 1
    tensor[at + 5] = player.drowned
    tensor[at + 6] = player.has_third
    tensor[at + 7] = state.bidder == seat


@kernel
def observe_rest(state: Record, at: int, tensor: npt.NDArray[np.float32]) -> None:
    """Write the market and the moment in the round."""
    for kind in range(TYPES):
        tensor[at + kind] = state.market[kind] / (PRICE_ROWS * state.spaces)
        if state.market[kind] > 0:
            tensor[at + TYPES + kind] = hire_price(state, kind) / PRICE_ROWS
    at += 2 * TYPES
    tensor[at] = state.bid / HIGHEST_BID
    tensor[at + 1] = state.round_no / FULL_ROUND
    tensor[at + 2 + int(state.phase)] = 1.0
    at += 2 + PHASES
    tensor[at] = state.actions_left / 2.0
    if state.shift_from != NOTHING:
        tensor[at + 1 + int(state.shift_from)] = 1.0
        tensor[at + 1 + SLOTS + int(state.shift_to)] = 1.0
    at += 1 + 2 * SLOTS
    tensor[at] = state.deck_out
    tensor[at + 1] = state.has_purged
    tensor[at + 2] = state.two_weakest
    tensor[at + 3] = state.whole_block_for_last
    tensor[at + 4] = state.scrap_leftmost
    tensor[at + 5] = state.rim_protects
    tensor[at + 6] = state.late_deck
    tensor[at + 7] = state.players < state.colours
