"""Check the figures of a report on games that are made up, so that every answer is known by hand."""

from __future__ import annotations

import pytest

import stockade
from stockade.arena.grid import read_cells
from stockade.arena.plan import Plan
from stockade.bots import BOTS
from stockade.insight.figures import (
    branching_of,
    drama_of,
    duel_of,
    lengths_of,
    lucky_of,
    race_of,
    seats_of,
    sources_figures,
)
from stockade.insight.series import CARELESS, GREEDY, THINKERS, WORDS, Series, plan_report
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
    assert (found.games, found.distinct, found.deals, found.even) == (4, 2, 2, 0.5)


def test_a_game_that_nobody_wins_is_won_by_neither_bot() -> None:
    found = duel_of(series(GREEDY, CARELESS), [game((), 0, seating=(0, 1)), game((), 0, seating=(1, 0))])
    assert (found.won.mean, found.lost.mean) == (0.0, 0.0)


def test_pairs_play_every_deal_from_every_seat() -> None:
    pair = series(GREEDY, CARELESS)
    assert [pair.deal(number) for number in range(4)] == [0, 0, 1, 1]
    assert [pair.plan.seating(number) for number in range(2)] == [[0, 1], [1, 0]]
    assert pair.start(0)[0].seed == pair.start(1)[0].seed != pair.start(2)[0].seed


@pytest.mark.parametrize("name", stockade.games())
def test_the_bots_that_think_are_of_the_best_kind_of_the_game(name: str) -> None:
    found = stockade.game(name)
    counts = [count for count in found.spec.players if count > 1]
    programme = plan_report(found, read_cells(found, counts, None, None), 30, 0)
    best = stockade.bots.levels(found, programme.close.plan.players)[-1].bot.name
    (thinker,) = programme.close.plan.bots
    assert thinker.partition(":")[0] == best
    assert [series.plan.bots[0].partition(":")[0] for series in programme.pairs] == [GREEDY, best, best]
    assert programme.close.closely
    assert programme.close.with_luck
    assert {series.plan.games for series in programme.all} == {30}
    assert set(programme.bots) <= set(WORDS)


def test_every_kind_of_bot_that_thinks_is_known() -> None:
    assert set(THINKERS) == set(BOTS) - {"random", "greedy"}
    assert all(bot in WORDS for bots in THINKERS.values() for bot in bots)


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
    assert (found.games, found.behind.count, found.late.count, found.rescued.count) == (3, 1, 1, 0)
    assert found.settled == [0.75, 0.0, 1.0]
    assert found.curve[0].mean == 0.5
    assert found.curve[-1].mean == 1.0
    assert found.even == 0.5
    assert not found.is_telling
    assert drama_of([game((0, 1))]) is None


def test_a_winner_who_seemed_to_have_lost_was_rescued() -> None:
    found = drama_of(
        [game((1,), chances=[[0.5, 0.5], [0.95, 0.05], [0.0, 1.0]]), game((0,), chances=[[0.5, 0.5]] * 3)]
    )
    assert found is not None
    assert (found.rescued.count, found.rescued.of) == (1, 2)


def test_the_race_for_points() -> None:
    games = [
        game((0,), points=[[0, 0], [5, 3], [20, 19]]),
        game((0,), points=[[0, 0], [3, 5], [20, 10]]),
        game((1,), points=[[0, 0], [4, 4], [10, 20]]),
        game((0, 1), points=[[0, 0], [9, 4], [20, 20]]),
    ]
    found = race_of(games)
    assert found is not None
    assert found.ahead is not None
    assert (found.ahead.count, found.ahead.of) == (1, 2), "where several lead, and several win, nothing is counted"
    assert found.narrow is not None
    assert (found.margin, found.narrow.count, found.narrow.of, found.passed.count) == (1, 1, 3, 0)
    loser_has_more = race_of([game((0,), points=[[0, 0], [5, 3], [20, 30]])])
    assert loser_has_more is not None
    assert (loser_has_more.passed.count, loser_has_more.passed.of, loser_has_more.narrow) == (1, 1, None)
    assert race_of([game((0,), points=[[0, 0], [0, 0], [1, 0]])]) is None, "points come with the last action"


def test_the_luckiest() -> None:
    found = lucky_of([game((0,), luck=[0.2, -0.2]), game((1,), luck=[0.1, -0.1]), game((0,), luck=[0.0, 0.0])])
    assert found is not None
    assert (found.count, found.of) == (1, 2)
    assert lucky_of([game((0,), luck=[0.0, 0.0])]) is None


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
