"""Run games at random on one GPU, and check that it plays the same as a CPU.

    python bench/gpu.py [game ...] [--rows N] [--decisions N] [--players N] [--runs N] [--learners N] [--compare N]
                        [--sort yes|no]

There are two kinds of runs: playouts, and steps as a learner takes them, with observations and masks for every
decision. Without a game, all games run, one after the other in one process. The first start of a large game compiles
for a minute or two. With zero runs, zero rows for learners or zero steps to compare, that part is skipped.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import stockade
from stockade.research import Batch
from stockade.research.gpu import GpuBatch, check_same_play
from stockade.research.gpu_support import cuda

RUN_SECONDS = 1.0
COMPARED = 2048  # rows that are compared


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

    steps(1)
    count = max(16, int(16 * RUN_SECONDS / steps(16)))
    found = [count * len(batch) / steps(count) for _ in range(runs)]
    return {
        "players": batch.players,
        "rows": len(batch),
        "million decisions a second, with observations and masks": [round(each / 1e6, 2) for each in found],
    }


def run(game: str, arguments: argparse.Namespace) -> None:
    if arguments.runs and arguments.learners:
        batch = GpuBatch(game, arguments.learners, arguments.players, seed=1)
        print(json.dumps({"game": game, **time_learning(batch, arguments.runs)}), flush=True)
    if arguments.runs:
        sort = None if arguments.sort is None else arguments.sort == "yes"
        started = time.perf_counter()
        batch = GpuBatch(game, arguments.rows, arguments.players, seed=1, sort=sort)
        batch.playouts(1)
        ready = time.perf_counter() - started
        timed = time_playouts(batch, arguments.decisions, arguments.runs)
        print(json.dumps({"game": game, "seconds to start": round(ready, 1), **timed}), flush=True)
    if arguments.compare:
        check_same_play(Batch(game, COMPARED, seed=5), GpuBatch(game, COMPARED, seed=5), arguments.compare)
        print(json.dumps({"game": game, "steps that equal the CPU's": COMPARED * arguments.compare}), flush=True)


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
    parser.add_argument("--learners", type=int, default=1 << 15, metavar="ROWS")
    parser.add_argument("--compare", type=int, default=200, metavar="STEPS")
    arguments = parser.parse_args()
    for game in arguments.games:
        run(game, arguments)


if __name__ == "__main__":
    main()
