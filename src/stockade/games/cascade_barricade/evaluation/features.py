"""What is said of each seat to judge a position: money, income to come, laborers, bargains, and how far drowning is.

Positions inside a round are described as they would be at its end if nobody did anything more (`finish_round.py`).
Otherwise players who have hired or bought would seem better off than those who are about to.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from stockade.core.kernel import kernel
from stockade.core.room import room_of
from stockade.games.cascade_barricade.evaluation.finish_round import actions_to_come, finish_round, is_hiring_ahead
from stockade.games.cascade_barricade.evaluation.forecast import HORIZON, foresee, incomes, lifetimes
from stockade.games.cascade_barricade.evaluation.worth import wall_worth
from stockade.games.cascade_barricade.layout import BLOCK, NOTHING, SLOTS, STATE, TOP_ROW, TYPES, WALLS, Phase, Record
from stockade.games.cascade_barricade.rules.auction import FIRST_OPEN_ROUND, free_slot, is_eligible, lowest_bid
from stockade.games.cascade_barricade.rules.market import sale_price

one_state = room_of(1, np.dtype((np.record, STATE)))
MONEY = 1.0 / 40.0  # amounts are told in these
LIVES = 4  # rounds to live that are told apart


class Feature(IntEnum):
    """The numbers of a row."""

    MONEY = 0
    LABOR = 1  # what laborers would bring
    LEAD = 2  # holdings beyond the richest of the others who live
    NEAR_LEAD = 3  # the same, bent so that small leads count more
    INCOME_1 = 4  # in the next round
    INCOME_2 = 5
    INCOME_4 = 6  # in the two after that
    INCOME_8 = 7  # and the rest
    INCOME_LEAD = 8  # all of it, beyond the most of another
    TOTAL_LEAD = 9  # holdings and half of the income, bent
    LIVES_0 = 10  # it drowns in the next round if nobody does anything
    LIVES_1 = 11
    LIVES_2 = 12
    LIVES_3 = 13
    LIVES = 14  # rounds to live
    FIRST = 15  # rounds before anybody drowns
    OTHERS_LIVE = 16  # rounds before another does
    OUTLIVES = 17  # rounds to live beyond those of the first of the others
    SINKS_0 = 18  # it drowns in this round, with no action of its own left
    SINKS_1 = 19
    SINKS_2 = 20
    OTHERS_SINK = 21  # others who drown in this round for sure
    OTHERS_SINKING = 22  # and who can still act
    FRONT = 23  # it would get the wall that is bid for: what that is worth ...
    FRONT_BID = 24  # ... and its price
    PLACING = 25  # the worth of a wall that it has yet to place
    BARGAIN = 26  # of the best wall on the block, where it may still buy
    WALLS = 27
    PLACE = 28  # in the turn order after this round
    ACTIONS = 29  # left in this round
    ROUND = 30  # which one: the same for all, but it changes what the rest means
    PLAYERS = 31
    MAY_BUY = 32
    SHARE = 33  # of all holdings
    RICHEST_INCOME = 34  # income to come of the one who leads, or follows
    SURE_END = 35  # the lead once more, where somebody drowns in this round


FEATURES = tuple(feature.name.lower() for feature in Feature)


@kernel
def describe(state: Record, table: Any) -> None:
    """Fills in a row of features for each seat."""
    room = one_state()
    room[0] = state
    after = room[0]
    sunk = finish_round(after)
    income = incomes()
    rounds = lifetimes()
    first = foresee(after, income, rounds)
    for seat in range(state.players):
        for feature in range(len(FEATURES)):
            table[seat, feature] = 0.0
        describe_wealth(after, seat, income, table[seat])
        table[seat, Feature.PLAYERS] = state.players / 6.0
        table[seat, Feature.ROUND] = state.round_no / 10.0
        table[seat, Feature.ACTIONS] = actions_to_come(state, seat) / 2.0
    describe_leads(after, sunk, table)
    for seat in range(state.players):
        describe_life(state, seat, rounds, first, table[seat])
        describe_sinking(state, seat, sunk, table[seat])
    for place in range(state.players):
        table[after.order[place], Feature.PLACE] = place / 6.0
    describe_auction(state, first, table)


@kernel
def describe_wealth(state: Record, seat: int, income: Any, row: Any) -> None:
    """Money, what laborers would bring, and income by how soon it comes."""
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
    """How far each seat is before the best of the others, in what it has and in what it will earn."""
    total = 0.0
    for seat in range(state.players):
        total += holdings(table[seat])
    for seat in range(state.players):
        richest = 0.0
        most_income = 0.0
        most = 0.0
        for other in range(state.players):
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
    """Money and laborers of a seat."""
    return row[Feature.MONEY] + row[Feature.LABOR]


@kernel
def coming(row: Any) -> float:
    """Income to come of a seat."""
    return row[Feature.INCOME_1] + row[Feature.INCOME_2] + row[Feature.INCOME_4] + row[Feature.INCOME_8]


@kernel
def describe_life(state: Record, seat: int, rounds: Any, first: int, row: Any) -> None:
    """How long it lives, and how long the others."""
    others = HORIZON
    for other in range(state.players):
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
    """Who would drown in this very round."""
    if sunk >> seat & 1:
        row[Feature.SINKS_0 + actions_to_come(state, seat)] = 1.0
    for other in range(state.players):
        if other != seat and sunk >> other & 1:
            row[Feature.OTHERS_SINKING if actions_to_come(state, other) > 0 else Feature.OTHERS_SINK] += 1.0


@kernel
def describe_auction(state: Record, first: int, table: Any) -> None:
    """What a wall promises that is being bought, or may be."""
    if not is_hiring_ahead(state):
        return
    bargain = best_bargain(state, first)
    front = player_in_front(state) if state.phase == Phase.BID else NOTHING
    for seat in range(state.players):
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
    """Whether a seat can still get a wall in this round's auction."""
    if state.phase == Phase.SCRAP:
        return not state.deck_out and free_slot(state.player[seat]) != NOTHING
    is_on = state.phase in (Phase.OPEN, Phase.BID, Phase.STAND) or state.after_draw == Phase.OPEN
    return is_on and is_eligible(state, seat)


@kernel
def best_bargain(state: Record, left: int) -> float:
    """What the best wall on the block may bring beyond its starting bid."""
    best = 0.0
    shown = TOP_ROW if state.round_no < FIRST_OPEN_ROUND else BLOCK
    for wall in range(WALLS):
        if state.block >> wall & 1 and shown > 0:
            shown -= 1
            best = max(best, wall_worth(state, wall, left) - wall - 1.0)
    return best


@kernel
def player_in_front(state: Record) -> int:
    """Who would get the wall now: the last bidder, or the opener, who must bid."""
    return int(state.current_player) if state.bidder == NOTHING else int(state.bidder)
