"""A hand-made evaluation of Cascade Barricade: money, income to come, laborers to sell, and how far drowning is."""

import math
from typing import Any

import numpy as np

from stockade.core.kernel import kernel
from stockade.games.cascade_barricade.auction import lowest_bid
from stockade.games.cascade_barricade.forecast import HORIZON, foresee
from stockade.games.cascade_barricade.layout import NOTHING, SEATS, SLOTS, TYPES, Phase
from stockade.games.cascade_barricade.market import sale_price
from stockade.games.cascade_barricade.narrow import narrow as narrow
from stockade.games.cascade_barricade.worth import wall_worth

EVALUATION = "value"  # a random game says little of a good one: search looks at this instead
EXPLORATION = 0.4
SCALE = 60.0  # money ahead that is as good as three quarters of a win
SELLING = 0.7  # of what laborers would bring now: many at once bring less
BIDDING = 0.5  # of what a wall is worth beyond the bid, for the one who has bid most
PLACING = 0.9  # of what a wall is worth before it stands
DROWNING = 0.9  # chance that a seat drowns which nothing saves this round ...
FADING = 0.6  # ... and how much less it is for every round that it has left ...
BEHIND = 0.5  # ... and for every round that others have less


@kernel
def evaluate(state: Any, values: Any) -> None:
    """Values in [-1, 1]: how far each seat is ahead of the best of the others, and that it lives to see it."""
    income = np.zeros(SEATS, np.float64)
    rounds = np.zeros(SEATS, np.int64)
    first = foresee(state, income, rounds)
    best = -1e9
    second = -1e9
    for seat in range(state.players):
        values[seat] = holdings(state, seat, first) + income[seat]
        if values[seat] > best:
            second = best
            best = values[seat]
        elif values[seat] > second:
            second = values[seat]
    for seat in range(state.players):
        ahead = values[seat] - (second if values[seat] == best else best)
        risk = drowning(state, seat, int(rounds[seat]), first) if first < HORIZON else 0.0
        values[seat] = (1.0 - risk) * math.tanh(ahead / SCALE) - risk


@kernel
def holdings(state: Any, seat: int, left: int) -> float:
    """Money, what laborers would bring, and the wall that is being bought."""
    player = state.player[seat]
    total = float(player.money)
    for slot in range(SLOTS):
        for kind in range(TYPES):
            if player.labor[slot, kind] > 0:
                total += SELLING * player.labor[slot, kind] * sale_price(state, kind)
        if player.wall[slot] != NOTHING and player.stand[slot] == NOTHING:
            total += PLACING * wall_worth(state, int(player.wall[slot]), left)
    if state.phase == Phase.BID and player_in_front(state) == seat:
        bid = int(state.bid) if state.bidder == seat else lowest_bid(state)
        total += BIDDING * (wall_worth(state, int(state.lot), left) - bid)
    return total


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
