"""Measure speed on machines whose clock rate varies.

A fixed probe loop runs before and after every repeat, and only repeats between two fast probes count. Ratios are
taken between neighbours in one run.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

PROBE_LOOPS = 200_000
QUIET = 1.15  # how much slower than the fastest a probe may be


def probe() -> float:
    """Return the nanoseconds for one turn of a fixed loop of plain Python."""
    started = time.perf_counter()
    x = 1
    for _ in range(PROBE_LOOPS):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
    return (time.perf_counter() - started) / PROBE_LOOPS * 1e9


def rates(measures: dict[str, Callable[[], float]], quiet_wanted: int = 3, most: int = 8) -> dict[str, list[float]]:
    """Run all measures in turn, again and again, until enough rounds were quiet, and return their rates.

    If no round was quiet, the faster half counts.
    """
    rounds: list[tuple[float, dict[str, float]]] = []
    best = probe()
    for _ in range(most):
        probes = [probe()]
        found = {}
        for name, measure in measures.items():
            found[name] = measure()
            probes.append(probe())
        best = min(best, *probes)
        rounds.append((max(probes), found))
        if sum(worst <= QUIET * best for worst, _ in rounds) >= quiet_wanted:
            break
    quiet = [found for worst, found in rounds if worst <= QUIET * best]
    if not quiet:
        rounds.sort(key=lambda entry: entry[0])
        quiet = [found for _, found in rounds[: max(1, len(rounds) // 2)]]
    return {name: [found[name] for found in quiet] for name in measures}


def median(values: list[float]) -> float:
    return statistics.median(values)


def per_second(
    work: Callable[[], int], seconds: float = 1.0, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Return how much is done per second. `work` returns how much each call did.

    `time.process_time` as the clock counts the time of this process alone, for work on one core.
    """
    done = 0
    started = clock()
    while (elapsed := clock() - started) < seconds:
        done += work()
    return done / elapsed
