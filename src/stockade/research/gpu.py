"""Many matches on a GPU. Needs the extra `gpu`; without a device, an error says so."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from stockade.core.device import kernels_on
from stockade.core.errors import StockadeError
from stockade.core.game import Game
from stockade.core.registry import game as find_game
from stockade.research.batch import Batch, row_seeds

THREADS = 128  # in a block
STEPS = 8  # of playouts between two checks whether all rows are done


class NoGpu(StockadeError):
    """There is no GPU, or what is needed to use it is not installed."""

    code = "no_gpu"


def cuda() -> ModuleType:
    """Return Numba's CUDA module, after checking that there is a device."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # removed from NumPy, but numba-cuda still uses it
    try:
        from numba import cuda as module
    except ImportError as error:
        raise NoGpu(f"running on a GPU needs the extra `gpu`: pip install 'stockade[gpu]' ({error})") from error
    try:
        available = module.is_available()
    except Exception as error:  # a missing or broken driver raises many kinds of errors
        raise NoGpu(f"no usable GPU: {error}") from error
    if not available:
        raise NoGpu("no usable GPU: CUDA finds no device, or the driver or numba-cuda is missing")
    found: ModuleType = module
    return found


@dataclass(frozen=True)
class GpuPlayouts:
    """The result of a timed run of random games."""

    games: int  # played to the end
    decisions: int
    seconds: float

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds


class GpuBatch:
    """`size` states in the memory of a GPU, stepped by the same rules as on a CPU.

    With `sort`, rows with similar decisions are processed side by side. The default is what the game's spec
    recommends.
    """

    def __init__(
        self,
        game: str | Game,
        size: int,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        sort: bool | None = None,
    ) -> None:
        self._cuda = cuda()
        from stockade.research.order import Order  # needs a device

        self.game = find_game(game) if isinstance(game, str) else game
        self.players, encoded = self.game.setup_arguments(players, options)
        self.sort = self.game.spec.sort_on_gpu if sort is None else sort
        self._kernels = kernels_on(self._cuda, self.game)
        self._options = self._cuda.to_device(encoded)
        self.states = self._cuda.to_device(np.zeros(size, self.game.record))
        self._words = self.states.view(self._kernels.WORD)
        self.seeds = self._cuda.to_device(row_seeds(seed, size))
        self.rewards = self._cuda.to_device(np.zeros((size, max(self.game.spec.players)), np.float32))
        self._made, self._finished = self._numbers(0), self._numbers(0)
        self._order = Order(size, self.game.spec.action_count)
        self._grid = (-(-size // THREADS), THREADS)
        with told(f"compiling {self.game.spec.title} for the GPU"):
            self._turn(self._kernels.START, self._numbers(self._kernels.NOTHING))
            self._cuda.synchronize()

    def __len__(self) -> int:
        return int(self.seeds.shape[0])

    def _numbers(self, value: int) -> Any:
        """Return an array on the device with one number for every row."""
        return self._cuda.to_device(np.full(len(self), value, np.int32))

    def _turn(self, what: int, chosen: Any, decisions: int = 0) -> None:
        self._kernels.turn[self._grid](
            self._words,
            self.seeds,
            self._order.rows,
            chosen,
            self._made,
            self._finished,
            self.rewards,
            self.players,
            self._options,
            decisions,
            what,
        )

    def step(self, actions: Any) -> Any:
        """Apply one legal action in each row, and return the rewards on the device.

        The actions may be an array in main memory or on the device.
        """
        chosen = actions if self._cuda.is_cuda_array(actions) else self._cuda.to_device(np.asarray(actions, np.int32))
        if self.sort:
            self._order.sort(chosen)
        self._turn(self._kernels.STEP, chosen)
        return self.rewards

    def random_actions(self) -> Any:
        """Return a random legal action for every row, on the device, and 0 for games that are over."""
        chosen = self._numbers(0)
        self._turn(self._kernels.CHOOSE, chosen)
        return chosen

    def playouts(self, decisions: int) -> GpuPlayouts:
        """Make that many random decisions in every row, starting a new game whenever one ends, and time it.

        The first call may have to compile.
        """
        run = self._playouts_in_step if self.sort else self._playouts_apart
        with told(f"compiling {self.game.spec.title} for the GPU"):
            run(0)
            self._cuda.synchronize()
        started = time.perf_counter()
        finished = run(decisions)
        self._cuda.synchronize()
        seconds = time.perf_counter() - started
        return GpuPlayouts(int(finished.copy_to_host().sum()), decisions * len(self), seconds)

    def _playouts_apart(self, decisions: int) -> Any:
        """Play each row in its own thread to the end. No state leaves the thread's memory."""
        finished = self._numbers(0)
        run = self._kernels.playouts[self._grid]
        run(self._words, self.seeds, self.players, self._options, decisions, finished)
        return finished

    def _playouts_in_step(self, decisions: int) -> Any:
        """Play the same games one decision at a time in all rows, with similar choices side by side."""
        self._finished, self._made = self._numbers(0), self._numbers(0)
        chosen = self._numbers(self._kernels.NOTHING)
        is_done = False
        while not is_done:
            for _ in range(STEPS):
                self._turn(self._kernels.PLAY, chosen, decisions)
                self._order.sort(chosen)
            is_done = bool((chosen.copy_to_host() == self._kernels.NOTHING).all())
        return self._finished


def check_same_play(cpu: Batch, device: GpuBatch, steps: int) -> None:
    """Play both batches at random from the same seeds, and raise an error where they differ."""
    for step in range(steps):
        chosen, on_device = cpu.random_actions(), device.random_actions()
        is_running = ~cpu.is_over
        same_actions = (on_device.copy_to_host() == chosen)[is_running].all()
        rewards, _ = cpu.step(chosen)
        # Actions from the device and from main memory in turn: both are allowed.
        found = device.step(on_device if step % 2 else chosen).copy_to_host()[:, : cpu.players]
        same_states = device.states.copy_to_host().tobytes() == cpu.states.tobytes()
        for what, same in (("actions", same_actions), ("rewards", (found == rewards).all()), ("states", same_states)):
            if not same:
                raise RuntimeError(f"{cpu.game.spec.title}: {what} on the GPU differ at step {step}")


@contextmanager
def told(text: str) -> Iterator[None]:
    """Show on a terminal what takes so long, and how long it has taken so far. Nothing is shown for quick work."""
    ended = threading.Event()

    def tell() -> None:
        seconds = 0
        while not ended.wait(1.0):
            seconds += 1
            sys.stderr.write(f"\r\x1b[K{text}, once for this version: {seconds} s")
            sys.stderr.flush()
        if seconds:
            sys.stderr.write("\r\x1b[K")

    teller = threading.Thread(target=tell, daemon=True)
    if sys.stderr.isatty():
        teller.start()
    try:
        yield
    finally:
        ended.set()
        if teller.is_alive():
            teller.join()
