"""Many matches of one game, stepped together. Chance is rolled automatically, so every row waits for a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from stockade.core.errors import BadOption, IllegalAction, quoted
from stockade.core.layout import OVER
from stockade.core.registry import game as find_game
from stockade.core.state import State

Rows = npt.NDArray[np.integer[Any]]  # their numbers


class Batch:
    """`size` states in one array.

    >>> batch = Batch("blockade", 1024, seed=7)
    >>> rewards, over = batch.step(batch.random_actions())
    """

    def __init__(
        self,
        game: str,
        size: int,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
    ) -> None:
        if not isinstance(size, int | np.integer) or size < 1:
            raise BadOption(f"a batch has at least one match, not {quoted(size)}")
        self.game = find_game(game)
        self.players, self._options = self.game.setup_arguments(players, options)
        self._kernels = self.game.kernels("batch")
        self.states = np.zeros(size, self.game.record)
        self._seeds = row_seeds(seed, size)
        self._kernels.start_all(self.states, self._seeds, self.players, self._options)

    def __len__(self) -> int:
        return len(self.states)

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in vars(self).items() if name != "_kernels"}
        return kept | {"states": self.states.tobytes()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        states = np.frombuffer(kept["states"], kept["game"].record).copy()
        vars(self).update(kept, states=states, _kernels=kept["game"].kernels("batch"))

    @property
    def current_player(self) -> npt.NDArray[np.int8]:
        players: npt.NDArray[np.int8] = self.states["current_player"]
        return players

    @property
    def is_over(self) -> npt.NDArray[np.bool_]:
        over: npt.NDArray[np.bool_] = self.current_player == OVER
        return over

    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """Return a mask of the legal actions, with a row for each state. In a finished game nothing is legal."""
        mask = np.empty((len(self), self.game.spec.action_count), np.bool_)
        self._kernels.mask_all(self.states, mask)
        return mask

    def legal_lists(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Return the legal actions of each row, and how many there are. What is behind them in a row has no meaning.

        In games with thousands of actions, lists take far less memory than masks.
        """
        listed = np.empty((len(self), self.game.names["LEGAL_LIMIT"]), np.int32)
        counts = np.empty(len(self), np.int32)
        self._kernels.list_all(self.states, listed, counts)
        return listed, counts

    def observations(self) -> npt.NDArray[np.float32]:
        """Return the observations, with a row for each state, as the player who decides sees it."""
        tensors = np.empty((len(self), self.game.names["OBSERVATION_SIZE"]), np.float32)
        self._kernels.observe_all(self.states, tensors)
        return tensors

    def random_actions(self) -> npt.NDArray[np.int32]:
        """Return a random legal action for each state."""
        chosen = np.zeros(len(self), np.int32)
        self._kernels.random_all(self.states, self._seeds, chosen)
        return chosen

    def step(
        self, actions: npt.NDArray[np.integer[Any]], check: bool = True
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Apply one action in each row. Rows whose game is over ignore theirs.

        Returns the rewards by row and seat, and which rows are over. With `check`, one illegal action refuses the
        whole step, and nothing changes.
        """
        given = np.asarray(actions)
        if given.shape != (len(self),):
            raise IllegalAction(f"a step of this batch takes {len(self)} actions, not an array of {given.shape}")
        if given.dtype.kind not in "iu":
            raise IllegalAction(f"actions are whole numbers, not {given.dtype}")
        chosen = np.ascontiguousarray(given, np.int32)
        if check:
            wrapped = chosen != given  # too large for an action, so that its value changed
            row = int(wrapped.argmax()) if wrapped.any() else self._kernels.first_illegal(self.states, chosen)
            if row >= 0:
                reason = self.state(row).why_not(int(given[row]))
                where = f"row {row}: " if len(self) > 1 else ""
                raise IllegalAction(f"{where}{reason.text}", reason.ruling)
        rewards = np.empty((len(self), max(self.game.spec.players)), np.float32)
        self._kernels.step_all(self.states, self._seeds, chosen, rewards)
        return rewards[:, : self.players], self.is_over

    def scores(self) -> npt.NDArray[np.float64]:
        """Return the points by the rules, by row and seat."""
        points = np.zeros((len(self), max(self.game.spec.players)), np.float64)
        self._kernels.score_all(self.states, points)
        return points[:, : self.players]

    def reset_over(self) -> int:
        """Start a new game in every row that is over, and return how many there were."""
        return int(self._kernels.reset_over(self.states, self._seeds, self.players, self._options))

    def restart(self, rows: Rows | None = None, seed: int | None = None) -> None:
        """Start a new game in some rows, or in all. With a seed they begin as in a new batch with that seed."""
        chosen = np.arange(len(self)) if rows is None else rows
        part = self.take(chosen)
        if seed is not None:
            part._seeds = row_seeds(seed, len(self))[chosen]
        self._kernels.start_all(part.states, part._seeds, self.players, self._options)
        self.put(chosen, part)

    def take(self, rows: Rows) -> Batch:
        """Return a batch with copies of some rows. What happens to it does not change this one: see `put`."""
        part = object.__new__(Batch)
        vars(part).update(vars(self), states=self.states[rows], _seeds=self._seeds[rows])
        return part

    def put(self, rows: Rows, part: Batch) -> None:
        """Replace some rows by those of another batch of the same game."""
        self.states[rows], self._seeds[rows] = part.states, part._seeds

    def state(self, row: int) -> State:
        """Return a copy of one row."""
        return State(self.game, self.states[row : row + 1].view(np.uint8).copy())


def row_seeds(seed: int, size: int) -> npt.NDArray[np.uint64]:
    """Return a random generator state for every row. None of them is zero."""
    return np.random.SeedSequence(seed).generate_state(size, np.uint64) | np.uint64(1)
