"""Check ratings against calculations by hand, and their intervals by simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest

from stockade.research.elo import places_of, rated, ratings_of, strengths


def table(*rows: tuple[float, ...]) -> np.ndarray:
    return np.array(rows, np.float64)


def test_two_bots_by_hand():
    # Three wins to one are odds of three: 400 log10(3) points.
    first, second = ratings_of(table((0, 3), (1, 0)))
    assert first - second == pytest.approx(400 * math.log10(3))
    assert first + second == pytest.approx(3000)


def test_a_ladder_adds_up():
    wins = table((0, 10, 0), (1, 0, 10), (0, 1, 0))
    assert ratings_of(wins, fixed=1) == pytest.approx([1900, 1500, 1100])


def test_at_the_maximum_every_bot_wins_as_often_as_expected():
    wins = np.random.default_rng(3).integers(1, 40, (6, 6)).astype(float)
    np.fill_diagonal(wins, 0)
    found = strengths(wins)
    expected = 1 / (1 + np.exp(found[None, :] - found[:, None]))
    assert ((wins + wins.T) * expected).sum(1) == pytest.approx(wins.sum(1))


def test_extreme_results_are_solved_too():
    wins = table((0, 1e6, 0), (1, 0, 1e6), (0, 1, 0))
    assert ratings_of(wins) == pytest.approx([3900, 1500, -900], abs=0.1)


def test_many_tables_are_solved_at_once():
    wins = np.random.default_rng(4).integers(1, 9, (5, 4, 4)).astype(float)
    for one, together in zip(wins, ratings_of(wins), strict=True):
        assert ratings_of(one) == pytest.approx(together)


def test_groups_that_never_met_have_no_distance():
    wins = np.zeros((4, 4))
    wins[0, 1], wins[1, 0], wins[2, 3], wins[3, 2] = 3, 1, 9, 1
    found = ratings_of(wins)
    assert found[0] + found[1] == pytest.approx(found[2] + found[3], abs=0.1)


def series(random: np.random.Generator, deals: int, share: float, luck: float) -> np.ndarray:
    """Return pairs of games between two bots. With `luck`, the same seat more often wins both games of a deal."""
    groups = np.zeros((deals, 2, 2))
    for group in groups:
        lucky = random.random() < luck
        wins = 1 if lucky else random.binomial(2, share)
        group[0, 1], group[1, 0] = wins, 2 - wins
    return groups


def test_intervals_contain_the_truth_in_19_of_20_series():
    random = np.random.default_rng(5)
    true, inside = 400 * math.log10(0.6 / 0.4), 0
    for number in range(200):
        (_, low, high), _ = rated(series(random, 60, 0.6, 0.0), number, fixed=1, repeats=200)
        inside += low[0] <= 1500 + true <= high[0]
    assert 0.91 <= inside / 200 <= 0.99


def test_chance_that_is_shared_makes_intervals_narrower():
    """In most deals the same seat wins both games, so that each bot wins one. That says little about the bots."""
    widths = []
    for luck in (0.0, 0.8):
        groups = series(np.random.default_rng(6), 100, 0.5, luck)
        _, (_, low, high) = rated(groups, 1)
        widths.append(high[0, 1] - low[0, 1])
    assert widths[1] < 0.7 * widths[0]


def test_a_series_without_a_loss_is_not_certain():
    groups = np.zeros((10, 2, 2))
    groups[:, 0, 1] = 2
    (ratings, low, high), (shares, share_low, _) = rated(groups, 1, fixed=1)
    assert 1800 < ratings[0] < 2000
    assert low[0] < 1700
    assert 2200 < high[0] < 3500
    assert shares[0, 1] == 1.0
    assert 0.6 < share_low[0, 1] < 0.8


def test_the_same_seed_gives_the_same_intervals():
    groups = series(np.random.default_rng(8), 30, 0.7, 0.2)
    one, two, other = (rated(groups, seed, repeats=50)[0] for seed in (1, 1, 2))
    assert np.array_equal(one, two)
    assert not np.array_equal(one, other)


@pytest.mark.parametrize(
    ("winners", "scores", "places"),
    [
        ([1], [5.0, 3.0, 4.0], [2, 1, 3]),  # a winner comes first, whatever the points
        ([0, 2], [5.0, 3.0, 5.0], [1, 3, 1]),
        ([0], [9.0, 4.0, 4.0], [1, 2, 2]),
        ([], [9.0, 4.0], [1, 1]),  # nobody won
        ([0, 1], [4.0, 4.0], [1, 1]),
    ],
)
def test_places(winners, scores, places):
    assert places_of(winners, scores) == places


def test_who_is_gone_comes_last():
    assert places_of([1], [9.0, 1.0, 2.0], gone={0}) == [3, 1, 2]
