"""The worth of a wall that is not placed yet, and the most that a seat should bid for it."""

from stockade.core.kernel import kernel
from stockade.games.cascade_barricade.evaluation.forecast import foresee, incomes, lifetimes, refuges
from stockade.games.cascade_barricade.layout import NOTHING, SLOTS, TYPES, Record
from stockade.games.cascade_barricade.rules.market import asking_price
from stockade.games.cascade_barricade.rules.production import FIRST_FLOOD_ROUND

STAYS = 0.15  # chance that the lowest wall survives a round once no weaker wall shields it ...
STURDY = 0.0058  # ... and how much higher it is for each point of the starting bid
AGAIN = 0.88  # worth of income one round later
LONGER = 2.16  # rounds that a game lasts beyond the forecast, because players will dig
MARGIN = 0.53  # share of a wall's worth that is bid at most ...
HUNGER = 0.07  # ... plus this for each free slot, times the bidder's share of all money ...
CAUTION = 0.95  # ... but never more than this


@kernel
def wall_worth(state: Record, wall: int, left: int) -> float:
    """Return what a wall may earn: its production over the rounds that it should last, minus its laborers. `left` is
    the number of rounds before the first seat drowns."""
    weaker = 0
    for seat in range(state.colours):
        for slot in range(SLOTS):
            other = state.player[seat].wall[slot]
            weaker += other != NOTHING and other < wall
    worth = 0.0
    weight = 1.0
    time = left + 1.0 + LONGER
    ahead = 0
    while time > 0.0:
        if state.round_no + ahead >= FIRST_FLOOD_ROUND and ahead >= weaker:
            weight *= min(STAYS + STURDY * wall, 1.0)
        worth += weight * min(time, 1.0) * state.production[wall]
        weight *= AGAIN
        time -= 1.0
        ahead += 1
    return max(worth - labor_cost(state, wall), 0.0)


@kernel
def labor_cost(state: Record, wall: int) -> float:
    """Return the current cost of the laborers that a wall needs."""
    cost = 0
    cheapest = 1000
    for kind in range(TYPES):
        wanted = state.needs[wall, kind]
        price = asking_price(state, kind)
        cost += wanted * price
        if wanted > 0:
            cheapest = min(cheapest, price)
    return float(cheapest if state.needs_any[wall] else cost)


@kernel
def most_to_bid(state: Record, seat: int) -> int:
    """Return the most that a seat should bid: less than the wall may earn, leaving money for its laborers, and at
    most one more than others can pay."""
    income = incomes()
    rounds = lifetimes()
    left = foresee(state, state, income, rounds, refuges())
    wall = int(state.lot)
    rival = 0
    for other in range(state.colours):
        if other != seat and state.bidding >> other & 1:
            rival = max(rival, int(state.player[other].money))
    total = 1
    for other in range(state.colours):
        total += state.player[other].money
    player = state.player[seat]
    margin = MARGIN
    for slot in range(SLOTS):
        if player.wall[slot] == NOTHING:
            margin += HUNGER * player.money / total
    sensible = int(min(margin, CAUTION) * wall_worth(state, wall, left))
    return min(min(sensible, rival + 1), int(player.money) - int(labor_cost(state, wall)))
