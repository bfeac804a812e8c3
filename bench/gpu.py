"""Run games at random on one GPU, and check that it plays the same as a CPU.

    python bench/gpu.py [game ...] [--rows N] [--decisions N] [--players N] [--runs N] [--learners N ...]
                        [--compare N] [--sort yes|no] [--lock FILE]

There are two kinds of runs: playouts, and steps as a learner takes them, with observations and masks for every
decision. Learners are timed with each of the given numbers of rows. Without a game, all games run, one after the
other in one process. The first start of a large game compiles for a minute or two. With zero runs, zero rows or zero
steps to compare, that part is skipped.

With `--lock`, several processes can compile at once: only the one that has the lock of this file is timed.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

import stockade
from stockade.research import Batch
from stockade.research.gpu import GpuBatch, check_same_play
from stockade.research.gpu_support import cuda, to_host

RUN_SECONDS = 1.0
COMPARED = 2048  # rows that are compared
WARMING = 64  # steps to begin with, so that matches are under way
MEMORY = 32e9  # bytes of observations and masks; with more rows than fit in, learners are not timed


def time_playouts(batch: GpuBatch, decisions: int, runs: int) -> dict[str, Any]:
    if not decisions:
        tried = batch.playouts(64)
        decisions = max(64, int(64 * RUN_SECONDS / tried.seconds))
    found = [batch.playouts(decisions) for _ in range(runs)]
    best = max(found, key=lambda run: run.decisions_per_second)
    return {
        "players": batch.players,
        "rows": len(batch),
        "sorted": batch.sort,
        "decisions a run": best.decisions,
        "games a second": round(best.games / best.seconds),
        "million decisions a second": [round(run.decisions_per_second / 1e6, 1) for run in found],
    }


@contextmanager
def alone(lock: str | None) -> Iterator[None]:
    """Wait until no other process has the lock of this file."""
    if lock is None:
        yield
        return
    with open(lock, "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def sizes(game: stockade.Game) -> dict[str, int]:
    """Return how large a game is."""
    return {
        "bytes of a state": game.record.itemsize,
        "numbers of an observation": game.names["OBSERVATION_SIZE"],
        "actions": game.spec.action_count,
    }


def fits(game: stockade.Game, rows: int) -> bool:
    return rows * (4 * game.names["OBSERVATION_SIZE"] + game.spec.action_count) <= MEMORY


def time_learning(batch: GpuBatch, runs: int) -> dict[str, Any]:
    """Time steps with an observation and a mask for every decision. Games that end begin again."""

    def steps(count: int) -> float:
        cuda().synchronize()
        started = time.perf_counter()
        for _ in range(count):
            batch.observations()
            batch.legal_mask()
            batch.step(batch.random_actions(), check=False)
            batch.reset_over()
        cuda().synchronize()
        return time.perf_counter() - started

    steps(WARMING)
    count = max(16, int(16 * RUN_SECONDS / steps(16)))
    found = [count * len(batch) / steps(count) for _ in range(runs)]
    return {
        **sizes(batch.game),
        "legal actions": round(float(batch.legal_lists()[1].mean()), 1),
        "players": batch.players,
        "rows": len(batch),
        "million decisions a second, with observations and masks": [round(each / 1e6, 2) for each in found],
    }


def compare(game: str, steps: int) -> None:
    check_same_play(Batch(game, COMPARED, seed=5), GpuBatch(game, COMPARED, seed=5), steps)
    print(json.dumps({"game": game, "steps that equal the CPU's": COMPARED * steps}), flush=True)
    said = {"game": game, "autoreset": check_autoreset(game, steps), "JAX": check_jax(game)}
    print(json.dumps(said), flush=True)


def check_autoreset(game: str, steps: int) -> str:
    """Play with and without autoreset from the same seeds, and raise an error where the states differ."""
    plain, same = GpuBatch(game, COMPARED, seed=5), GpuBatch(game, COMPARED, seed=5, autoreset="SameStep")
    ended = 0
    for _ in range(steps):
        chosen = plain.random_actions()
        same.seeds[:] = plain.seeds
        rewards, over = plain.step(chosen)
        found, ends = same.step(chosen)
        is_same = bool((found == rewards).all() and (ends == over).all())
        is_same &= bool((same.last_scores() == plain.scores()).all())
        ended += int(over.sum())
        plain.reset_over()
        if not is_same or not bool((same.words == plain.words).all()):
            raise RuntimeError(f"{game}: a batch that begins anew by itself differs")
    return f"the same, with {ended} ends"


def check_jax(game: str) -> str:
    """Give arrays to JAX and take actions from it, as docs/research.md says, and raise an error if values differ."""
    try:
        import jax
        import jax.numpy as jnp
    except ImportError:
        return "not installed, not checked"
    batch = GpuBatch(game, COMPARED, seed=5)
    seen = jax.dlpack.from_dlpack(batch.observations().copy())
    mask = jax.dlpack.from_dlpack(batch.legal_mask().copy())
    if seen.devices() != {jax.devices("gpu")[0]} or mask.dtype != jnp.bool_:
        raise RuntimeError(f"JAX has other arrays: {seen.devices()}, {mask.dtype}")
    same = (np.asarray(seen) == to_host(batch.observations())).all() and (
        np.asarray(mask) == to_host(batch.legal_mask())
    ).all()
    actions = jnp.argmax(mask, axis=1)
    batch.step(actions)  # raises an error if one of them is illegal
    if not same:
        raise RuntimeError(f"{game}: JAX sees other numbers")
    return "the same"


def time_learners(game: str, arguments: argparse.Namespace) -> None:
    for rows in arguments.learners:
        if rows and fits(stockade.game(game), rows):
            batch = GpuBatch(game, rows, arguments.players, seed=1)
            print(json.dumps({"game": game, **time_learning(batch, arguments.runs)}), flush=True)


def time_random_games(game: str, arguments: argparse.Namespace) -> None:
    sort = None if arguments.sort is None else arguments.sort == "yes"
    started = time.perf_counter()
    batch = GpuBatch(game, arguments.rows, arguments.players, seed=1, sort=sort)
    batch.playouts(1)
    ready = time.perf_counter() - started
    timed = time_playouts(batch, arguments.decisions, arguments.runs)
    print(json.dumps({"game": game, "seconds to start": round(ready, 1), **timed}), flush=True)


def run(game: str, arguments: argparse.Namespace) -> None:
    if arguments.compare:
        compare(game, arguments.compare)
    if arguments.runs:
        with alone(arguments.lock):
            time_learners(game, arguments)
            if arguments.rows:
                time_random_games(game, arguments)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(stockade.games()))
    parser.add_argument("--rows", type=int, default=1 << 19)
    parser.add_argument(
        "--decisions", type=int, default=0, help="decisions per row (default: about one second's worth)"
    )
    parser.add_argument("--players", type=int)
    parser.add_argument("--sort", choices=("yes", "no"), help="default: what the game recommends")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--learners", type=int, nargs="+", default=[1 << 15, 1 << 17, 1 << 19], metavar="ROWS")
    parser.add_argument("--compare", type=int, default=200, metavar="STEPS")
    parser.add_argument("--lock", metavar="FILE")
    arguments = parser.parse_args()
    for game in arguments.games:
        run(game, arguments)


if __name__ == "__main__":
    main()
