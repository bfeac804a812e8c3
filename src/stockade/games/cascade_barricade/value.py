"""A hand-made evaluation of Cascade Barricade: money, income to come, laborers to sell, and how far drowning is."""

from typing import Any

import numpy as np

from stockade.core.kernel import kernel
from stockade.games.cascade_barricade.auction import FIRST_OPEN_ROUND, free_slot, is_eligible, lowest_bid
from stockade.games.cascade_barricade.forecast import HORIZON, foresee
from stockade.games.cascade_barricade.idle import actions_to_come, finish_round, is_hiring_ahead
from stockade.games.cascade_barricade.layout import BLOCK, NOTHING, SEATS, SLOTS, STATE, TOP_ROW, TYPES, WALLS, Phase
from stockade.games.cascade_barricade.market import sale_price
from stockade.games.cascade_barricade.narrow import narrow as narrow
from stockade.games.cascade_barricade.worth import MARGIN, wall_worth

RECORD = np.dtype((np.record, STATE))
EVALUATION = "value"  # a random game says little of a good one: search looks at this instead
EXPLORATION = 0.15
SCALE = 25.0  # money ahead that is half as good as a sure win
SELLING = 0.82  # of what laborers would bring now: many at once bring less
BIDDING = 0.62  # of what a wall is worth beyond the bid, for the one who has bid most
AWAITING = 0.57  # of the best bargain on the block, for one who may still buy
PLACING = 1.06  # of what a wall is worth before it stands
CLOSE = 8.0  # the same when the game ends now
SAVING_ONE = 0.5  # chance to drown of one whom nothing but its last action can save ...
SAVING_TWO = 0.3  # ... or its two actions
DROWNING = 0.95  # chance that a seat drowns which nothing saves this round ...
FADING = 0.69  # ... and how much less it is for every round that it has left ...
BEHIND = 0.24  # ... and for every round that others have less


@kernel
def is_beyond(root: Any, state: Any) -> bool:
    """Search looks no further than this round: only positions of one round are judged alike."""
    return state.round_no != root.round_no


@kernel
def evaluate(state: Any, values: Any) -> None:
    """Values in [-1, 1]: how far each seat will be ahead of the best of the others, whether the game ends with this
    round or goes on, and that it lives to see it."""
    room = np.empty(1, RECORD)
    room[0] = state
    after = room[0]
    sunk = finish_round(after)
    worth = np.zeros(SEATS, np.float64)  # income to come, and then all the rest
    rounds = np.zeros(SEATS, np.int64)
    first = foresee(after, worth, rounds)
    bargain = best_bargain(state, first) if is_hiring_ahead(state) else 0.0
    ends = 0.0
    for seat in range(state.players):
        worth[seat] += holdings(after, seat)
        worth[seat] += prospects(state, seat, first, bargain)
        ends = max(ends, sinking(state, seat, sunk))
    for seat in range(state.players):
        lead = worth[seat] - best_other(worth, state.players, seat)
        risk = DROWNING * FADING**first * BEHIND ** float(rounds[seat] - first) if first < HORIZON else 0.0
        later = (1.0 - risk) * lead / (SCALE + abs(lead)) - risk
        now = money_ahead(after, seat, sunk)
        drowns = sinking(state, seat, sunk)
        final = (1.0 - drowns / ends) * now / (CLOSE + abs(now)) - drowns / ends if ends > 0.0 else 0.0
        values[seat] = (1.0 - ends) * later + ends * final


@kernel
def best_other(worth: Any, players: int, seat: int) -> float:
    """The most that another seat has."""
    best = -1e9
    for other in range(players):
        if other != seat:
            best = max(best, worth[other])
    return best


@kernel
def sinking(state: Any, seat: int, sunk: int) -> float:
    """How likely a seat drowns this round that would if nobody did anything: less while it can still act."""
    if not sunk >> seat & 1:
        return 0.0
    return (1.0, SAVING_ONE, SAVING_TWO)[actions_to_come(state, seat)]


@kernel
def money_ahead(state: Any, seat: int, sunk: int) -> float:
    """Money and laborers beyond the richest of the others who live."""
    best = 0.0
    for other in range(state.players):
        if other != seat and not sunk >> other & 1:
            best = max(best, holdings(state, other))
    return holdings(state, seat) - best


@kernel
def holdings(state: Any, seat: int) -> float:
    """Money, and what laborers would bring."""
    player = state.player[seat]
    total = float(player.money)
    for slot in range(SLOTS):
        for kind in range(TYPES):
            if player.labor[slot, kind] > 0:
                total += SELLING * player.labor[slot, kind] * sale_price(state, kind)
    return total


@kernel
def prospects(state: Any, seat: int, left: int, bargain: float) -> float:
    """What a wall promises that is being bought, or may be."""
    player = state.player[seat]
    if state.phase == Phase.BID and player_in_front(state) == seat:
        bid = int(state.bid) if state.bidder == seat else lowest_bid(state)
        return BIDDING * (wall_worth(state, int(state.lot), left) - bid)
    for slot in range(SLOTS):
        if player.wall[slot] != NOTHING and player.stand[slot] == NOTHING:
            return PLACING * wall_worth(state, int(player.wall[slot]), left)
    return AWAITING * bargain if bargain > 0.0 and may_buy(state, seat) else 0.0


@kernel
def may_buy(state: Any, seat: int) -> bool:
    """Whether a seat can still get a wall in this round's auction."""
    if state.phase == Phase.SCRAP:
        return not state.deck_out and free_slot(state.player[seat]) != NOTHING
    is_on = state.phase in (Phase.OPEN, Phase.BID, Phase.STAND) or state.after_draw == Phase.OPEN
    return is_on and is_eligible(state, seat)


@kernel
def best_bargain(state: Any, left: int) -> float:
    """What the best wall on the block may bring beyond its price."""
    best = 0.0
    shown = TOP_ROW if state.round_no < FIRST_OPEN_ROUND else BLOCK
    for wall in range(WALLS):
        if state.block >> wall & 1 and shown > 0:
            shown -= 1
            best = max(best, (1.0 - MARGIN) * wall_worth(state, wall, left))
    return best


@kernel
def player_in_front(state: Any) -> int:
    """Who would get the wall now: the last bidder, or the opener, who must bid."""
    return int(state.current_player) if state.bidder == NOTHING else int(state.bidder)
