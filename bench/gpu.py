"""Random playouts of a game on one GPU, after checking that the GPU plays exactly what a CPU plays.

python bench/gpu.py [game] [--rows N] [--decisions N]
"""

from __future__ import annotations

import argparse
import json

import numpy as np

from stockade.research import Batch
from stockade.research.gpu import GpuBatch


def check_same_play(game: str, rows: int = 2048, steps: int = 200) -> int:
    """Step a CPU batch and a GPU batch with the same seeds; every byte must agree. Gives the steps compared."""
    cpu, gpu = Batch(game, rows, seed=5), GpuBatch(game, rows, seed=5)
    for step in range(steps):
        actions = gpu.random_actions()
        chosen = cpu.random_actions()
        live = ~cpu.is_over
        assert (actions.copy_to_host()[live] == chosen[live]).all(), f"actions differ at step {step}"
        rewards = gpu.step(actions).copy_to_host()
        expected, _ = cpu.step(chosen)
        assert (rewards[:, : cpu.players] == expected).all(), f"rewards differ at step {step}"
        assert (gpu.states.copy_to_host().view(np.uint8) == cpu.states.view(np.uint8)).all(), f"step {step}"
    return rows * steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="blockade")
    parser.add_argument("--rows", type=int, default=1 << 19)
    parser.add_argument("--decisions", type=int, default=2000)
    arguments = parser.parse_args()
    same = check_same_play(arguments.game)
    batch = GpuBatch(arguments.game, arguments.rows, seed=1)
    runs = [batch.playouts(arguments.decisions) for _ in range(5)]
    best = max(runs, key=lambda run: run.decisions_per_second)
    print(
        json.dumps(
            {
                "game": arguments.game,
                "steps compared with the CPU": same,
                "rows": arguments.rows,
                "decisions a run": best.decisions,
                "games a second": round(best.games / best.seconds),
                "billion decisions a second": [round(run.decisions_per_second / 1e9, 3) for run in runs],
            }
        )
    )


if __name__ == "__main__":
    main()
