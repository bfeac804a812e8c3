"""Play on Numba's GPU simulator and compare every byte with the CPU. Run with NUMBA_ENABLE_CUDASIM=1.

    python -m tests.research.simulated_gpu GAME ...

Several games are played one after the other in the same process.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda

import stockade
from stockade.conformance.dice import below, next_random, outcome
from stockade.core.errors import BadOption, IllegalAction
from stockade.research import Batch, gpu, order
from stockade.research.batch import row_seeds
from stockade.research.gpu import GpuBatch, check_same_play

ROWS, STEPS, DECISIONS = 3, 7, 12
SORTED = min(stockade.games(), key=lambda name: stockade.game(name).spec.action_count)  # the simulator sorts slowly

# The simulator lacks this function, and it starts a real thread for every thread of a block.
cuda.as_cuda_array = lambda array: array
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
    starts = [device.state(row) for row in range(ROWS)]
    seeds = device.seeds.tolist()
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
        assert device.state(row).to_bytes() == state.to_bytes()
        assert int(device.seeds[row]) == x
    assert done.games == finished
    assert done.decisions == ROWS * DECISIONS
    assert done.decisions_per_second > 0


def check_refusals(name: str) -> None:
    """Check that an illegal action or a wrong array changes nothing, and names the row."""
    device = GpuBatch(name, ROWS, seed=5)
    before = device.host_states().tobytes()
    legal = device.random_actions()
    last = device.game.spec.action_count
    wrong = [
        np.where(np.arange(ROWS) == 1, last, legal),
        np.where(np.arange(ROWS) == 1, legal.astype(np.int64) + 2**32, legal),
        np.where(np.arange(ROWS) == 1, -1, legal),
    ]
    for actions in wrong:
        assert "row 1: " in refusal(IllegalAction, device.step, actions)
    assert "whole numbers" in refusal(IllegalAction, device.step, legal.astype(np.float32))
    assert f"takes {ROWS} actions" in refusal(IllegalAction, device.step, legal[:-1])
    assert device.host_states().tobytes() == before
    device.step(legal.tolist())
    assert device.host_states().tobytes() != before


def refusal(kind: type[Exception], do: Callable[..., Any], *given: Any) -> str:
    try:
        do(*given)
    except kind as error:
        return str(error)
    raise AssertionError("nothing was refused")


def check_saving(name: str) -> None:
    """Check that states come back with their dice, and that one of them can be put into several rows."""
    device = GpuBatch(name, ROWS, seed=5)
    saved = device.save()
    before = device.host_states()
    plays = []
    for _ in range(2):
        for _ in range(4):
            device.step(device.random_actions(), check=False)
        plays.append(device.host_states().tobytes())
        device.restore(saved)
    assert plays[0] == plays[1]
    assert device.host_states().tobytes() == before.tobytes()
    device.restore(saved, [2, 0, 2])
    assert device.host_states().tobytes() == before[[2, 0, 2]].tobytes()
    assert device.seeds.tolist() == saved.seeds[[2, 0, 2]].tolist()
    for rows in ([0, 0], [0, 1, ROWS], [0, 1, -1]):
        refusal(BadOption, device.restore, saved, rows)
    refusal(BadOption, GpuBatch(name, ROWS + 1).restore, saved)


def check_lists(name: str) -> None:
    """Check that lists of legal actions are those of single states."""
    device = GpuBatch(name, ROWS, seed=5)
    listed, counts = device.legal_lists()
    for row in range(ROWS):
        assert listed[row, : counts[row]].tolist() == device.state(row).legal_actions()


def check_exchange(name: str) -> None:
    """Check that others take arrays without a copy, and that theirs are taken."""
    device = GpuBatch(name, ROWS, seed=5)
    seen = device.observations()
    assert np.shares_memory(np.from_dlpack(seen), seen)
    assert device.observations() is seen

    class Tensor:
        """What another library has: nothing but DLPack."""

        def __init__(self, array: Any) -> None:
            self.__dlpack__, self.__dlpack_device__ = array.__dlpack__, array.__dlpack_device__

    chosen = device.random_actions()
    other = GpuBatch(name, ROWS, seed=5)
    other.random_actions()  # takes as many random numbers
    other.step(chosen)
    device.step(Tensor(chosen.astype(np.int64)))
    assert device.host_states().tobytes() == other.host_states().tobytes()


def near_the_end(name: str) -> bytes:
    """Return a state of a random game before its last decision."""
    state, x, before = stockade.game(name).start(), 9, b""
    while not state.is_over:
        x = next_random(x)
        if not state.is_chance:
            before = state.to_bytes()
        legal = [] if state.is_chance else state.legal_actions()
        state.apply(outcome(state, x) if state.is_chance else legal[below(x, len(legal))])
    return before


def check_autoreset(name: str) -> None:
    """Check that rows begin anew when they should, and that how they ended can still be read."""
    plain = GpuBatch(name, ROWS, seed=5)
    same, following = (GpuBatch(name, ROWS, seed=5, autoreset=mode) for mode in ("SameStep", "NextStep"))
    ending = np.frombuffer(near_the_end(name), plain.words.dtype)
    for device in (plain, same, following):
        device.words.reshape(ROWS, -1)[1] = ending
    over = np.zeros(ROWS, np.bool_)
    for _ in range(100):  # the last decision may be another one this time
        actions = plain.random_actions()
        same.seeds[:] = following.seeds[:] = plain.seeds
        rewards, over = plain.step(actions)
        for device in (same, following):
            found, ended = device.step(actions)
            assert found.tolist() == rewards.tolist()
            assert ended.tolist() == over.tolist()
        assert following.host_states().tobytes() == plain.host_states().tobytes()
        assert same.last_scores().tolist() == plain.scores().tolist()
        assert [same.last_state(row) for row in range(ROWS)] == [plain.state(row) for row in range(ROWS)]
        if over.any():
            break
        assert same.host_states().tobytes() == plain.host_states().tobytes()
    assert over.any()
    before, kept = plain.seeds.copy(), over.copy()
    plain.reset_over()
    assert same.host_states().tobytes() == plain.host_states().tobytes()
    assert not same.is_over.any()
    assert ended_again(following, before, kept) == [plain.state(row) for row in range(ROWS) if kept[row]]
    refusal(BadOption, plain.last_scores)
    refusal(BadOption, following.last_state, 0)
    assert "SameStep" in refusal(BadOption, lambda: GpuBatch(name, ROWS, autoreset="Sometimes"))  # type: ignore[arg-type]


def ended_again(device: GpuBatch, seeds: Any, over: Any) -> list[Any]:
    """Take one more step after some rows have ended, and return these rows, which have begun anew."""
    actions = device.random_actions()
    device.seeds[:] = np.where(over, seeds, device.seeds)
    rewards, ended = device.step(np.where(over, -1, actions), check=True)  # an action of a row that begins is ignored
    assert not rewards[over].any()
    assert not ended[over].any()
    return [device.state(row) for row in range(ROWS) if over[row]]


if __name__ == "__main__":
    assert len(set(row_seeds(1, 1000).tolist())) == 1000
    check_order()
    for game in sys.argv[1:]:
        seats = stockade.game(game).spec.players[-1]
        check_same_play(Batch(game, ROWS, seats, seed=3), GpuBatch(game, ROWS, seats, seed=3), STEPS)
        check_refusals(game)
        check_saving(game)
        check_lists(game)
        check_autoreset(game)
        check_exchange(game)
        for sort in {False, game == SORTED, stockade.game(game).spec.sort_on_gpu}:
            check_playouts(game, seats, sort)
        print(f"{game}: the same")
