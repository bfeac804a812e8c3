"""The features that describe each seat to the fitted network: money, future income, laborers, bargains, how close
drowning is, and who would win if everybody ran from the water and did nothing else.

Positions inside a round are described as they would be at its end if nobody did anything more (`finish_round.py`).
Otherwise players who have hired or bought would seem better off than those who are about to.
"""

from enum import IntEnum
from typing import Any

from stockade.core.kernel import kernel
from stockade.core.room import room_of
from stockade.games.cascade_barricade.evaluation.finish_round import actions_to_come, finish_round, is_hiring_ahead
from stockade.games.cascade_barricade.evaluation.forecast import FLIGHT, HORIZON, foresee, incomes, lifetimes, refuges
from stockade.games.cascade_barricade.evaluation.worth import wall_worth
from stockade.games.cascade_barricade.layout import BLOCK, NOTHING, SLOTS, STATE, TOP_ROW, TYPES, WALLS, Phase, Record
from stockade.games.cascade_barricade.rules.auction import FIRST_OPEN_ROUND, free_slot, is_eligible, lowest_bid
from stockade.games.cascade_barricade.rules.market import sale_price

one_state = room_of(1, STATE)
MONEY = 1.0 / 40.0  # the unit of amounts
LIVES = 4  # rounds to live that have a feature each
REFUGES = 3  # rounds whose dry land has a feature each


class Feature(IntEnum):
    """The features of a row."""

    MONEY = 0
    LABOR = 1  # what the seat's laborers could be sold for
    LEAD = 2  # money and laborers compared with the richest other seat that does not drown
    NEAR_LEAD = 3  # the same, bent so that small leads count more
    INCOME_1 = 4  # income in the next round
    INCOME_2 = 5
    INCOME_4 = 6  # income in the two rounds after those
    INCOME_8 = 7  # income in all later rounds
    INCOME_LEAD = 8  # all future income, compared with the highest of another seat
    TOTAL_LEAD = 9  # the lead in money, laborers and half of the income, bent
    LIVES_0 = 10  # whether the seat drowns in the next round if nobody does anything
    LIVES_1 = 11
    LIVES_2 = 12
    LIVES_3 = 13
    LIVES = 14  # rounds that the seat has to live
    FIRST = 15  # rounds before anybody drowns
    OTHERS_LIVE = 16  # rounds before another seat drowns
    OUTLIVES = 17  # the difference between LIVES and OTHERS_LIVE
    SINKS_0 = 18  # whether the seat drowns in this round and has no action left
    SINKS_1 = 19
    SINKS_2 = 20
    OTHERS_SINK = 21  # other seats that drown in this round and have no action left
    OTHERS_SINKING = 22  # other seats that drown in this round but can still act
    FRONT = 23  # the worth of the wall up for auction, if the seat would get it now ...
    FRONT_BID = 24  # ... and its price
    PLACING = 25  # the worth of a wall that the seat has yet to place
    BARGAIN = 26  # the bargain of the best wall on the block, if the seat may still buy
    WALLS = 27
    PLACE = 28  # place in the turn order after this round
    ACTIONS = 29  # actions left in this round
    ROUND = 30  # number of the round: the same for all seats, but it changes what the rest means
    PLAYERS = 31
    MAY_BUY = 32
    SHARE = 33  # share of all money and laborers
    RICHEST_INCOME = 34  # future income of the other seat that is strongest in money, laborers and income
    SURE_END = 35  # the lead again, if somebody drowns in this round
    RUNS_0 = 36  # whether the seat drowns in this round even if it runs
    RUNS_1 = 37
    RUNS_2 = 38
    RUNS_3 = 39
    RUNS = 40  # rounds that the seat has to live if it runs
    OTHERS_RUN = 41  # the most rounds that another seat has
    OUTRUNS = 42  # the difference between the two
    REFUGE_0 = 43  # dry spaces that the seat can choose from after this round, bent
    REFUGE_1 = 44
    REFUGE_2 = 45
    ENDS = 46  # rounds before anybody drowns, if everybody runs
    SURVIVORS = 47  # seats that live then
    NO_SURVIVOR = 48  # whether there are none
    SURVIVES = 49  # whether the seat is one of them
    HEIR = 50  # whether it is the richest of them
    HEIR_LEAD = 51  # its lead over the richest other one, bent
    NEAR_HEIR_LEAD = 52  # the same, if the end is near


FEATURES = tuple(feature.name.lower() for feature in Feature)


