"""Check intervals against calculations by hand, and with clustered data."""

from __future__ import annotations

import math

import pytest

from stockade.research.intervals import (
    Z,
    mean_interval,
    measured_interval,
    ratio_interval,
    share_interval,
    wilson,
)


def test_an_interval_of_a_mean() -> None:
    # 1, 2, 3, 4: the mean is 2.5, the sample variance 5/3, so the variance of the mean is 5/12.
    # Student's distribution with three degrees of freedom: 3.182 standard errors
    low, high = mean_interval(10.0, 30.0, 4)
    assert (low + high) / 2 == pytest.approx(2.5)
    assert high - 2.5 == pytest.approx(3.182 * math.sqrt(5 / 12))
    low, high = mean_interval(1000.0, 3000.0, 400)
    assert high - 2.5 == pytest.approx(Z * math.sqrt(1.25 / 399))
    assert mean_interval(3.0, 9.0, 1) == (3.0, 3.0)


def test_an_interval_of_a_few_measurements_allows_for_how_few_they_are() -> None:
    # Student's distribution with three degrees of freedom: 3.182 standard errors
    low, high = measured_interval([1.0, 2.0, 3.0, 4.0])
    assert (low + high) / 2 == pytest.approx(2.5)
    assert high - 2.5 == pytest.approx(3.182 * math.sqrt(5 / 12))
    many = [1.0, 2.0, 3.0, 4.0] * 100
    assert measured_interval(many) == pytest.approx(mean_interval(sum(many), sum(x * x for x in many), 400), rel=1e-3)


def test_bunches_of_one_are_single_things() -> None:
    assert ratio_interval([1, 2, 3, 4], [1, 1, 1, 1]) == pytest.approx(mean_interval(10.0, 30.0, 4))


def test_what_hangs_together_counts_once() -> None:
    # Ten games with four equal things each carry no more information than ten single things.
    values = [1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0]
    single = ratio_interval(values, [1] * 10)
    assert ratio_interval([4 * value for value in values], [4] * 10) == pytest.approx(single)


def test_a_share_is_never_surer_than_single_things_would_be() -> None:
    even = share_interval([1] * 50, [4] * 50)  # every game has one of four, so the clusters do not differ
    assert even == pytest.approx(wilson(50, 200))
    low, high = share_interval([4, 0] * 25, [4] * 50)
    assert low < wilson(100, 200)[0] < 0.5 < wilson(100, 200)[1] < high
    assert share_interval([0], [3])[1] > 0.4


def test_wilson_interval() -> None:
    # Calculated by hand with Wilson's formula, for 8 of 10 and for 0 of 10.
    assert wilson(8, 10) == pytest.approx((0.4901625, 0.9433178), abs=1e-6)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775328), abs=1e-6)
    assert wilson(0, 0) == (0.0, 1.0)
