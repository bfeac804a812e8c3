"""Fits the networks for tables with Automas: one for what people have, one for what Automas have.

Both begin as the networks that the game has. Greedy bots play, and the networks learn who won.
Writes the data file of the networks.

    python scripts/fit_automas.py 200000 value_automas.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import stockade
from stockade.core.network import Network, load
from stockade.games.barrage.evaluation.features import FEATURES
from stockade.games.barrage.evaluation.value import AUTOMAS_FILE, PACKAGE
from stockade.research.fit import Samples, record

TABLES = ((4, 3, "4", 6), (4, 3, "234", 1), (2, 1, "4", 1), (3, 2, "4", 1), (4, 2, "4", 1))  # the last: its weight
SLIPS = (0, 0, 10, 40)
RATE = 0.0005  # small, because so few games would spoil what the networks know already
PASSES = 2
BATCH = 512
Weights = list[npt.NDArray[Any]]


def gathered(count: int, seed: int) -> list[tuple[Samples, int, int]]:
    """Return positions of every kind of table, each kind with its numbers of people and of Automas."""
    game = stockade.game("barrage")
    weights = sum(weight for *_, weight in TABLES)
    found = []
    for players, automas, level, weight in TABLES:
        options = {"setup": "full", "automas": automas, "level": level}
        share = count * weight // weights
        found.append((record(game, players, options, share, seed, 8, SLIPS), players - automas, automas))
    return found


def weights_of(network: Network) -> Weights:
    return [array.astype(np.float32) for array in (network.hidden, network.start, network.out, network.straight)]


def results(weights: Weights, rows: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return the hidden units of a network and its results for some rows."""
    units = np.maximum(rows @ weights[0] + weights[1], 0.0)
    return units, units @ weights[2] + rows @ weights[3]


def slopes(weights: Weights, rows: npt.NDArray[Any], units: npt.NDArray[Any], error: npt.NDArray[Any]) -> Weights:
    """Return the gradient for each weight of a network, given the errors of its results."""
    back = error[:, None] * weights[2] * (units > 0)
    return [rows.T @ back, back.sum(0), units.T @ error, rows.T @ error]


def step(pair: tuple[Weights, Weights], samples: Samples, chosen: Any, people: int, automas: int) -> Weights:
    """Return the gradient for the weights of both networks."""
    seats = people + automas
    tables, shares = samples.tables[chosen], samples.shares[chosen, :seats]
    sides = tables[:, :people], tables[:, people:seats]
    found = [results(weights, side.reshape(-1, side.shape[2])) for weights, side in zip(pair, sides, strict=True)]
    sums = np.concatenate([result.reshape(len(tables), -1) for _, result in found], axis=1)
    chances = np.exp(sums - sums.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    errors = (chances - shares) / len(tables)
    parts = errors[:, :people].ravel(), errors[:, people:].ravel()
    gradient: Weights = []
    for weights, side, (units, _), error in zip(pair, sides, found, parts, strict=True):
        gradient += slopes(weights, side.reshape(-1, side.shape[2]), units, error)
    return gradient


def fit(count: int, seed: int = 0) -> dict[str, Any]:
    """Return the data of both networks."""
    parts = ("people", "automas")
    pair: Any = tuple(weights_of(load(PACKAGE, FEATURES, AUTOMAS_FILE, part)) for part in parts)
    random = np.random.default_rng(seed)
    played = gathered(count, seed)
    batches = [
        (kind, chosen)
        for kind, (samples, _, _) in enumerate(played)
        for _ in range(PASSES)
        for chosen in np.array_split(random.permutation(len(samples)), max(1, len(samples) // BATCH))
    ]
    random.shuffle(batches)
    every = pair[0] + pair[1]
    means, squares = ([np.zeros_like(weight) for weight in every] for _ in range(2))
    for number, (kind, chosen) in enumerate(batches, 1):
        rate = RATE * (1.0 - number / (len(batches) + 1))
        for at, found in enumerate(step(pair, played[kind][0], chosen, *played[kind][1:])):
            means[at] += 0.1 * (found - means[at])
            squares[at] += 0.001 * (found * found - squares[at])
            mean, square = means[at] / (1 - 0.9**number), squares[at] / (1 - 0.999**number)
            every[at] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
    return {part: Network(*weights).to_json(FEATURES) for part, weights in zip(parts, pair, strict=True)}


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(json.dumps(fit(int(sys.argv[1])), separators=(",", ":")) + "\n", "utf-8")