@kernel
def describe(state: Record, table: Any) -> None:
    """Fill in a row of features for each seat."""
    room = one_state()
    room[0] = state
    after = room[0]
    sunk = finish_round(after)
    income = incomes()
    rounds = lifetimes()
    refuge = refuges()
    first = foresee(state, after, income, rounds, refuge)
    for seat in range(state.colours):
        for feature in range(len(FEATURES)):
            table[seat, feature] = 0.0
        describe_wealth(after, seat, income, table[seat])
        table[seat, Feature.PLAYERS] = state.colours / 6.0
        table[seat, Feature.ROUND] = state.round_no / 10.0
        table[seat, Feature.ACTIONS] = actions_to_come(state, seat) / 2.0
    describe_leads(after, sunk, table)
    for seat in range(state.colours):
        describe_life(state, seat, rounds, first, table[seat])
        describe_sinking(state, seat, sunk, table[seat])
    describe_flight(state, refuge, table)
    describe_heirs(state, income, table)
    for place in range(state.colours):
        table[after.order[place], Feature.PLACE] = place / 6.0
    describe_auction(state, first, table)


@kernel
def describe_wealth(state: Record, seat: int, income: Any, row: Any) -> None:
    """Describe a seat's money, what its laborers could be sold for, and its income by how soon it comes."""
    player = state.player[seat]
    labor = 0.0
    walls = 0
    for slot in range(SLOTS):
        walls += player.wall[slot] != NOTHING
        for kind in range(TYPES):
            if player.labor[slot, kind] > 0:
                labor += player.labor[slot, kind] * sale_price(state, kind)
    row[Feature.MONEY] = player.money * MONEY
    row[Feature.LABOR] = labor * MONEY
    row[Feature.WALLS] = walls / 3.0
    for ahead in range(HORIZON):
        feature = Feature.INCOME_8 + 0
        if ahead < 2:
            feature = Feature.INCOME_1 + ahead
        elif ahead < 4:
            feature = Feature.INCOME_4 + 0
        row[feature] += income[seat, ahead] * MONEY


@kernel
def describe_leads(state: Record, sunk: int, table: Any) -> None:
    """Describe how far each seat is ahead of the best other seat, in what it has and in what it will earn."""
    total = 0.0
    for seat in range(state.colours):
        total += holdings(table[seat])
    for seat in range(state.colours):
        richest = 0.0
        most_income = 0.0
        most = 0.0
        for other in range(state.colours):
            if other == seat:
                continue
            if not sunk >> other & 1:
                richest = max(richest, holdings(table[other]))
            most_income = max(most_income, coming(table[other]))
            if holdings(table[other]) + 0.5 * coming(table[other]) > most:
                most = holdings(table[other]) + 0.5 * coming(table[other])
                table[seat, Feature.RICHEST_INCOME] = coming(table[other])
        lead = holdings(table[seat]) - richest
        whole = holdings(table[seat]) + 0.5 * coming(table[seat]) - most
        table[seat, Feature.LEAD] = lead
        table[seat, Feature.NEAR_LEAD] = lead / (0.2 + abs(lead))
        table[seat, Feature.INCOME_LEAD] = coming(table[seat]) - most_income
        table[seat, Feature.TOTAL_LEAD] = whole / (0.4 + abs(whole))
        table[seat, Feature.SHARE] = holdings(table[seat]) / max(total, 0.01)
        table[seat, Feature.SURE_END] = lead / (0.1 + abs(lead)) if sunk else 0.0


@kernel
def holdings(row: Any) -> float:
    """Return a seat's money and the value of its laborers."""
    return row[Feature.MONEY] + row[Feature.LABOR]


@kernel
def coming(row: Any) -> float:
    """Return a seat's future income."""
    return row[Feature.INCOME_1] + row[Feature.INCOME_2] + row[Feature.INCOME_4] + row[Feature.INCOME_8]


@kernel
def describe_life(state: Record, seat: int, rounds: Any, first: int, row: Any) -> None:
    """Describe how many rounds a seat and the others have to live."""
    others = HORIZON
    for other in range(state.colours):
        if other != seat:
            others = min(others, rounds[other])
    if rounds[seat] < LIVES:
        row[Feature.LIVES_0 + rounds[seat]] = 1.0
    row[Feature.LIVES] = rounds[seat] / HORIZON
    row[Feature.FIRST] = first / HORIZON
    row[Feature.OTHERS_LIVE] = others / HORIZON
    row[Feature.OUTLIVES] = (rounds[seat] - others) / HORIZON


@kernel
def describe_sinking(state: Record, seat: int, sunk: int, row: Any) -> None:
    """Describe who would drown in this round."""
    if sunk >> seat & 1:
        row[Feature.SINKS_0 + actions_to_come(state, seat)] = 1.0
    for other in range(state.colours):
        if other != seat and sunk >> other & 1:
            row[Feature.OTHERS_SINKING if actions_to_come(state, other) > 0 else Feature.OTHERS_SINK] += 1.0


