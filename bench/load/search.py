"""Find the highest rate of moves that a server holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .measure import Report, measure
from .traffic import Traffic

CLOSE = 1.06  # the search ends when the rates that are held and not held differ by less


def highest_rate(
    traffic: Traffic,
    pids: Sequence[int],
    first: float,
    seconds: float,
    goal: float,
    tell: Callable[[Report], None],
    tries: int = 1,
) -> Report | None:
    """Double the rate until the server does not hold it, then halve the interval. Return the best run, if any.

    A rate is held if one of several tries is: other programs on the machine can only make a run worse.
    """
    best: Report | None = None
    worst: float | None = None
    rate = first
    while worst is None or best is None or worst / best.rate > CLOSE:
        for _ in range(tries):
            report = measure(traffic, pids, rate, seconds)
            tell(report)
            traffic.settle()
            if report.holds(goal):
                break
        if not traffic.tables:
            raise RuntimeError("The server is gone.")
        if report.holds(goal):
            best = report
        else:
            worst = rate
        if best is None:
            if rate < 1.0:
                return None
            rate /= 2
        elif worst is None:
            rate *= 2
        else:
            rate = (best.rate * worst) ** 0.5
    return best
