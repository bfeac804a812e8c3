"""A confidence interval that stays valid however often one looks, so that a series may stop as soon as it is clear.

An ordinary 95% interval is right 95% of the time if one looks once. Somebody who looks after every game and stops as
soon as the interval excludes a value will be wrong far more often. This interval is a confidence sequence: with
probability 95% it contains the true mean at all times at once, so any rule for stopping keeps its error rate.

It is made by betting (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", 2024). For
each possible mean, a gambler bets on whether the next value is above or below it, with stakes that depend only on
earlier values. If that mean is the true one, the bets are fair, and the gambler multiplies the capital by 1 / error
with a probability of at most `error` (Ville's inequality). All means at which a gambler has become that rich are
excluded. Values need only be between 0 and 1, and have the same mean whatever came before.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from stockade.research.intervals import Interval

ERROR = 0.05
MOST = 0.75  # of the capital that may be lost with one bet
STEPS = 40  # of halving, when the ends of the interval are looked for

Floats = npt.NDArray[np.float64]


def anytime_interval(values: Sequence[float] | Floats, error: float = ERROR) -> Interval:
    """Return an interval for the mean of values from 0 to 1, given in the order in which they came.

    It never grows when values are added. The probability that it ever excludes the true mean is at most `error`.
    """
    x = np.asarray(values, np.float64)
    if not len(x):
        return 0.0, 1.0
    if not (x.min() >= 0.0 and x.max() <= 1.0):
        raise ValueError("values must be between 0 and 1")
    stakes = _stakes(x, error)
    goal = math.log(2 / error)  # half of the error for each end
    low = _end(x, stakes, goal)
    high = 1.0 - _end(1.0 - x, stakes, goal)
    return min(low, high), max(low, high)


def _stakes(x: Floats, error: float) -> Floats:
    """Return the stake of each bet, from the spread of the values before it."""
    count = np.arange(1, len(x) + 1)
    means = (0.5 + np.cumsum(x)) / (count + 1)
    spreads = (0.25 + np.cumsum((x - means) ** 2)) / (count + 1)
    before = np.concatenate([[0.25], spreads[:-1]])
    stakes: Floats = np.sqrt(2 * math.log(2 / error) / (before * count * np.log(count + 1)))
    return stakes


def _end(x: Floats, stakes: Floats, goal: float) -> float:
    """Return the highest mean at which betting on larger values has ever reached the goal.

    A higher mean never gives more capital.
    """
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        mean = (low + high) / 2
        bets = np.minimum(stakes, MOST / mean)
        capital = np.cumsum(np.log1p(bets * (x - mean)))
        if capital.max() >= goal:
            low = mean
        else:
            high = mean
    return low
