"""Many matches on a GPU. The extra `gpu` installs what this needs; without a device it says so plainly."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from stockade.core.device import DeviceFunctions
from stockade.core.errors import StockadeError
from stockade.core.game import Game
from stockade.core.registry import game as find_game
from stockade.research.batch import row_seeds

THREADS = 128  # of a block


class NoGpu(StockadeError):
    """There is no GPU to run on, or what it takes to use one is not installed."""

    code = "no_gpu"


def cuda() -> ModuleType:
    """Numba's CUDA module, with a device behind it."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # removed from NumPy; numba-cuda still looks for it
    try:
        from numba import cuda as module
    except ImportError as error:
        raise NoGpu(f"running on a GPU needs the extra `gpu`: pip install 'stockade[gpu]' ({error})") from error
    try:
        available = module.is_available()
    except Exception as error:  # a missing or broken driver shows itself in many ways
        raise NoGpu(f"no usable GPU: {error}") from error
    if not available:
        raise NoGpu("no usable GPU: CUDA finds no device, or the driver or numba-cuda is missing")
    found: ModuleType = module
    return found


@dataclass(frozen=True)
class GpuPlayouts:
    """A timed run of random games."""

    games: int  # brought to their end
    decisions: int
    seconds: float

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds


class GpuBatch:
    """`size` states in the memory of a GPU, stepped by the same rules as everywhere else."""

    def __init__(
        self,
        game: str | Game,
        size: int,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
    ) -> None:
        self._cuda = cuda()
        self.game = find_game(game) if isinstance(game, str) else game
        self.players, encoded = self.game.setup_arguments(players, options)
        device = DeviceFunctions(self._cuda)
        self._kernels = self.game.kernels("gpu", device.of)
        self._options = self._cuda.to_device(encoded)
        self.states = self._cuda.to_device(np.zeros(size, self.game.record))
        self.seeds = self._cuda.to_device(row_seeds(seed, size))
        self.rewards = self._cuda.to_device(np.zeros((size, max(self.game.spec.players)), np.float32))
        self._grid = (-(-size // THREADS), THREADS)
        self._kernels.start_all[self._grid](self.states, self.seeds, self.players, self._options)

    def step(self, actions: Any) -> Any:
        """Apply one legal action a row, from an array here or on the device; gives the rewards, on the device."""
        chosen = actions if self._cuda.is_cuda_array(actions) else self._cuda.to_device(np.asarray(actions, np.int32))
        self._kernels.step_all[self._grid](self.states, self.seeds, chosen, self.rewards)
        return self.rewards

    def random_actions(self) -> Any:
        chosen = self._cuda.to_device(np.zeros(self.states.shape[0], np.int32))
        self._kernels.random_all[self._grid](self.states, self.seeds, chosen)
        return chosen

    def playouts(self, decisions: int) -> GpuPlayouts:
        """Make that many random decisions in every row, a new game wherever one ends, and time it. The first call
        compiles."""
        finished = self._cuda.to_device(np.zeros(self.states.shape[0], np.int64))
        run = self._kernels.playouts[self._grid]
        run(self.states, self.seeds, self.players, self._options, 0, finished)
        self._cuda.synchronize()
        started = time.perf_counter()
        run(self.states, self.seeds, self.players, self._options, decisions, finished)
        self._cuda.synchronize()
        seconds = time.perf_counter() - started
        return GpuPlayouts(int(finished.copy_to_host().sum()), decisions * len(finished), seconds)
