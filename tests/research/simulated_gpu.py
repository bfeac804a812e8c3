"""Play on Numba's GPU simulator and compare every byte with the CPU. Run with NUMBA_ENABLE_CUDASIM=1.

    python -m tests.research.simulated_gpu GAME ...

Several games are played one after the other in the same process.
"""

from __future__ import annotations

import sys

import numpy as np
from numba import cuda

import stockade
from stockade.conformance.dice import below, next_random, outcome
from stockade.core.state import State
from stockade.research import Batch, gpu, order
from stockade.research.batch import row_seeds
from stockade.research.gpu import GpuBatch, check_same_play

ROWS, STEPS, DECISIONS = 3, 12, 24
SORTED = min(stockade.games(), key=lambda name: stockade.game(name).spec.action_count)  # the simulator sorts slowly

# The simulator lacks this function, and it starts a real thread for every thread of a block.
cuda.is_cuda_array = lambda thing: hasattr(thing, "copy_to_host")
gpu.THREADS = order.THREADS = order.SUMMERS = 4


def check_order() -> None:
    """Check that rows are sorted by key, with keys out of range at either end."""
    keys = np.array([3, -1, 7, 3, 0, 900, -5, 6], np.int32)
    sorted_rows = order.Order(len(keys), limit=8)
    for _ in range(2):  # the second sort finds the buffers of the first
        sorted_rows.sort(cuda.to_device(keys))
        rows = sorted_rows.rows.copy_to_host()
        assert sorted(rows) == list(range(len(keys)))
        assert sorted(rows[:2]) == [1, 6]
        assert keys[rows[2:]].clip(-1, 7).tolist() == [0, 3, 3, 6, 7, 7]


def check_playouts(name: str, players: int, sort: bool) -> None:
    """Compare playouts with single states that use the same random numbers."""
    device = GpuBatch(name, ROWS, players, seed=5, sort=sort)
    starts = [State(device.game, row.view(np.uint8).copy()) for row in device.states.copy_to_host().reshape(-1, 1)]
    seeds = [int(seed) for seed in device.seeds.copy_to_host()]
    done = device.playouts(DECISIONS)
    finished = 0
    for row, (state, x) in enumerate(zip(starts, seeds, strict=True)):
        made = 0
        while made < DECISIONS:
            if state.is_over:
                state = stockade.game(name).start(players)
                finished += 1
            x = next_random(x)
            legal = state.legal_actions()
            made += not state.is_chance
            state.apply(outcome(state, x) if state.is_chance else legal[below(x, len(legal))])
        assert device.states.copy_to_host()[row : row + 1].tobytes() == state.to_bytes()
        assert int(device.seeds.copy_to_host()[row]) == x
    assert done.games == finished
    assert done.decisions == ROWS * DECISIONS
    assert done.decisions_per_second > 0


if __name__ == "__main__":
    assert len(set(row_seeds(1, 1000).tolist())) == 1000
    check_order()
    for game in sys.argv[1:]:
        seats = stockade.game(game).spec.players[-1]
        check_same_play(Batch(game, ROWS, seats, seed=3), GpuBatch(game, ROWS, seats, seed=3), STEPS)
        for sort in {False, game == SORTED, stockade.game(game).spec.sort_on_gpu}:
            check_playouts(game, seats, sort)
        print(f"{game}: the same")
