"""Run examples/ppo.py on Numba's GPU simulator, and compare it with the CPU. Run with NUMBA_ENABLE_CUDASIM=1.

    python -m tests.research.simulated_ppo FILE

The tensors are in main memory. Everything else is as with `--device cuda`, which `FILE` is made with.
"""

from __future__ import annotations

import sys
from typing import Any

import torch
from examples import ppo
from tests.research import simulated_gpu  # noqa: F401  (adds what the simulator lacks)

import stockade
from stockade.research import Batch
from stockade.research.gpu import GpuBatch

ROWS, STEPS = 3, 12


def rollout(kind: Any, name: str, players: int, reward: str) -> ppo.Rollout:
    """Return what an untrained network plays. The same seeds give the same network and the same matches."""
    torch.manual_seed(5)
    game = stockade.game(name)
    inputs = torch.arange(game.names["OBSERVATION_SIZE"])
    network = ppo.Network(inputs, max(game.spec.players), game.spec.action_count)
    matches = ppo.Matches(kind(name, ROWS, players, seed=3), inputs, reward, openings=4)
    return ppo.collect(network, matches, STEPS)


def check_same(name: str, players: int, reward: str) -> None:
    """Check that a rollout is the same on both, to the last bit."""
    cpu, device = (vars(rollout(kind, name, players, reward)) for kind in (Batch, GpuBatch))
    looks = zip(cpu.pop("looks"), device.pop("looks"), strict=True)
    assert all(torch.equal(one, other) for one, other in looks)
    assert all(torch.equal(cpu[key], device[key]) for key in cpu)


if __name__ == "__main__":
    check_same("blockade", 2, "result")
    check_same("cascadia", 1, "points")
    ppo.LOOKS, ppo.TRIALS = (ROWS, 2), ROWS
    words = ["blockade", "--device", "cuda", "--rows", str(ROWS), "--steps", "8", "--decisions", "48"]
    words += ["--against", "random", "--games", "4"]
    sys.argv = ["ppo.py", *words, "--file", sys.argv[1]]
    ppo.main()
