"""Many matches on a GPU. Needs the extra `gpu`; without a device, an error says so."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from stockade.core.device import kernels_on
from stockade.core.errors import BadOption, IllegalAction, quoted
from stockade.core.game import Game
from stockade.core.registry import game as find_game
from stockade.core.state import State
from stockade.research.batch import Batch, row_seeds
from stockade.research.gpu_support import NoGpu, arrays, cleared, cuda, taken_over, to_host, told

__all__ = ["Autoreset", "GpuBatch", "GpuPlayouts", "NoGpu", "Saved", "check_same_play"]
THREADS = 128  # in a block
Autoreset = Literal["Disabled", "NextStep", "SameStep"]
STEPS = 8  # of playouts between two checks whether all rows are done


@dataclass(frozen=True)
class GpuPlayouts:
    """The result of a timed run of random games."""

    games: int  # played to the end
    decisions: int
    seconds: float

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds


@dataclass(frozen=True)
class Saved:
    """The states of a batch at one moment, and its dice, on the device."""

    game: Game
    words: Any
    seeds: Any

    def __len__(self) -> int:
        return len(self.seeds)


class GpuBatch:
    """`size` states in the memory of a GPU, stepped by the same rules as on a CPU.

    What it returns are CuPy arrays on the device. PyTorch takes them without a copy, through DLPack:

    >>> batch = GpuBatch("blockade", 65536, seed=7)
    >>> seen, mask = torch.from_dlpack(batch.observations()), torch.from_dlpack(batch.legal_mask())
    >>> rewards, over = batch.step(policy(seen, mask))

    A method that is called again writes into the same arrays, so copy what you want to keep and what JAX gets,
    which expects that arrays never change. With `sort`, rows with similar decisions are processed side by side. The
    default is what the game's spec recommends.

    `autoreset` says what happens to a row whose game ends, in the words of Gymnasium:

    Disabled  it stays over, and ignores actions, until `reset_over` is called
    NextStep  it stays over until the next step, which ignores its action and begins a new game
    SameStep  the same step begins a new game; `last_scores` and `last_state` show how the step had left the old one
    """

    def __init__(
        self,
        game: str | Game,
        size: int,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        sort: bool | None = None,
        autoreset: Autoreset = "Disabled",
    ) -> None:
        if autoreset not in get_args(Autoreset):
            raise BadOption(f"autoreset is one of {', '.join(get_args(Autoreset))}, not {quoted(autoreset)}")
        self.autoreset = autoreset
        self._cuda = cuda()
        self._xp = arrays()
        from stockade.research.order import Order  # needs a device

        self.game = find_game(game) if isinstance(game, str) else game
        self.players, encoded = self.game.setup_arguments(players, options)
        self.sort = self.game.spec.sort_on_gpu if sort is None else sort
        self._kernels = kernels_on(self._cuda, self.game)
        self._arrays: dict[str, tuple[Any, Any]] = {}
        self._views: dict[int, Any] = {}
        self._options = self._xp.asarray(encoded)
        self.words = self._xp.zeros(size * self._kernels.WORDS, self._kernels.WORD)
        self._last = self._xp.zeros_like(self.words) if autoreset == "SameStep" else None
        self.seeds = self._xp.asarray(row_seeds(seed, size))
        self._chosen = self._xp.zeros(size, np.int32)
        self._made, self._finished = self._xp.zeros(size, np.int32), self._xp.zeros(size, np.int32)
        self._illegal = self._xp.zeros(1, np.int32)
        self._order = Order(size, self.game.spec.action_count)
        self._grid = (-(-size // THREADS), THREADS)
        with told(f"compiling {self.game.spec.title} for the GPU"):
            self._turn(self._kernels.START)
            self._cuda.synchronize()

    def __len__(self) -> int:
        return len(self.seeds)

    # -- arrays on the device ------------------------------------------------------------------------------

    def _array(self, name: str, width: int, kind: Any, clears: bool = False) -> Any:
        """Return the array of that name, with a row for each state. It is made when it is first asked for."""
        if name not in self._arrays:
            shape = (len(self), width) if width else (len(self),)
            self._arrays[name] = cleared(self._xp, shape, kind)
        elif clears:
            self._arrays[name][1].fill(0)
        return self._arrays[name][0]

    def _view(self, array: Any) -> Any:
        """Return an array as kernels take it. Numba would otherwise convert it for every call."""
        if id(array) not in self._views:
            self._views[id(array)] = (array, self._cuda.as_cuda_array(array))
        return self._views[id(array)][1]

    def _rewards(self) -> Any:
        return self._array("rewards", max(self.game.spec.players), np.float32)

    # -- playing -------------------------------------------------------------------------------------------

    def _turn(self, what: int, decisions: int = 0) -> None:
        self._kernels.turn[self._grid](
            self._view(self.words),
            self._view(self.seeds),
            self._order.rows,
            self._view(self._chosen),
            self._view(self._made),
            self._view(self._finished),
            self._view(self._rewards()),
            self.players,
            self._view(self._options),
            decisions,
            what,
        )

    def step(self, actions: Any, check: bool = True) -> tuple[Any, Any]:
        """Apply one action in each row. Rows whose game is over ignore theirs.

        Returns the rewards by row and seat, and which rows ended or were over before. With an autoreset, no row stays
        over, so these are the rows that ended in this step. The actions may be on the device, also as a
        tensor of PyTorch or an array of JAX. With `check`, one illegal action refuses the whole step, and nothing
        changes. Without it, an illegal action may do anything, but the device never waits for this program.
        """
        given = taken_over(self._xp, actions)
        if given.shape != (len(self),):
            raise IllegalAction(f"a step of this batch takes {len(self)} actions, not an array of {given.shape}")
        if given.dtype.kind not in "iu":
            raise IllegalAction(f"actions are whole numbers, not {given.dtype}")
        self._chosen[:] = given
        if check:
            self._check(given)
        if self.sort:
            self._order.sort(self._view(self._chosen))
        self._turn(self._kernels.NEXT if self.autoreset == "NextStep" else self._kernels.STEP)
        rewards, over = self._rewards()[:, : self.players], self.is_over
        if self.autoreset == "SameStep":
            ended = self._array("ended", 0, np.bool_)
            ended[:] = over
            self._last_words()[:] = self.words
            self.reset_over()
            return rewards, ended
        return rewards, over

    def _last_words(self) -> Any:
        """Return the states as the last step left them, before rows that had ended began a new game."""
        if self.autoreset != "SameStep":
            raise BadOption("a batch keeps how games ended only with autoreset=SameStep; without, rows stay over")
        return self._last

    def _check(self, given: Any) -> None:
        """Refuse an illegal action."""
        self._illegal.fill(len(self))
        self._find_legal(self._kernels.CHECK)
        wrapped = self._chosen != given  # too large for an action, so that its value changed
        row = int(wrapped.argmax()) if wrapped.any() else int(self._illegal[0])
        if row < len(self):
            reason = self.state(row).why_not(int(given[row]))
            raise IllegalAction(f"row {row}: {reason.text}", reason.ruling)

    def reset_over(self) -> None:
        """Start a new game in every row that is over."""
        self._turn(self._kernels.RESET)

    def random_actions(self) -> Any:
        """Return a random legal action for every row, and 0 for games that are over."""
        self._chosen.fill(0)
        self._turn(self._kernels.CHOOSE)
        return self._chosen.copy()

    # -- looking -------------------------------------------------------------------------------------------

    def _find_legal(self, what: int, listed: Any = None, mask: Any = None) -> None:
        listed = self._array("no lists", 1, np.int32) if listed is None else listed
        mask = self._array("no mask", 1, np.bool_) if mask is None else mask
        self._kernels.find_legal[self._grid](
            self._view(self.words),
            self._view(self._chosen),
            self._view(listed),
            self._view(self._array("counts", 0, np.int32)),
            self._view(mask),
            self._view(self._illegal),
            what,
        )

    def legal_mask(self) -> Any:
        """Return a mask of the legal actions, with a row for each state. In a finished game nothing is legal."""
        mask = self._array("mask", self.game.spec.action_count, np.bool_, clears=True)
        self._find_legal(self._kernels.MASK, mask=mask)
        return mask

    def legal_lists(self) -> tuple[Any, Any]:
        """Return the legal actions of each row, and how many there are. What is behind them in a row has no meaning.

        A list takes less memory than a mask, and it takes as long to make.
        """
        listed = self._array("lists", self.game.names["LEGAL_LIMIT"], np.int32)
        self._find_legal(self._kernels.LIST, listed=listed)
        return listed, self._array("counts", 0, np.int32)

    def observations(self) -> Any:
        """Return the observations, with a row for each state, as the player who decides sees it."""
        tensors = self._array("observations", self.game.names["OBSERVATION_SIZE"], np.float32, clears=True)
        self._kernels.observe_all[self._grid](self._view(self.words), self._view(tensors))
        return tensors

    def _tell(self, scores: bool = False, words: Any = None) -> None:
        self._kernels.tell[self._grid](
            self._view(self.words if words is None else words),
            self._view(self._array("deciding", 0, np.int8)),
            self._view(self._array("over", 0, np.bool_)),
            self._view(self._array("points", max(self.game.spec.players), np.float64)),
            scores,
        )

    @property
    def current_player(self) -> Any:
        """Who decides in each row."""
        self._tell()
        return self._array("deciding", 0, np.int8)

    @property
    def is_over(self) -> Any:
        """Which rows are over."""
        self._tell()
        return self._array("over", 0, np.bool_)

    def scores(self) -> Any:
        """Return the points by the rules, by row and seat."""
        self._tell(scores=True)
        return self._array("points", max(self.game.spec.players), np.float64)[:, : self.players]

    def last_scores(self) -> Any:
        """Return the points as the last step left them, before rows began anew. For `SameStep`."""
        self._tell(scores=True, words=self._last_words())
        return self._array("points", max(self.game.spec.players), np.float64)[:, : self.players]

    def state(self, row: int) -> State:
        """Return a copy of one row in main memory."""
        return self._state(self.words, row)

    def last_state(self, row: int) -> State:
        """Return a copy of one row as the last step left it, before rows began anew. For `SameStep`."""
        return self._state(self._last_words(), row)

    def _state(self, words: Any, row: int) -> State:
        width = self._kernels.WORDS
        return State(self.game, to_host(words[row * width : (row + 1) * width]).view(np.uint8).copy())

    def host_states(self) -> Any:
        """Return a copy of all states in main memory, as `Batch` has them."""
        return to_host(self.words).view(self.game.record)

    # -- saving --------------------------------------------------------------------------------------------

    def save(self) -> Saved:
        """Return a copy of all states and dice. It stays on the device."""
        return Saved(self.game, self.words.copy(), self.seeds.copy())

    def restore(self, saved: Saved, rows: Any = None) -> None:
        """Go back to what was saved. With `rows`, each row becomes the saved row with that number.

        So a search can try several actions in one state: its row is restored as often as there are actions.
        """
        chosen = self._xp.arange(len(saved)) if rows is None else self._xp.asarray(rows)
        if saved.game is not self.game or chosen.shape != (len(self),):
            raise BadOption(f"this batch has {len(self)} rows of {self.game.spec.title}, and takes as many")
        if bool(((chosen < 0) | (chosen >= len(saved))).any()):
            raise BadOption(f"rows that were saved have numbers from 0 to {len(saved) - 1}")
        width = self._kernels.WORDS
        self.words.reshape(-1, width)[:] = saved.words.reshape(-1, width)[chosen]
        self.seeds[:] = saved.seeds[chosen]

    # -- random games --------------------------------------------------------------------------------------

    def playouts(self, decisions: int) -> GpuPlayouts:
        """Make that many random decisions in every row, starting a new game whenever one ends, and time it.

        The first call may have to compile.
        """
        run = self._playouts_in_step if self.sort else self._playouts_apart
        with told(f"compiling {self.game.spec.title} for the GPU"):
            run(0)
            self._cuda.synchronize()
        started = time.perf_counter()
        run(decisions)
        self._cuda.synchronize()
        seconds = time.perf_counter() - started
        return GpuPlayouts(int(self._finished.sum()), decisions * len(self), seconds)

    def _playouts_apart(self, decisions: int) -> None:
        """Play each row in its own thread to the end. No state leaves the thread's memory."""
        self._kernels.playouts[self._grid](
            self._view(self.words),
            self._view(self.seeds),
            self.players,
            self._view(self._options),
            decisions,
            self._view(self._finished),
        )

    def _playouts_in_step(self, decisions: int) -> None:
        """Play the same games one decision at a time in all rows, with similar choices side by side."""
        self._finished.fill(0)
        self._made.fill(0)
        self._chosen.fill(self._kernels.NOTHING)
        is_done = False
        while not is_done:
            for _ in range(STEPS):
                self._turn(self._kernels.PLAY, decisions)
                self._order.sort(self._view(self._chosen))
            is_done = bool((self._chosen == self._kernels.NOTHING).all())


