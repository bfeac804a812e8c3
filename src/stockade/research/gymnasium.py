"""Games as Gymnasium environments: many at once in compiled code, or a single one. Needs the extra `gymnasium`.

>>> import gymnasium
>>> from stockade.research import gymnasium as _  # registers every game
>>> envs = gymnasium.make_vec("stockade/Blockade-v0", num_envs=1024)

`docs/decisions/0027` says what a single agent means in a game for several players.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from stockade.core.errors import BadOption, NotAllowed, quoted
from stockade.core.layout import OVER
from stockade.research.batch import Batch, Rows
from stockade.research.environments import (
    OBSERVATION_BOUND,
    RENDER_MODES,
    Reward,
    check_render_mode,
    check_reward,
    environments,
    frame,
)
from stockade.research.extras import missing

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing("Gymnasium", "gymnasium", error) from error

Policy = Callable[[Batch], npt.NDArray[np.integer[Any]]]  # one action for each row of a batch
Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]
MOST_TRIES = 1000  # to begin a game in which the agent gets to decide


class GameVectorEnv(VectorEnv[Floats, Rows, npt.NDArray[Any]]):
    """Many matches of a game, stepped together.

    With an `opponent` the agent has one seat in each match: `seat`, or a different one in each row, by turns. All
    other seats are played by "random", or by a function that takes a `Batch` and returns an action for each of its
    rows. The reward is that of the agent's seat, at the end of a match.

    With `opponent="self"` every decision is the agent's. It sees the table as the player who decides, and the reward
    of an action is that of the player who took it. `infos["returns"]` has those of all seats.

    `infos["player"]` has the seats that decide, and `infos["action_mask"]` the legal actions. Without `masks` they
    are only made when `action_masks` is called.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        opponent: str | Policy = "random",
        seat: int | None = None,
        reward: Reward = "result",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        masks: bool = True,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_reward(reward)
        check_render_mode(render_mode)
        self.batch = Batch(game, num_envs, players, options)
        self.num_envs, self.reward, self.render_mode = num_envs, reward, render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": list(RENDER_MODES), "autoreset_mode": self.autoreset_mode}
        self._policy = _policy(opponent)
        self._seats = self._own_seats(seat, options)
        self._masks = masks
        spec, size = self.batch.game.spec, self.batch.game.names["OBSERVATION_SIZE"]
        self.single_action_space = spaces.Discrete(spec.action_count)
        self.single_observation_space = spaces.Box(-OBSERVATION_BOUND, OBSERVATION_BOUND, (size,), np.float32)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._rows, self._all = np.arange(num_envs), np.ones(num_envs, np.bool_)
        self._is_seeded = False

    def _own_seats(self, seat: int | None, options: Mapping[str, Any] | None) -> npt.NDArray[np.int8] | None:
        """Return the agent's seat in each row, or None if it has all of them."""
        if self._policy is None:
            if seat is not None:
                raise BadOption("an agent that plays itself has every seat: leave out `seat`")
            return None
        spec, players = self.batch.game.spec, self.batch.players
        deciding = spec.auto_seats(players, spec.check_options(players, options)).start
        if seat is None:
            return (np.arange(self.num_envs) % deciding).astype(np.int8)
        if type(seat) is not int or not 0 <= seat < deciding:
            raise BadOption(f"a seat is a whole number from 0 to {deciding - 1}, not {quoted(seat)}")
        return np.full(self.num_envs, seat, np.int8)

    # -- Gymnasium's interface -----------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Begin new matches: in all rows, or where `options["reset_mask"]` is true.

        With a seed, chance falls as in `Batch` with that seed. Without one, the dice go on.
        """
        rows = self._rows_to_reset((options or {}).get("reset_mask"))
        super().reset(seed=seed)
        if seed is None and not self._is_seeded:
            seed = int(self.np_random.integers(2**63))
        self._is_seeded = True
        self._begin(rows, seed)
        return self.batch.observations(), self._infos()

    def step(self, actions: Rows) -> tuple[Floats, npt.NDArray[np.float64], Bools, Bools, dict[str, Any]]:
        """Take one action in each row. If one of them is illegal, an error is raised and nothing changes."""
        was_over = np.flatnonzero(self.batch.is_over)
        if not self._is_seeded:
            raise NotAllowed("reset an environment before its first step")
        if was_over.size and self.autoreset_mode is AutoresetMode.DISABLED:
            raise NotAllowed(f"row {was_over[0]}: the match is over; reset it first")
        actors = self.batch.current_player.copy()
        returns, _ = self.batch.step(actions)
        self._let_others_play(returns)
        over = self.batch.is_over
        over[was_over] = False
        if was_over.size:
            self._begin(was_over)
        ended = np.flatnonzero(over)
        if self.reward == "points":
            returns[ended] = self.batch.take(ended).scores()
        views = np.maximum(actors, 0) if self._seats is None else self._seats
        rewards = returns[self._rows, views].astype(np.float64)
        infos = {"returns": returns, "_returns": over} if ended.size else {}
        final = [self.batch.state(row).observation(int(views[row])) for row in ended.tolist()]
        if final and self.autoreset_mode is AutoresetMode.SAME_STEP:
            infos = self._final_infos(infos, final, over)
            self._begin(ended)
        seen = self.batch.observations()
        if final and self.autoreset_mode is not AutoresetMode.SAME_STEP:
            seen[ended] = final
        return seen, rewards, over, np.zeros(self.num_envs, np.bool_), infos | self._infos()

    def action_masks(self) -> Bools:
        """Return the legal actions of all rows. Algorithms that mask actions ask for them by this name."""
        return self.batch.legal_mask()

    def render(self) -> tuple[Any, ...] | None:
        """Draw every row: as text, on the terminal or as pixels, as `render_mode` says."""
        if self.render_mode is None:
            return None
        return tuple(frame(self.batch.state(row), self.render_mode) for row in range(self.num_envs))

    # -- playing -------------------------------------------------------------------------------------------

    def _rows_to_reset(self, mask: object) -> Rows:
        if mask is None:
            return self._rows
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise BadOption(f"a reset mask is an array of {self.num_envs} values that are true or false")
        return np.flatnonzero(mask)

    def _begin(self, rows: Rows, seed: int | None = None) -> None:
        """Begin matches in some rows, and go on until the agent must decide in all rows.

        A match that ends before that is begun again.
        """
        left = rows
        for _ in range(MOST_TRIES):
            self.batch.restart(left, seed)
            self._let_others_play(np.zeros((self.num_envs, self.batch.players), np.float32))
            left, seed = left[self.batch.is_over[left]], None
            if not left.size:
                return
        raise NotAllowed(f"row {left[0]}: the agent's seat never gets to decide")

    def _let_others_play(self, returns: Floats) -> None:
        """Let the opponents decide until the agent must, and fill in the returns of matches that end."""
        while self._seats is not None and self._policy is not None:
            deciding = self.batch.current_player
            rows = np.flatnonzero((deciding != self._seats) & (deciding != OVER))
            if not rows.size:
                return
            part = self.batch.take(rows)
            returns[rows], _ = part.step(self._policy(part))
            self.batch.put(rows, part)

    # -- infos ---------------------------------------------------------------------------------------------

    def _infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {"player": self.batch.current_player.astype(np.int64), "_player": self._all}
        if self._masks:
            infos |= {"action_mask": self.action_masks().view(np.int8), "_action_mask": ~self.batch.is_over}
        return infos

    def _final_infos(self, infos: dict[str, Any], final: list[Floats], over: Bools) -> dict[str, Any]:
        """Return what is said of matches that ended and are begun again in the same step."""
        views = np.full(self.num_envs, None, object)
        for row, view in zip(np.flatnonzero(over), final, strict=True):
            views[row] = view
        infos = infos | {"player": np.where(over, OVER, 0), "_player": over}
        return {"final_obs": views, "_final_obs": over, "final_info": infos, "_final_info": over}


class GameEnv(gymnasium.Env[Floats, Any]):
    """One match of a game. The arguments and what they mean are those of `GameVectorEnv`."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(self, game: str, render_mode: str | None = None, **arguments: Any) -> None:
        arguments = {"autoreset_mode": AutoresetMode.DISABLED, **arguments}
        self._one = GameVectorEnv(game, 1, render_mode=render_mode, **arguments)
        self.render_mode = render_mode
        self.action_space = self._one.single_action_space
        self.observation_space = self._one.single_observation_space

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Floats, dict[str, Any]]:
        """Begin a new match. Without a seed it follows from the seeds before; `options` are not used."""
        super().reset(seed=seed)
        seen, infos = self._one.reset(seed=seed)
        return seen[0], _first(infos)

    def step(self, action: Any) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Take an action. An illegal one raises an error and changes nothing."""
        seen, rewards, over, _, infos = self._one.step(np.array([action]))
        if self.render_mode == "human":
            self.render()
        return seen[0], float(rewards[0]), bool(over[0]), False, _first(infos)

    @property
    def batch(self) -> Batch:
        """The match, as a batch of one row."""
        return self._one.batch

    def action_masks(self) -> Bools:
        """Return the legal actions."""
        return self._one.action_masks().reshape(-1)

    def render(self) -> Any:
        """Draw the table: as text, on the terminal or as pixels, as `render_mode` says."""
        frames = self._one.render()
        return None if frames is None else frames[0]


def _first(infos: dict[str, Any]) -> dict[str, Any]:
    """Return what infos say about the first row."""
    found = {key: infos[key][0] for key in infos if not key.startswith("_") and infos[f"_{key}"][0]}
    return found | {"player": int(found["player"])}


def _policy(opponent: str | Policy) -> Policy | None:
    """Return how opponents decide, or None if the agent decides for everybody."""
    if callable(opponent):
        return opponent
    if opponent not in ("random", "self"):
        raise BadOption(f"an opponent is random, self or a function of a batch, not {quoted(opponent)}")
    return Batch.random_actions if opponent == "random" else None


def register() -> None:
    """Register the installed games that are not registered yet."""
    for each in environments():
        if each.id not in gymnasium.registry:
            gymnasium.register(
                each.id,
                entry_point=f"{__name__}:GameEnv",
                vector_entry_point=f"{__name__}:GameVectorEnv",
                kwargs=each.arguments,
            )


register()
