"""95% intervals for shares and means: how far a figure from played games can be trusted."""

from __future__ import annotations

import math
from collections.abc import Sequence

Interval = tuple[float, float]
Z = 1.959963984540054  # 95% of a normal distribution is within this many standard deviations
# The same for Student's distribution with 1, 2, 3, ... degrees of freedom
STUDENT = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)


def wilson(successes: float, trials: float) -> Interval:
    """Return the 95% Wilson interval of a share. It is reliable for few games and for shares near 0 and 1."""
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    scale = 1.0 + Z * Z / trials
    middle = (share + Z * Z / (2 * trials)) / scale
    reach = Z / scale * math.sqrt(share * (1 - share) / trials + Z * Z / (4 * trials * trials))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def sure(count: int) -> float:
    """Return how many standard errors a 95% interval of a mean of so many values reaches. It is more for a few."""
    return STUDENT[max(count - 2, 0)] if count - 2 < len(STUDENT) else Z


def mean_interval(total: float, squares: float, count: int) -> Interval:
    """Return the 95% interval of a mean, from the sums of the values and of their squares.

    A single value, or values that are all the same, have an interval without a width: nothing can be said.
    """
    mean = total / count
    reach = sure(count) * math.sqrt(max(squares / count - mean * mean, 0.0) / max(count - 1, 1))
    return mean - reach, mean + reach


def measured_interval(values: Sequence[float]) -> Interval:
    """Return the 95% interval of the mean of a few measurements, at least two. It allows for how few they are."""
    count = len(values)
    mean = sum(values) / count
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
    reach = sure(count) * spread
    return mean - reach, mean + reach


def ratio_interval(totals: Sequence[float], counts: Sequence[float]) -> Interval:
    """Return the 95% interval of a mean over things that come in groups.

    Each group is given by its sum and its size. For example, all walls that are bought in one game have the same
    winner. So games are independent of each other, but walls are not.
    """
    mean = sum(totals) / sum(counts)
    bunches = len(totals)
    squares = sum((total - mean * count) ** 2 for total, count in zip(totals, counts, strict=True))
    reach = sure(bunches) * math.sqrt(squares * bunches / max(bunches - 1, 1)) / sum(counts)
    return mean - reach, mean + reach


def share_interval(totals: Sequence[float], counts: Sequence[int]) -> Interval:
    """Return the 95% interval of a share over things that come in groups.

    It is never narrower than if all things were independent, so that a few games do not look more certain than they
    are.
    """
    bunched, single = ratio_interval(totals, counts), wilson(sum(totals), sum(counts))
    return max(0.0, min(bunched[0], single[0])), min(1.0, max(bunched[1], single[1]))
