"""Fits an evaluation: bots play a game against themselves, and a small network learns who will win.

The network learns from the features of each seat (`evaluation/features`, `stockade.core.network`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from stockade.core.game import Game
from stockade.core.network import NEVER, Network

EVERY = 12  # about one position in so many is recorded
SLIPS = (10, 30, 60, 150)  # in a thousand, how often a seat plays at random; the network must know weak play too
STEP = 0.003  # the first step size of Adam
DECAY = (0.9, 0.999)
SMALL = 1e-8
SHRINK = 1e-5  # pulls weights that do not help to zero
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Samples:
    """Positions as rows of features by seat, and the share of the win that each seat had in the end.

    All shares are zero if nobody won. Seats that nobody plays have a share below zero.
    """

    tables: Floats
    shares: Floats

    def __len__(self) -> int:
        return len(self.tables)

    @property
    def nobody(self) -> float:
        """The result that stands for nobody, beside the results of the seats. Only their differences count."""
        is_lost = np.maximum(self.shares, 0.0).sum(axis=1) < 0.5
        return 0.0 if is_lost.any() else NEVER


def joined(parts: Sequence[Samples]) -> Samples:
    """Return several sets of samples as one."""
    return Samples(np.concatenate([part.tables for part in parts]), np.concatenate([part.shares for part in parts]))


def record(
    game: Game,
    players: int,
    options: Mapping[str, Any],
    count: int,
    seed: int,
    every: int = EVERY,
    slips: Sequence[int] = SLIPS,
) -> Samples:
    """Return `count` positions of games that the game's greedy bot plays against itself."""
    assert game.features is not None
    features = len(game.features.FEATURES)
    most = max(game.spec.players)
    tables = np.zeros((count, most, features), np.float64)
    results = np.zeros((count, most), np.float64)
    data = np.zeros(game.record.itemsize, np.uint8)
    kernels = game.kernels("selfplay")
    arguments = game.setup_arguments(players, options)
    kernels.record_games(data, *arguments, np.array(slips, np.int64), every, seed + 1, tables, results)
    return samples_of(tables, results, players)


def samples_of(tables: npt.NDArray[np.float64], results: npt.NDArray[np.float64], players: int) -> Samples:
    """Return positions, of which there are the features and the results of the games by seat, as samples."""
    shares = np.maximum((results * (players - 1) + 1) / players, 0.0).astype(np.float32)
    shares[:, players:] = -1.0
    return Samples(tables.astype(np.float32), shares)


def fit(
    samples: Samples, size: int = 16, epochs: int = 20, batch: int = 512, seed: int = 0
) -> Iterator[tuple[Network, float]]:
    """Yield the network and its error (cross-entropy) after each pass through the samples."""
    random = np.random.default_rng(seed)
    features = samples.tables.shape[2]
    nobody = samples.nobody
    weights = [
        random.normal(0.0, (2.0 / features) ** 0.5, (features, size)).astype(np.float32),
        np.zeros(size, np.float32),
        random.normal(0.0, 0.1, size).astype(np.float32),
        np.zeros(features, np.float32),
    ]
    means = [np.zeros_like(weight) for weight in weights]
    squares = [np.zeros_like(weight) for weight in weights]
    steps = 0
    for epoch in range(epochs):
        order = random.permutation(len(samples))
        losses = []
        rate = STEP * (1.0 - epoch / epochs)
        for start in range(0, len(order) - batch + 1, batch):
            chosen = order[start : start + batch]
            loss, slopes = slope(weights, samples.tables[chosen], samples.shares[chosen], nobody)
            losses.append(loss)
            steps += 1
            for number, found in enumerate(slopes):
                means[number] += (1 - DECAY[0]) * (found - means[number])
                squares[number] += (1 - DECAY[1]) * (found * found - squares[number])
                mean = means[number] / (1 - DECAY[0] ** steps)
                square = squares[number] / (1 - DECAY[1] ** steps)
                weights[number] -= rate * (mean / (np.sqrt(square) + SMALL) + SHRINK * weights[number])
        hidden, base, out, straight = (weight.astype(np.float64) for weight in weights)
        yield Network(hidden, base, out, straight, nobody), float(np.mean(losses))


def slope(weights: Sequence[Floats], tables: Floats, shares: Floats, nobody: float) -> tuple[float, list[Floats]]:
    """Return the error of a network on some samples, and the gradient for each of its weights."""
    hidden, start, out, straight = weights
    units = np.maximum(tables @ hidden + start, 0.0)
    sums = units @ out + tables @ straight
    present = shares >= 0.0
    sums = np.where(present, sums, NEVER)
    best = np.maximum(sums.max(axis=1, keepdims=True), nobody)
    chances = np.exp(sums - best)
    lost = np.exp(nobody - best)
    total = chances.sum(axis=1, keepdims=True) + lost
    chances /= total
    left = 1.0 - np.where(present, shares, 0.0).sum(axis=1, keepdims=True)  # 1 if nobody won
    loss = -float((shares[present] * np.log(chances[present] + 1e-12)).sum()) / len(tables)
    loss -= float((left * np.log(lost / total + 1e-12)).sum()) / len(tables)
    error = np.where(present, chances - shares, 0.0).astype(np.float32) / len(tables)
    back = error[:, :, None] * out * (units > 0)
    return loss, [
        np.einsum("nsf,nsh->fh", tables, back, optimize=True),
        back.sum(axis=(0, 1)),
        np.einsum("nsh,ns->h", units, error, optimize=True),
        np.einsum("nsf,ns->f", tables, error, optimize=True),
    ]
