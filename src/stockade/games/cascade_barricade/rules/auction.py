"""The auction: who may open and bid, and what the winner gets."""

from stockade.core.bits import first_of
from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.games.cascade_barricade.layout import (
    BLOCK,
    HIGHEST_BID,
    NOTHING,
    SIDE,
    SLOTS,
    TOP_ROW,
    Phase,
    Player,
    Record,
)
from stockade.games.cascade_barricade.rules.actions import Base
from stockade.games.cascade_barricade.rules.deck import ask_refill, purge_if_due
from stockade.games.cascade_barricade.rules.land import free_row, has_free_space, list_row, put_bit
from stockade.games.cascade_barricade.rules.market import begin_hiring
from stockade.games.cascade_barricade.rules.turn import ask

FIRST_OPEN_ROUND = 4  # from this round on the whole block is open to bidding


@kernel
def free_slot(player: Player) -> int:
    """Return the lowest slot without a wall, or NOTHING."""
    for slot in range(SLOTS):
        if player.wall[slot] == NOTHING:
            return slot
    return NOTHING


@kernel
def is_eligible(state: Record, colour: int) -> bool:
    """Return whether a colour may still open or bid in this phase."""
    return not state.won >> colour & 1 and free_slot(state.player[colour]) != NOTHING


@kernel
def eligible_colours(state: Record) -> int:
    """Return all colours that may still open or bid, as bits."""
    colours = 0
    for colour in range(state.colours):
        colours |= is_eligible(state, colour) << colour
    return colours


@kernel
def seek_opener(state: Record) -> bool:
    """Find the next player in turn order who may open and can pay for a wall. In round 1, go round until all have a
    wall."""
    is_open = state.block != 0 and has_free_space(state)
    if is_open and state.round_no == 1 and state.cursor == state.colours and eligible_colours(state) != 0:
        state.cursor = 0
    while is_open and state.cursor < state.colours:
        colour = state.order[state.cursor]
        if is_eligible(state, colour) and (state.round_no == 1 or can_pay_any(state, colour)):
            ask(state, colour)
            return True
        state.cursor += 1
        if state.round_no == 1 and state.cursor == state.colours and eligible_colours(state) != 0:
            state.cursor = 0
    state.won = 0
    begin_hiring(state)
    if state.round_no == 1:
        ask_refill(state)
    return False


@kernel
def can_pay_any(state: Record, colour: int) -> bool:
    """Return whether a colour can pay for the cheapest wall of the block."""
    return state.block != 0 and first_of(int(state.block)) + 1 <= state.player[colour].money


@kernel
def walls_shown(state: Record, colour: int) -> int:
    """Return how many of the block's lowest walls a colour may open. With an option, a colour that has no rivals left
    may open any (ruling 2)."""
    is_last = state.whole_block_for_last and eligible_colours(state) == 1 << colour
    return TOP_ROW if state.round_no < FIRST_OPEN_ROUND and not is_last else BLOCK


@kernel
def legal_open(state: Record, colour: int, actions: Actions) -> int:
    """List the walls open to bidding that the colour can pay for. Passing is legal too, except in round 1 (rulings 2,
    3)."""
    shown = walls_shown(state, colour)
    n = 0
    walls = int(state.block)
    while walls and shown > 0:
        wall = first_of(walls)
        walls &= walls - 1
        shown -= 1
        if wall + 1 <= state.player[colour].money:
            actions[n] = Base.OPEN + wall
            n += 1
    if state.round_no > 1 or n == 0:
        actions[n] = Base.PASS
        n += 1
    return n


@kernel
def apply_open(state: Record, colour: int, action: int) -> None:
    """Pass, or begin the bidding. A colour that has no rivals left buys at the starting bid."""
    if action == Base.PASS:
        state.cursor += 1
        return
    state.lot = action - Base.OPEN
    state.bidding = eligible_colours(state)
    state.bid = 0
    state.bidder = NOTHING
    state.phase = Phase.BID
    ask(state, colour)
    if state.bidding == 1 << colour:
        state.bid = state.lot + 1
        state.bidder = colour


@kernel
def lowest_bid(state: Record) -> int:
    """Return the lowest legal bid."""
    return state.lot + 1 if state.bidder == NOTHING else state.bid + 1


@kernel
def legal_bid(state: Record, colour: int, actions: Actions) -> int:
    """List all bids above the last that the colour can pay. Passing is legal too, except for the opener's first
    bid."""
    n = 0
    if state.bidder != NOTHING:
        actions[0] = Base.PASS
        n = 1
    for bid in range(lowest_bid(state), min(int(state.player[colour].money), HIGHEST_BID) + 1):
        actions[n] = Base.BID + bid
        n += 1
    return n


@kernel
def apply_bid(state: Record, colour: int, action: int) -> None:
    """Raise the bid, or stop bidding for this wall."""
    if action == Base.PASS:
        state.bidding &= ~(1 << colour)
    else:
        state.bid = action - Base.BID
        state.bidder = colour


@kernel
def seek_bidder(state: Record) -> bool:
    """Find the next player clockwise who is still in and can raise the bid. Those who cannot are out. Return False
    when the wall is won."""
    colour = int(state.colour)
    while state.bidder == NOTHING or state.bidding != 1 << state.bidder:
        if state.bidder == NOTHING:
            return True  # the opener has yet to bid
        colour = (colour + 1) % state.colours
        if colour == state.bidder or not state.bidding >> colour & 1:
            continue
        if state.player[colour].money >= lowest_bid(state) and state.bid < HIGHEST_BID:
            ask(state, colour)
            return True
        state.bidding &= ~(1 << colour)
    return False


@kernel
def buy(state: Record) -> None:
    """Sell the wall to the winner, into the lowest free slot. Its stand is placed next."""
    colour = int(state.bidder)
    player = state.player[colour]
    player.money -= state.bid
    player.wall[free_slot(player)] = state.lot
    state.block &= ~(1 << int(state.lot))
    state.won |= 1 << colour
    state.phase = Phase.STAND
    ask(state, colour)


@kernel
def slot_without_stand(player: Player) -> int:
    """Return the slot of the wall that was just bought."""
    for slot in range(SLOTS):
        if player.wall[slot] != NOTHING and player.stand[slot] == NOTHING:
            return slot
    return NOTHING


@kernel
def legal_stand(state: Record, actions: Actions) -> int:
    """List all free spaces."""
    n = 0
    for row in range(SIDE):
        n = list_row(free_row(state, row), Base.WALL + row * SIDE, actions, n)
    return n


@kernel
def apply_stand(state: Record, colour: int, action: int) -> None:
    """Place the stand of a wall. The third stand is recorded for the purge (ruling 4)."""
    player = state.player[colour]
    slot = slot_without_stand(player)
    player.stand[slot] = action - Base.WALL
    put_bit(state.stands, action - Base.WALL)
    if slot == SLOTS - 1:
        player.has_third = True
    state.lot = NOTHING
    state.bidder = NOTHING
    state.bidding = 0
    state.bid = 0


@kernel
def end_sale(state: Record) -> None:
    """End a sale after the stand is placed: run the purge if it is due, and go on to the next opener. From round 2
    on, the block is refilled first."""
    purge_if_due(state)
    state.cursor += 1
    state.phase = Phase.OPEN
    if state.round_no > 1:
        ask_refill(state)
