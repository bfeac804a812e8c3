"""Check the figures of a report on games that are made up, so that every answer is known by hand."""

from __future__ import annotations

import pytest

import stockade
from stockade.arena.plan import Plan
from stockade.insight.figures import branching_of, drama_of, duel_of, lengths_of, seats_of, sources_figures
from stockade.insight.series import CARELESS, GREEDY, Series
from stockade.insight.sources import Sources
from stockade.insight.variance import shares_of
from stockade.insight.watched import Watched
from stockade.research.intervals import wilson


def game(winners: tuple[int, ...], number: int = 0, **more: object) -> Watched:
    usual = {
        "deal": number,
        "log": number,
        "seating": (0, 0),
        "order": (0, 1),
        "decisions": 4,
        "turns": 4,
        "rounds": None,
        "is_chancy": False,
    }
    return Watched(**{**usual, **more, "winners": winners})  # type: ignore[arg-type]


def series(*bots: str) -> Series:
    return Series(Plan("blockade", 2, stockade.game("blockade").options(2, None), bots, 4, 1, True))


def test_seats_are_judged_by_games_with_one_winner() -> None:
    games = [game((1,), 1), game((1,), 2), game((1,), 2), game((0,), 3), game((0, 1), 4), game((), 5)]
    found = seats_of(series(GREEDY), games)
    assert (found.games, found.distinct, found.decided) == (6, 5, 4)
    assert [share.count for share in found.seats] == [1, 3]
    assert (found.seats[1].low, found.seats[1].high) == wilson(3, 4)
    assert found.places == [], "places are left out where they are the seats"


def test_places_count_where_the_first_turn_order_differs() -> None:
    found = seats_of(series(GREEDY), [game((1,), order=(1, 0)), game((1,), order=(0, 1)), game((0,), order=(0, 1))])
    assert [share.count for share in found.places] == [2, 1]


def test_a_duel_counts_shared_wins_in_part_and_deals_as_the_unit() -> None:
    games = [
        game((0,), 0, seating=(0, 1)),
        game((1,), 0, seating=(1, 0)),
        game((0, 1), 1, seating=(0, 1)),
        game((0,), 1, seating=(1, 0)),
    ]
    found = duel_of(series(GREEDY, CARELESS), games)
    assert (found.won.mean, found.lost.mean) == (2.5 / 4, 1.5 / 4)
    assert (found.games, found.deals, found.even) == (4, 2, 0.5)


def test_a_game_that_nobody_wins_is_won_by_neither_bot() -> None:
    found = duel_of(series(GREEDY, CARELESS), [game((), 0, seating=(0, 1)), game((), 0, seating=(1, 0))])
    assert (found.won.mean, found.lost.mean) == (0.0, 0.0)


def test_pairs_play_every_deal_from_every_seat() -> None:
    pair = series(GREEDY, CARELESS)
    assert [pair.deal(number) for number in range(4)] == [0, 0, 1, 1]
    assert [pair.plan.seating(number) for number in range(2)] == [[0, 1], [1, 0]]
    assert pair.start(0)[0].seed == pair.start(1)[0].seed != pair.start(2)[0].seed


# -- what decides ------------------------------------------------------------------------------------------------


def test_skill_explains_everything_if_one_bot_always_wins() -> None:
    games = [game((n % 2,), n // 2, seating=(n % 2, 1 - n % 2)) for n in range(40)]
    found = shares_of(games, 1)
    assert found is not None
    assert (found.seat.mean, found.skill.mean, found.luck.mean, found.rest.mean) == (0.0, 1.0, 0.0, 0.0)


def test_the_seat_explains_everything_if_one_seat_always_wins() -> None:
    found = shares_of([game((1,), n // 2, seating=(n % 2, 1 - n % 2)) for n in range(40)], 1)
    assert found is not None
    assert (found.seat.mean, found.skill.mean) == (1.0, 0.0)


def test_luck_explains_what_follows_it() -> None:
    """In half of the games the winner is drawn, in the other half luck and result have nothing to do with each other.

    So the correlation of luck and result is one half, and its square a quarter.
    """
    lots = [(lucky, lucky if n % 2 else (n // 2) % 2) for n in range(40) for lucky in (0, 1)]
    games = [
        game((winner,), n, luck=[0.5 - lucky, lucky - 0.5], is_chancy=True) for n, (lucky, winner) in enumerate(lots)
    ]
    found = shares_of(games, 1)
    assert found is not None
    assert found.luck.mean == pytest.approx(0.25)
    assert found.luck.low < 0.25 < found.luck.high
    assert found.rest.mean == pytest.approx(0.75)


def test_nothing_is_explained_if_all_results_are_the_same() -> None:
    assert shares_of([game((0, 1), n) for n in range(5)], 1) is None


# -- choices, length, drama --------------------------------------------------------------------------------------


def test_branching() -> None:
    games = [
        game((0,), choices=[1, 5, 3], good=[1, 2, 1], decisions=3),
        game((0,), choices=[3], good=[3], decisions=1),
    ]
    found = branching_of(games)
    assert found.choices.mean == 3.0
    assert found.forced.mean == 0.25
    assert found.good.mean == 2.0, "decisions with a single choice are left out"
    assert found.curve[0] == (1, 1.2, 2.0, 2.8, 2.0)
    assert len(found.curve) == 3


def test_lengths() -> None:
    found = lengths_of([game((0,), decisions=4, turns=2, rounds=1), game((0,), decisions=8, turns=2, rounds=3)])
    assert (found.decisions.median, found.turns.median) == (6.0, 2.0)
    assert found.rounds is not None
    assert found.rounds.counts == {1: 1, 3: 1}


def test_drama() -> None:
    comeback = [[0.5, 0.5], [0.6, 0.4], [0.7, 0.3], [0.4, 0.6], [0.0, 1.0]]
    steady = [[0.5, 0.5], [0.4, 0.6], [0.3, 0.7], [0.2, 0.8], [0.0, 1.0]]
    stolen = [[0.5, 0.5], [0.5, 0.5], [0.5, 0.5], [0.9, 0.1], [0.0, 1.0]]
    found = drama_of([game((1,), chances=each) for each in (comeback, steady, stolen)] + [game((0, 1))])
    assert found is not None
    assert (found.games, found.behind.count, found.late.count) == (3, 1, 1)
    assert found.settled == [0.75, 0.0, 1.0]
    assert found.curve[0].mean == 0.5
    assert found.curve[-1].mean == 1.0
    assert found.even == 0.5
    assert not found.is_telling
    assert drama_of([game((0, 1))]) is None


def test_sources() -> None:
    games = [
        game((0,), sources=Sources("line", {"fish": [8.0, 2.0], "trees": [2.0, 2.0], "fines": [-1.0, -3.0]})),
        game((1,), sources=Sources("line", {"fish": [0.0, 6.0], "trees": [0.0, 0.0]})),
    ]
    by, found = sources_figures(games)
    assert by == "line"
    assert [source.name for source in found] == ["fish", "trees", "fines"]
    assert [source.points.mean for source in found] == [4.0, 1.0, -1.0]
    assert [source.share.mean for source in found] == [0.8, 0.2, -0.2]
    assert [source.lead.mean for source in found if source.lead] == [6.0, 0.0, 1.0]
    assert sources_figures([game((0,))]) == ("", [])
