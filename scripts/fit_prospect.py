"""Fits the network that tells what points a seat of Cascadia may expect (`evaluation/prospect.py`).

Planners play at tables of all kinds, and some of their turns are played quickly. After each turn the environment is
described, and the network learns how many points came afterwards. It begins as the network that the game has, so
another run learns from the better play of the run before. Writes the data file of the network.

    python scripts/fit_prospect.py FILE [--games 1200] [--playouts 200] [--jobs 2] [--seed 1] [--passes 12]
"""

from __future__ import annotations

import argparse
import json
import random
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

import stockade
from stockade.arena.jobs import share_out
from stockade.bots.planner import PlannerBot
from stockade.core.network import Network, load
from stockade.games.cascadia.evaluation.plans import advance, outlook
from stockade.games.cascadia.evaluation.prospect import FEATURES, FILE, FULL, PACKAGE, describe_seat
from stockade.games.cascadia.layout import NOTHING, STATE

QUICK = (0.0, 0.0, 0.1, 0.3)  # the share of quick turns of a seat is one of these
HELD_BACK = 0.1  # of the samples, to see how well the network does
RATE, BATCH, SHRINK = 0.002, 512, 1e-5
Rows = npt.NDArray[np.float32]
Weights = list[Rows]


# -- games ---------------------------------------------------------------------------------------------------


@njit
def play_quickly(data: Any) -> None:
    advance(data.view(STATE)[0])


@njit
def described(data: Any, seat: int, row: Any) -> float:
    points: float = describe_seat(data.view(STATE)[0], seat, row)
    return points


@njit
def at_the_end(data: Any, seat: int) -> float:
    points: float = outlook(data.view(STATE)[0], seat)
    return points


def table(dice: random.Random) -> tuple[int, dict[str, Any]]:
    """Return how many play, and the options. Half of the tables have the A cards, and most have four players."""
    others = ("family", "intermediate", *("".join(dice.choices("ABCD", k=5)) for _ in range(6)))
    cards = dice.choice(("AAAAA", dice.choice(others)))
    players = dice.choices((1, 2, 3, 4), (1, 1.5, 1.5, 6))[0]
    return players, {"cards": cards, "majorities": dice.random() < 0.4}


def play(playouts: int, seed: int) -> tuple[Rows, Rows]:
    """Play a game. Return a description of an environment after each turn, and the points that came afterwards."""
    dice = random.Random(seed)
    game = stockade.game("cascadia")
    game.compile()
    state = game.start(*table(dice))
    bots = [PlannerBot(playouts=playouts, threads=1, seed=dice.getrandbits(30)) for _ in range(state.players)]
    quick = [dice.choice(QUICK) for _ in bots]
    hexes = [0] * state.players
    seen: list[tuple[int, npt.NDArray[np.float64], float]] = []
    while not state.is_over:
        if state.is_chance:
            outcomes, weights = zip(*state.chance_weights(), strict=True)
            state.apply(dice.choices(outcomes, weights)[0])
            continue
        seat, record = state.current_player, state.record
        if record.hand_tile == NOTHING and dice.random() < quick[seat]:
            play_quickly(state.data)
        else:
            state.apply(bots[seat].choose(state))
        laid = int(record.environment[seat].hexes)
        if hexes[seat] < laid < FULL and record.hand_tile == record.hand_token == NOTHING:
            hexes[seat] = laid
            row = np.zeros(len(FEATURES))
            seen.append((seat, row, described(state.data, seat, row)))
    ends = [at_the_end(state.data, seat) for seat in range(state.players)]
    rows = np.array([row for _, row, _ in seen], np.float32)
    return rows, np.array([ends[seat] - points for seat, _, points in seen], np.float32)


# -- the network ---------------------------------------------------------------------------------------------


def results(weights: Weights, rows: Rows) -> tuple[Rows, Rows]:
    """Return the hidden units and the results for some rows."""
    units = np.maximum(rows @ weights[0] + weights[1], 0.0)
    return units, units @ weights[2] + rows @ weights[3]


def slopes(weights: Weights, rows: Rows, gains: Rows) -> Weights:
    """Return the gradient of half the squared error for each weight."""
    units, found = results(weights, rows)
    error = (found - gains) / len(rows)
    back = error[:, None] * weights[2] * (units > 0)
    return [rows.T @ back, back.sum(0), units.T @ error, rows.T @ error]


def fit(weights: Weights, rows: Rows, gains: Rows, passes: int, seed: int) -> Weights:
    """Return the weights after some passes through the samples, by Adam with a falling rate."""
    dice = np.random.default_rng(seed)
    weights = [weight.copy() for weight in weights]
    means, squares = ([np.zeros_like(weight) for weight in weights] for _ in range(2))
    number, last = 0, passes * (len(rows) // BATCH)
    for _ in range(passes):
        for chosen in np.split(dice.permutation(len(rows))[: len(rows) // BATCH * BATCH], len(rows) // BATCH):
            number += 1
            rate = RATE * (1.0 - number / (last + 1))
            for at, slope in enumerate(slopes(weights, rows[chosen], gains[chosen])):
                means[at] += 0.1 * (slope - means[at])
                squares[at] += 0.001 * (slope * slope - squares[at])
                step = means[at] / (1 - 0.9**number) / (np.sqrt(squares[at] / (1 - 0.999**number)) + 1e-8)
                weights[at] -= rate * (step + SHRINK * weights[at])
    return weights


def error(weights: Weights, rows: Rows, gains: Rows) -> float:
    """Return the root of the mean squared error, in points."""
    return float(np.sqrt(np.mean((results(weights, rows)[1] - gains) ** 2)))


@cache
def first_weights() -> Weights:
    """Return the weights that the game has."""
    network = load(PACKAGE, FEATURES, FILE)
    return [array.astype(np.float32) for array in (network.hidden, network.start, network.out, network.straight)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=1200)
    parser.add_argument("--playouts", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--passes", type=int, default=12)
    given = parser.parse_args()
    pieces = [(given.playouts, given.seed * 1_000_000 + number) for number in range(given.games)]
    played = [found for _, found in sorted(share_out(play, pieces, given.jobs), key=itemgetter(0))]
    kept = max(1, int(HELD_BACK * len(played)))
    apart, learned = (tuple(map(np.concatenate, zip(*part, strict=True))) for part in (played[:kept], played[kept:]))
    weights = fit(first_weights(), *learned, given.passes, given.seed)
    print(
        f"{len(learned[0]):,} samples; on others an error of {error(first_weights(), *apart):.3f} points before, ",
        end="",
    )
    print(f"{error(weights, *apart):.3f} now")
    network = Network(*weights)
    given.file.write_text(json.dumps(network.to_json(FEATURES), separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
