"""Check the interval for stopping early by simulation: its error rate, its coverage, and that it decides at last."""

from __future__ import annotations

import numpy as np
import pytest

from stockade.research.anytime import anytime_interval
from stockade.research.intervals import mean_interval

RUNS = 400
DEALS = 150
EVEN = {"games without ties": (0.5, 0.0, 0.5), "pairs of games": (0.25, 0.5, 0.25), "many ties": (0.05, 0.9, 0.05)}


def runs(chances: tuple[float, ...], count: int = RUNS, deals: int = DEALS) -> np.ndarray:
    """Return synthetic results of deals: lost, drawn or won, with these chances."""
    return np.random.default_rng(7).choice([0.0, 0.5, 1.0], (count, deals), p=chances)


@pytest.mark.parametrize("chances", EVEN.values(), ids=EVEN)
def test_equal_bots_are_called_unequal_in_at_most_one_of_twenty_runs(chances):
    """The interval never grows, so a run that excludes even at any look still does at the end."""
    wrong = sum(not low <= 0.5 <= high for low, high in map(anytime_interval, runs(chances)))
    assert wrong / RUNS <= 0.05 + 0.02  # 0.02 is about two standard errors of this simulation


def test_an_ordinary_interval_would_be_wrong_far_more_often():
    """This is why there is another one: looking after every deal, and stopping at the first clear result."""
    wrong = 0
    for values in runs(EVEN["pairs of games"], 100):
        sums, squares = np.cumsum(values), np.cumsum(values * values)
        looks = [mean_interval(sums[n - 1], squares[n - 1], n) for n in range(8, DEALS + 1)]
        wrong += any(not low <= 0.5 <= high for low, high in looks)
    assert wrong > 20


@pytest.mark.parametrize("chances", [(0.1, 0.2, 0.7), (0.02, 0.08, 0.9), (0.3, 0.4, 0.3)])
def test_it_contains_the_true_mean_when_it_is_narrow_enough_to_stop(chances):
    true = chances[1] / 2 + chances[2]
    wrong = 0
    for values in runs(chances, 200):
        stop = next((n for n in range(10, DEALS, 20) if np.diff(anytime_interval(values[:n]))[0] < 0.2), DEALS)
        low, high = anytime_interval(values[:stop])
        wrong += not low <= true <= high
    assert wrong / 200 <= 0.05 + 0.03


def test_a_better_bot_is_found():
    found = [anytime_interval(values) for values in runs((0.1, 0.4, 0.5), 100)]
    assert sum(low > 0.5 for low, _ in found) > 90
    assert not any(high < 0.5 for _, high in found)


def test_it_never_grows():
    values = runs((0.2, 0.3, 0.5), 1)[0]
    ends = [anytime_interval(values[:n]) for n in range(0, DEALS, 10)]
    assert ends[0] == (0.0, 1.0)
    assert [low for low, _ in ends] == sorted(low for low, _ in ends)
    assert [high for _, high in ends] == sorted((high for _, high in ends), reverse=True)


def test_a_bot_that_wins_everything_is_clear_after_few_deals():
    assert anytime_interval([1.0] * 6)[0] < 0.5 < anytime_interval([1.0] * 8)[0]
    assert anytime_interval([0.0] * 8) == pytest.approx(tuple(1 - end for end in anytime_interval([1.0] * 8)[::-1]))


def test_values_are_shares():
    with pytest.raises(ValueError, match="between 0 and 1"):
        anytime_interval([0.5, 1.5])
