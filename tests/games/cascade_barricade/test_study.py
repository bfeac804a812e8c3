"""What the study reports about a match agrees with its states to the coin."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from tests.games.cascade_barricade.positions import GAME, at, seat

import stockade
from stockade.core.layout import OVER, copies
from stockade.core.study import Notes, watch
from stockade.games.cascade_barricade.evaluation.study import INCOME, MONEY, end_round
from stockade.games.cascade_barricade.layout import SEATS, SLOTS, Phase
from stockade.games.cascade_barricade.rules.actions import Base

MATCHES = [
    (2, 4, "random", 1),
    (2, 5, "random", 6),
    (3, 5, "random", 2),
    (4, 6, "random", 3),
    (6, 4, "random", 4),
    (3, 4, "greedy", 5),
]
each_match = pytest.mark.parametrize(("players", "radius", "bot", "seed"), MATCHES)


@cache
def played(players: int, radius: int, bot: str, seed: int) -> tuple[stockade.Match, Notes]:
    match = stockade.Match(
        GAME, players, {"radius": radius, "two_weakest": seed % 2 == 1, "colours": "usual" if seed % 2 else 1}, seed
    )
    mover = stockade.bot(bot, seed=seed)
    while not match.is_over:
        match.play(mover.choose(match.state))
    notes = watch(match)
    assert notes is not None
    return match, notes


def of_seats(state: stockade.core.state.State, field: str) -> list[float]:
    """Return what each seat has in all its colours."""
    record = state.record
    return [
        float(sum(record.player[colour][field] for colour in range(seat, record.colours, record.players)))
        for seat in range(state.players)
    ]


@each_match
def test_money_curves_are_the_money_at_the_ends_of_rounds(players: int, radius: int, bot: str, seed: int) -> None:
    match, notes = played(players, radius, bot, seed)
    state = GAME.start(match.players, match.options)
    ends, incomes = [of_seats(state, "money")], [[0.0] * players]
    for action in match.actions:
        round_no = int(state.record.round_no)
        state.apply(action)
        if state.record.round_no > round_no > 0 or state.is_over:
            ends.append(of_seats(state, "money"))
            incomes.append(of_seats(state, "earned"))
    assert notes.rounds == state.record.round_no == len(ends) - 1
    assert notes.curves[MONEY] == [list(column) for column in zip(*ends, strict=True)]
    assert notes.curves[INCOME] == [list(column) for column in zip(*incomes, strict=True)]


@each_match
def test_every_coin_belongs_to_a_wall(players: int, radius: int, bot: str, seed: int) -> None:
    match, notes = played(players, radius, bot, seed)
    for each in range(players):
        flow = sum(thing.earned - thing.price for thing in notes.holdings if thing.seat == each)
        start = 100 * int(match.state.record.colours) // players
        assert start + flow == of_seats(match.state, "money")[each]


@each_match
def test_holdings_are_the_walls_that_were_bought(players: int, radius: int, bot: str, seed: int) -> None:
    match, notes = played(players, radius, bot, seed)
    state = GAME.start(match.players, match.options)
    bought = []
    for action in match.actions:
        if state.record.phase == Phase.STAND:  # the wall is won, and its stand is placed next
            lot = int(state.record.lot)
            bought.append((state.current_player, str(lot + 1), float(state.record.bid)))
        state.apply(action)
    assert [(thing.seat, thing.name, thing.price) for thing in notes.holdings] == bought
    assert len(bought) >= players
    first = [int(action) - Base.ORDER for action in match.actions[: state.record.colours]]
    assert notes.order == tuple(dict.fromkeys(colour % players for colour in first))


@each_match
def test_the_ending_counts_the_drowned(players: int, radius: int, bot: str, seed: int) -> None:
    match, notes = played(players, radius, bot, seed)
    drowned = sum(bool(match.state.record.player[each].drowned) for each in range(match.state.record.colours))
    assert match.state.current_player == OVER
    assert notes.ending == {1: "one drowned", int(match.state.record.colours): "everybody drowned"}.get(
        drowned, "several drowned"
    )


def gains(state: stockade.core.state.State, action: str, is_last: bool) -> list[list[int]]:
    """Return what each wall brings at the end of a round."""
    states = copies(state.record, 1)
    gained = np.zeros((SEATS, SLOTS), np.int64)
    end_round(states, state.parse(action), is_last, gained)
    return gained[: state.record.colours].tolist()


def test_each_wall_is_paid_for_itself() -> None:
    """The weakest wall falls before it pays. Unmaintained walls and walls away from the water do not pay."""
    state = at(seat("3 1,0 C", "5 0,1"), seat("19 -1,0", "20 0,-1 M"), seat("11 4,0"))
    assert gains(state, "skip", is_last=False) == [[0, 6, 0], [13, 0, 0], [0, 0, 0]]


def test_the_last_action_counts_in_the_production_it_brings_about() -> None:
    """A mason who is sold from a wall that needs it is missing at once; one who is shifted to a wall is there in
    time."""
    state = at(seat("10 0,1 M", "20 1,-1 M"), seat("1 1,0", "19 -1,0"))
    assert gains(state, "skip", is_last=False) == [[12, 0, 0], [0, 13, 0]]
    assert gains(state, "sell M 1", is_last=False) == [[0, 0, 0], [0, 13, 0]]
    assert gains(state, "shift M 1 2", is_last=False) == [[0, 21, 0], [0, 13, 0]]


def test_laborers_are_sold_for_their_wall_at_the_end() -> None:
    """Three masons are missing from a market with two spaces for each price, so the two spaces of $1 and one of $2
    are free. The seat that earned least is last in turn order, and sells first."""
    state = at(seat("1 1,0", "10 0,1 M"), seat("19 -1,0", "20 0,-1 MM"))
    assert gains(state, "skip", is_last=True) == [[0, 12 + 2, 0], [13, 21 + 1 + 1, 0]]