@kernel
def describe_flight(state: Record, refuge: Any, table: Any) -> None:
    """Describe how long each seat can run from the water, and how much dry land it can choose from."""
    for seat in range(state.colours):
        row = table[seat]
        rounds = 0
        while rounds <= FLIGHT and refuge[seat, rounds] > 0:
            rounds += 1
        if rounds < LIVES:
            row[Feature.RUNS_0 + rounds] = 1.0
        row[Feature.RUNS] = rounds / LIVES
        for ahead in range(REFUGES):
            row[Feature.REFUGE_0 + ahead] = refuge[seat, ahead] / (4.0 + refuge[seat, ahead])
    for seat in range(state.colours):
        others = 0.0
        for other in range(state.colours):
            if other != seat:
                others = max(others, table[other, Feature.RUNS])
        table[seat, Feature.OTHERS_RUN] = others
        table[seat, Feature.OUTRUNS] = table[seat, Feature.RUNS] - others


@kernel
def describe_heirs(state: Record, income: Any, table: Any) -> None:
    """Describe who is left when the first seat drowns, if everybody runs, and who is then the richest of them."""
    first = table[0, Feature.RUNS]
    for seat in range(1, state.colours):
        first = min(first, table[seat, Feature.RUNS])
    rounds = int(first * LIVES + 0.5)
    survivors = 0
    for seat in range(state.colours):
        survivors += table[seat, Feature.RUNS] > first
    for seat in range(state.colours):
        row = table[seat]
        row[Feature.ENDS] = first
        row[Feature.SURVIVORS] = survivors / 6.0
        row[Feature.NO_SURVIVOR] = survivors == 0
        if row[Feature.RUNS] <= first:
            continue
        richest = 0.0
        for other in range(state.colours):
            if other != seat and table[other, Feature.RUNS] > first:
                richest = max(richest, wealth_at(table[other], income[other], rounds))
        lead = wealth_at(row, income[seat], rounds) - richest
        row[Feature.SURVIVES] = 1.0
        row[Feature.HEIR] = lead > 0.0
        row[Feature.HEIR_LEAD] = lead / (0.3 + abs(lead))
        row[Feature.NEAR_HEIR_LEAD] = row[Feature.HEIR_LEAD] / (1.0 + rounds)


@kernel
def wealth_at(row: Any, income: Any, rounds: int) -> float:
    """Return a seat's money, laborers and income after some more rounds."""
    total = holdings(row)
    for ahead in range(min(rounds, HORIZON)):
        total += income[ahead] * MONEY
    return total


@kernel
def describe_auction(state: Record, first: int, table: Any) -> None:
    """Describe the wall that a seat is buying or may buy."""
    if not is_hiring_ahead(state):
        return
    bargain = best_bargain(state, first)
    front = player_in_front(state) if state.phase == Phase.BID else NOTHING
    for seat in range(state.colours):
        row = table[seat]
        player = state.player[seat]
        if seat == front:
            bid = int(state.bid) if state.bidder == seat else lowest_bid(state)
            row[Feature.FRONT] = wall_worth(state, int(state.lot), first) * MONEY
            row[Feature.FRONT_BID] = bid * MONEY
        elif may_buy(state, seat):
            row[Feature.MAY_BUY] = 1.0
            row[Feature.BARGAIN] = bargain * MONEY
        for slot in range(SLOTS):
            if player.wall[slot] != NOTHING and player.stand[slot] == NOTHING:
                row[Feature.PLACING] = wall_worth(state, int(player.wall[slot]), first) * MONEY


@kernel
def may_buy(state: Record, seat: int) -> bool:
    """Return whether a seat can still get a wall in this round's auction."""
    if state.phase == Phase.SCRAP:
        return not state.deck_out and free_slot(state.player[seat]) != NOTHING
    is_on = state.phase in (Phase.OPEN, Phase.BID, Phase.STAND) or state.after_draw == Phase.OPEN
    return is_on and is_eligible(state, seat)


@kernel
def best_bargain(state: Record, left: int) -> float:
    """Return what the best wall on the block may earn beyond its starting bid."""
    best = 0.0
    shown = TOP_ROW if state.round_no < FIRST_OPEN_ROUND else BLOCK
    for wall in range(WALLS):
        if state.block >> wall & 1 and shown > 0:
            shown -= 1
            best = max(best, wall_worth(state, wall, left) - wall - 1.0)
    return best


@kernel
def player_in_front(state: Record) -> int:
    """Return the seat that would get the wall now: the last bidder, or the opener, who must bid."""
    return int(state.colour) if state.bidder == NOTHING else int(state.bidder)
