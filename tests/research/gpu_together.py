"""Plays games on a GPU one after the other in one process, and checks every byte against the CPU.

    python -m tests.research.gpu_together [--rows N] [--steps N] GAME ...

A simulated device (NUMBA_ENABLE_CUDASIM=1) wants few rows and steps. Prints a line of JSON for each game: the steps
that were compared, and the seconds until the first of them: compiling, where nothing is kept on disk yet.
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np
from numba import config, cuda

from stockade.research import Batch, gpu, order
from stockade.research.gpu import GpuBatch

if config.ENABLE_CUDASIM:
    # The simulator lacks this one question, and every thread of a block costs it a real one.
    cuda.is_cuda_array = lambda thing: hasattr(thing, "copy_to_host")
    gpu.THREADS = order.THREADS = order.SUMMERS = 4


def compare(game: str, rows: int, steps: int) -> float:
    """Step a CPU batch and a GPU batch with the same seeds. Says how long the GPU's first step took."""
    cpu = Batch(game, rows, seed=5)
    started = time.perf_counter()
    device = GpuBatch(game, rows, seed=5)
    seconds = time.perf_counter() - started
    for step in range(steps):
        chosen = cpu.random_actions()
        on_device = device.random_actions()
        live = ~cpu.is_over
        assert (on_device.copy_to_host()[live] == chosen[live]).all(), f"{game}: actions differ at step {step}"
        rewards = device.step(on_device).copy_to_host()
        expected, _ = cpu.step(chosen)
        assert (rewards[:, : cpu.players] == expected).all(), f"{game}: rewards differ at step {step}"
        assert (device.states.copy_to_host().view(np.uint8) == cpu.states.view(np.uint8)).all(), f"{game}: {step}"
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=2048)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("games", nargs="+")
    arguments = parser.parse_args()
    for game in arguments.games:
        seconds = compare(game, arguments.rows, arguments.steps)
        same = arguments.rows * arguments.steps
        print(json.dumps({"game": game, "same": same, "first step after": round(seconds, 1)}), flush=True)


if __name__ == "__main__":
    main()
