"""What decides who wins: how much of the variance of the results seats, skill and luck explain.

Results are shares of the win, by game and seat. Because the bots of a pair play every deal from every seat, seats and
bots are balanced against each other. Luck is the sum of what each outcome of chance was worth, against the mean of
all outcomes. It has the mean zero whatever happened before, so it is correlated neither with seats nor with bots, and
the three shares can be added. For the same reason, the squared correlation of luck and result is never more than the
share of chance, however good or bad the estimates are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from stockade.insight.watched import Watched
from stockade.research.sweep import Mean

RESAMPLES = 1000  # for the intervals
Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares of the variance of results, with their 95% intervals."""

    players: int
    games: int
    deals: int
    seat: Mean
    skill: Mean
    luck: Mean  # at least this much: luck that the evaluation does not see is missing
    rest: Mean  # decisions within a game, and luck that the evaluation does not see
    is_chancy: bool  # whether there is any chance in the game


def shares_of(games: Sequence[Watched], seed: int) -> Shares | None:
    """Return what decides who wins, from games of a pair, or None if all results are the same.

    The intervals are those of a bootstrap over deals, because games with the same deal depend on each other.
    """
    table = _by_deal(games)
    found = _decompose(table.sum(axis=0, keepdims=True), games)[0]
    if np.isnan(found).any():
        return None
    deals = len(table)
    weights = np.random.default_rng(seed).multinomial(deals, np.full(deals, 1 / deals), RESAMPLES)
    resampled = _decompose(weights.astype(np.float64) @ table, games)
    low, high = np.nanpercentile(resampled, [2.5, 97.5], axis=0)
    seat, skill, luck, rest = (
        Mean(float(value), float(least), float(most), len(games))
        for value, least, most in zip(found, low, high, strict=True)
    )
    is_chancy = any(game.is_chancy for game in games)
    return Shares(len(games[0].seating), len(games), deals, seat, skill, luck, rest, is_chancy)


def _by_deal(games: Sequence[Watched]) -> Matrix:
    """Return a row of sums for each deal: of results and luck, and of their products, by seat and by bot."""
    rows: dict[int, Any] = {}
    for game in games:
        wins = np.array(game.win_shares())
        luck = np.array(game.luck if game.luck is not None else np.zeros_like(wins))
        seating = np.array(game.seating)
        bots = [(wins * (seating == bot)).sum() for bot in _bots(games)]
        counts = [float((seating == bot).sum()) for bot in _bots(games)]
        row = [len(wins), wins.sum(), wins @ wins, luck.sum(), luck @ luck, wins @ luck, 1, *wins, *bots, *counts]
        rows[game.deal] = rows.get(game.deal, 0.0) + np.array(row, np.float64)
    return np.array([rows[deal] for deal in sorted(rows)])


def _bots(games: Sequence[Watched]) -> range:
    return range(max(games[0].seating) + 1)


def _decompose(sums: Matrix, games: Sequence[Watched]) -> Matrix:
    """Return the shares of seat, skill, luck and the rest for each row of sums. NaN if the results do not vary."""
    seats, bots = len(games[0].seating), len(_bots(games))
    n, wins, squares, luck, luck_squares, product, played = sums[:, :7].T
    by_seat = sums[:, 7 : 7 + seats]
    by_bot, sat = sums[:, 7 + seats : 7 + seats + bots], sums[:, 7 + seats + bots :]
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = wins / n
        total = squares - n * mean**2
        total = np.where(total > 1e-9, total, np.nan)
        seat = (played[:, None] * (by_seat / played[:, None] - mean[:, None]) ** 2).sum(axis=1) / total
        skill = (sat * (by_bot / sat - mean[:, None]) ** 2).sum(axis=1) / total
        spread = luck_squares - luck**2 / n
        together = product - luck * mean
        explained = np.where(spread > 1e-9, together**2 / (np.where(spread > 1e-9, spread, 1.0) * total), 0.0)
    explained = np.where(np.isnan(total), np.nan, explained)
    rest = np.clip(1.0 - seat - skill - explained, 0.0, 1.0)
    found: Matrix = np.stack([seat, skill, explained, rest], axis=1)
    return found