def check_same_play(cpu: Batch, device: GpuBatch, steps: int) -> None:
    """Play both batches at random from the same seeds, and raise an error where they differ.

    Rows whose game is over begin a new one.
    """
    for step in range(steps):
        chosen, on_device = cpu.random_actions(), device.random_actions()
        same = {
            "players": (to_host(device.current_player) == cpu.current_player).all(),
            "masks": (to_host(device.legal_mask()) == cpu.legal_mask()).all(),
            "observations": (to_host(device.observations()) == cpu.observations()).all(),
            "actions": (to_host(on_device) == chosen)[~cpu.is_over].all(),
        }
        rewards, over = cpu.step(chosen)
        # Actions from the device and from main memory in turn: both are allowed.
        found, ended = device.step(on_device if step % 2 else chosen, check=step % 3 == 0)
        same |= {
            "rewards": (to_host(found) == rewards).all(),
            "ends": (to_host(ended) == over).all(),
            "points": (to_host(device.scores()) == cpu.scores()).all(),
        }
        cpu.reset_over()
        device.reset_over()
        same["states"] = device.host_states().tobytes() == cpu.states.tobytes()
        for what, is_same in same.items():
            if not is_same:
                raise RuntimeError(f"{cpu.game.spec.title}: {what} on the GPU differ at step {step}")
