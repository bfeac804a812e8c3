"""A hand-made evaluation of Cascade Barricade: money, income to come, laborers to sell, and how far drowning is."""

from typing import Any

import numpy as np

from stockade.core.kernel import kernel
from stockade.games.cascade_barricade.auction import FIRST_OPEN_ROUND, free_slot, is_eligible, lowest_bid
from stockade.games.cascade_barricade.forecast import HORIZON, foresee, missing_cost
from stockade.games.cascade_barricade.layout import BLOCK, NOTHING, SEATS, SLOTS, TOP_ROW, TYPES, WALLS, Phase
from stockade.games.cascade_barricade.market import sale_price
from stockade.games.cascade_barricade.narrow import narrow as narrow
from stockade.games.cascade_barricade.worth import MARGIN, wall_worth

EVALUATION = "value"  # a random game says little of a good one: search looks at this instead
EXPLORATION = 0.4
SCALE = 60.0  # money ahead that is half as good as a sure win
SELLING = 0.82  # of what laborers would bring now: many at once bring less
BIDDING = 0.49  # of what a wall is worth beyond the bid, for the one who has bid most
AWAITING = 0.5  # of the best bargain on the block, for one who may still buy
PLACING = 0.98  # of what a wall is worth before it stands
DROWNING = 0.89  # chance that a seat drowns which nothing saves this round ...
FADING = 0.64  # ... and how much less it is for every round that it has left ...
BEHIND = 0.36  # ... and for every round that others have less


@kernel
def evaluate(state: Any, values: Any) -> None:
    """Values in [-1, 1]: how far each seat is ahead of the best of the others, and that it lives to see it."""
    income = np.zeros(SEATS, np.float64)
    rounds = np.zeros(SEATS, np.int64)
    first = foresee(state, income, rounds)
    is_auction = state.phase in (Phase.SCRAP, Phase.OPEN, Phase.BID, Phase.STAND) or state.after_draw == Phase.OPEN
    bargain = best_bargain(state, first) if is_auction else 0.0
    best = -1e9
    second = -1e9
    for seat in range(state.players):
        values[seat] = holdings(state, seat, first, bargain) + income[seat]
        if values[seat] > best:
            second = best
            best = values[seat]
        elif values[seat] > second:
            second = values[seat]
    for seat in range(state.players):
        ahead = values[seat] - (second if values[seat] == best else best)
        risk = drowning(state, seat, int(rounds[seat]), first) if first < HORIZON else 0.0
        values[seat] = (1.0 - risk) * ahead / (SCALE + abs(ahead)) - risk


@kernel
def holdings(state: Any, seat: int, left: int, bargain: float) -> float:
    """Money, what laborers would bring, and the wall that is being bought."""
    player = state.player[seat]
    total = float(player.money)
    for slot in range(SLOTS):
        for kind in range(TYPES):
            if player.labor[slot, kind] > 0:
                total += SELLING * player.labor[slot, kind] * sale_price(state, kind)
        if player.wall[slot] != NOTHING and player.stand[slot] == NOTHING:
            total += PLACING * wall_worth(state, int(player.wall[slot]), left)
        elif player.wall[slot] != NOTHING:
            total -= missing_cost(state, seat, slot)
    if state.phase == Phase.BID and player_in_front(state) == seat:
        bid = int(state.bid) if state.bidder == seat else lowest_bid(state)
        return total + BIDDING * (wall_worth(state, int(state.lot), left) - bid)
    return total + (AWAITING * bargain if may_buy(state, seat) else 0.0)


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


@kernel
def drowning(state: Any, seat: int, rounds: int, first: int) -> float:
    """How likely it is that a seat is the one who drowns."""
    if state.player[seat].drowned:
        return 1.0
    return DROWNING * FADING**first * BEHIND ** (rounds - first)
