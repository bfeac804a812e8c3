"""Ratings by maximum likelihood: the Bradley-Terry model on the Elo scale, where 400 points are ten wins to one.

Every two that took part in a game are compared by their places: the better one wins, and equal places are half a win
for each. If places follow a Plackett-Luce model, the order of any two follows a Bradley-Terry model with the same
strengths, so games of any number of players can be used in this way.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

MIDDLE = 1500.0  # the mean of all ratings, unless one of them is fixed there
POINTS = 400 / math.log(10)
ROUNDS = 200  # of Newton's method; it rarely needs more than ten
STEP = 1.5  # the longest step in one round, as a natural logarithm of odds
REPEATS = 1000  # of the bootstrap
BLOCK = 512  # groups that are weighted at once

Floats = npt.NDArray[np.float64]


def places_of(winners: list[int], scores: list[float], gone: set[int] | None = None) -> list[int]:
    """Return the place of each seat, from 1. Equal places are ties.

    Winners come first, then the others by their points, and those who are gone come last. If everybody won or nobody
    did, all tie.
    """
    won = set(winners)
    if not won or len(won) == len(scores):
        return [1] * len(scores)
    order = [
        (seat not in won, seat in (gone or ()), 0.0 if seat in won else -score) for seat, score in enumerate(scores)
    ]
    return [1 + sum(other < own for other in order) for own in order]


def strengths(wins: Floats) -> Floats:
    """Return the strengths that make the results most likely, as natural logarithms with a mean of zero.

    `wins[..., i, j]` is how often i was better than j; ties count half for each. All that met must have won and lost
    something, else there is no maximum. Several tables of results are solved at once.
    """
    games = wins + np.swapaxes(wins, -1, -2)
    count = wins.shape[-1]
    found = np.zeros(wins.shape[:-1])
    # The mean is not determined, and neither is the distance between groups that never met: both are held at zero.
    held = np.full((count, count), 1.0 / count) + 1e-9 * np.eye(count)
    for _ in range(ROUNDS):
        expected = 1.0 / (1.0 + np.exp(found[..., None, :] - found[..., :, None]))
        slope = (wins - games * expected).sum(-1)
        pull = games * expected * (1.0 - expected)
        curve = held - pull
        curve[..., range(count), range(count)] += pull.sum(-1)
        step = np.linalg.solve(curve, slope[..., None])[..., 0]
        step *= np.minimum(1.0, STEP / np.maximum(np.abs(step).max(-1, keepdims=True), 1e-12))
        found += step
        if np.abs(step).max() < 1e-9:
            break
    found -= found.mean(-1, keepdims=True)
    return found


def ratings_of(wins: Floats, fixed: int | None = None) -> Floats:
    """Return ratings. Their mean is `MIDDLE`, or the rating of the one that is `fixed`."""
    found = strengths(wins)
    if fixed is not None:
        found = found - found[..., fixed, None]
    return MIDDLE + POINTS * found


def with_prior(groups: Floats) -> tuple[Floats, Floats]:
    """Return the results of groups added up, and what the prior adds for each two that met.

    The prior is two more groups for each two: one in which the first wins everything, and one in which the second
    does. It keeps ratings finite when somebody won or lost every game.
    """
    total = groups.sum(0)
    met = total + total.T
    times = ((groups + groups.transpose(0, 2, 1)) > 0).sum(0)
    prior = np.divide(met, times, out=np.zeros_like(met), where=times > 0)
    return total, prior


def weighted(groups: Floats, seed: int, repeats: int = REPEATS) -> Floats:
    """Return the results with random weights for the groups, many times: the Bayesian bootstrap.

    The games of a group are not independent of each other, because they have the same chance. Groups are. The groups
    of the prior are weighted too, so that a series that was won without a loss does not look certain.
    """
    random = np.random.default_rng(seed)
    _, prior = with_prior(groups)
    count = groups.shape[-1]
    found = prior * random.standard_exponential((repeats, count, count))
    for block in _blocks(groups):
        weights = random.standard_exponential((repeats, len(block)))
        found += (weights @ block.reshape(len(block), -1)).reshape(found.shape)
    return found


def _blocks(groups: Floats) -> Iterator[Floats]:
    for first in range(0, len(groups), BLOCK):
        yield groups[first : first + BLOCK]


def interval_of(values: Floats, axis: int = 0) -> tuple[Floats, Floats]:
    """Return the ends of the 95% interval of repeated values."""
    low, high = np.quantile(values, [0.025, 0.975], axis=axis)
    return low, high


Rated = tuple[Floats, Floats, Floats]
"""Values, and the low and high ends of their intervals."""


def rated(groups: Floats, seed: int, fixed: int | None = None, repeats: int = REPEATS) -> tuple[Rated, Rated]:
    """Return the ratings, and the share of each in its comparisons with each other, with their 95% intervals.

    `groups[k, i, j]` is how often i was better than j in group k. Shares of those that never met are not numbers.
    """
    total, prior = with_prior(groups)
    repeated = weighted(groups, seed, repeats)
    return _both(lambda wins: ratings_of(wins, fixed), total + prior, repeated), _both(_shares, total, repeated)


def _both(figure: Callable[[Floats], Floats], once: Floats, repeated: Floats) -> Rated:
    value, (low, high) = figure(once), interval_of(figure(repeated))
    return value, np.minimum(low, value), np.maximum(high, value)


def _shares(wins: Floats) -> Floats:
    games = wins + np.swapaxes(wins, -1, -2)
    return np.divide(wins, games, out=np.full_like(wins, np.nan), where=games > 0)
