"""A small network that evaluates a position: features of each seat go in, chances to win come out.

A seat is described by a row of numbers, and all rows go through the same network: one hidden layer and, beside it, a
linear sum. The results are turned into the chance of each seat. In games that nobody may win, a fixed number stands
beside the results, for the chance that nobody wins. The weights are a data file of the game, which `stockade fit`
writes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from math import exp
from typing import Any

import numpy as np
import numpy.typing as npt

from stockade.core.kernel import kernel
from stockade.core.room import room_of

NEVER = float("-inf")  # the result of what has no chance
FILE = "data/value.json"
LEAST = 1e-9  # a chance below this is a rounding error
MOST_UNITS = 256  # of the hidden layer
units = room_of(MOST_UNITS, np.float64)
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Network:
    """The weights of a network."""

    hidden: Floats  # from features to hidden units
    start: Floats  # what each hidden unit starts with
    out: Floats  # from hidden units to the result
    straight: Floats  # from features directly to the result
    nobody: float = NEVER  # stands beside the results of the seats, for the chance that nobody wins

    def to_json(self, features: Sequence[str]) -> dict[str, Any]:
        """Return a row for each feature, by its name: its linear weight, then its weight for every hidden unit."""
        rows = np.column_stack([self.straight, self.hidden])
        data = {
            "features": {name: _rounded(row) for name, row in zip(features, rows, strict=True)},
            "start": _rounded(self.start),
            "out": _rounded(self.out),
        }
        return data if self.nobody == NEVER else data | {"nobody": self.nobody}


def _rounded(numbers: Floats) -> list[float]:
    return [round(float(number), 3) for number in numbers]


def from_json(data: Mapping[str, Any], features: Sequence[str]) -> Network:
    """Return the network of a data file. A feature that the file does not have counts for nothing."""
    size = len(data["out"])
    if size > MOST_UNITS:
        raise ValueError(f"a network has at most {MOST_UNITS} hidden units, not {size}")
    rows = np.array([data["features"].get(name, [0.0] * (size + 1)) for name in features], np.float64)
    arrays = (
        np.ascontiguousarray(rows[:, 1:]),
        np.array(data["start"], np.float64),
        np.array(data["out"], np.float64),
        np.ascontiguousarray(rows[:, 0]),
    )
    for array in arrays:
        array.flags.writeable = False
    return Network(*arrays, float(data.get("nobody", NEVER)))


def load(package: str, features: Sequence[str], file: str = FILE, part: str | None = None) -> Network:
    """Return the network in a game's package. A file may contain several, each as a part with a name."""
    data = json.loads(resources.files(package).joinpath(file).read_text("utf-8"))
    return from_json(data if part is None else data[part], features)


@kernel
def result_of(row: Any, hidden: Any, start: Any, out: Any, straight: Any) -> float:
    """Return the result of a network for the row of a seat."""
    features, size = hidden.shape
    unit = units()
    total = 0.0
    for k in range(size):
        unit[k] = start[k]
    for feature in range(features):
        number = row[feature]
        if number != 0.0:
            total += number * straight[feature]
            for k in range(size):
                unit[k] += number * hidden[feature, k]
    for k in range(size):
        total += max(unit[k], 0.0) * out[k]
    return total


@kernel
def judge(
    table: Any, players: int, hidden: Any, start: Any, out: Any, straight: Any, nobody: float, values: Any
) -> None:
    """Fill in what a position is worth to each seat: 1 for a certain win, below zero for less than an equal share."""
    for seat in range(players):
        values[seat] = result_of(table[seat], hidden, start, out, straight)
    share_out(players, nobody, values)


@kernel
def share_out(players: int, nobody: float, values: Any) -> None:
    """Turn results into what they are worth to each seat.

    The chance of a seat is in proportion to the exponential of its result. `nobody` is the result that stands for a
    game without a winner.
    """
    best = nobody
    for seat in range(players):
        best = max(best, values[seat])
    sum_of_all = exp(nobody - best)
    for seat in range(players):
        values[seat] = exp(values[seat] - best)
        sum_of_all += values[seat]
    for seat in range(players):
        values[seat] = (values[seat] / sum_of_all * players - 1.0) / (players - 1.0)


@kernel
def sharpen(players: int, certainty: float, nobody: float, values: Any) -> None:
    """Raise every seat's chance to win to a power, and change the values accordingly.

    That nobody wins is one more outcome, with the chance that the seats leave. It is raised to the same power, and
    then counts `nobody` times. With a power above 1, what is likely is likelier than before. What is certain stays
    certain.
    """
    if players < 2 or (certainty == 1.0 and nobody == 1.0):
        return
    left, sum_of_all = 1.0, 0.0
    for seat in range(players):
        chance = max(0.0, (values[seat] * (players - 1.0) + 1.0) / players)
        left -= chance
        values[seat] = chance**certainty
        sum_of_all += values[seat]
    if left > LEAST:
        sum_of_all += nobody * left**certainty
    for seat in range(players):
        values[seat] = (values[seat] / sum_of_all * players - 1.0) / (players - 1.0)
