"""Games as PettingZoo environments, in which agents act one after the other. Needs the extra `pettingzoo`.

>>> from stockade.research import pettingzoo
>>> env = pettingzoo.env("blockade")
>>> env.reset(seed=7)

Importing this module also registers every game, for `pettingzoo.make("aec", "stockade/Blockade-v0")`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from stockade.core.match import SEED_LIMIT, Match
from stockade.core.registry import game as find_game
from stockade.research.environments import (
    NAMESPACE,
    OBSERVATION_BOUND,
    RENDER_MODES,
    VERSION,
    Reward,
    check_render_mode,
    check_reward,
    environments,
    frame,
)
from stockade.research.extras import missing

try:
    import pettingzoo
    from gymnasium import spaces
    from gymnasium.utils.seeding import np_random
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing("PettingZoo", "pettingzoo", error) from error

Observation = dict[str, npt.NDArray[Any]]


class GameEnv(pettingzoo.AECEnv[str, Observation, int]):  # type: ignore[misc]
    """One match of a game. Its agents are the seats that decide: "player_0", "player_1" and so on.

    An observation has the keys `observation`, the table as that agent sees it, and `action_mask`. The mask is also in
    the agent's info. It is all zeros for agents that do not decide now; they can observe the table all the same.

    Rewards come at the end. They are the result for each seat, from -1 to 1, or with `reward="points"` its points.

    An episode that was reset with a seed is `Match(game, players, options, seed)`: chance falls the same way. `match`
    is the match that is being played.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        reward: Reward = "result",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_reward(reward)
        check_render_mode(render_mode)
        self.game = find_game(game)
        self.reward, self.render_mode = reward, render_mode
        self._players = self.game.spec.check_players(players)
        self._options = self.game.spec.check_options(self._players, options)
        self.metadata = {
            "name": f"{NAMESPACE}_{self.game.name}_v{VERSION}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        deciding = self._players - len(self.game.spec.auto_seats(self._players, self._options))
        self.possible_agents = [f"player_{seat}" for seat in range(deciding)]
        self.agents: list[str] = []
        actions, size = self.game.spec.action_count, self.game.names["OBSERVATION_SIZE"]
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(-OBSERVATION_BOUND, OBSERVATION_BOUND, (size,), np.float32),
                action_mask=spaces.Box(0, 1, (actions,), np.int8),
            )
            for agent in self.possible_agents
        }
        self.state_space = spaces.Box(-OBSERVATION_BOUND, OBSERVATION_BOUND, (size,), np.float32)
        self._nothing = np.zeros(actions, np.int8)  # the mask of whoever does not decide
        self._nothing.flags.writeable = False
        self._random, _ = np_random()

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a new match. Without a seed it follows from the seeds before; `options` are not used."""
        if seed is not None:
            self._random, _ = np_random(seed)
        chosen = int(self._random.integers(SEED_LIMIT)) if seed is None else seed
        self.match = Match(self.game, self._players, self._options, chosen)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()

    def step(self, action: int | None) -> None:
        """Take the action of the agent that decides. An illegal action raises an error and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.match.play(action)  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.match.is_over:
            self.rewards = dict(zip(self.agents, self._results(), strict=False))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._look()
        if self.render_mode == "human":
            self.render()

    def _results(self) -> list[float]:
        state = self.match.state
        return state.returns() if self.reward == "result" else state.scores()

    def _look(self) -> None:
        """Find out who decides, and what is legal for each agent."""
        state = self.match.state
        self.agent_selection = self.agents[0] if state.is_over else self.possible_agents[state.current_player]
        self.infos = {agent: {"action_mask": self._nothing} for agent in self.agents}
        if not state.is_over:
            self.infos[self.agent_selection] = {"action_mask": state.legal_mask().view(np.int8)}

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        mask = self.infos.get(agent, {}).get("action_mask", self._nothing)  # agents leave when the match is over
        return {"observation": self.match.state.observation(seat), "action_mask": mask}

    def state(self) -> npt.NDArray[np.float32]:
        """Return the table as the first player sees it, whoever decides. All games have open information."""
        return self.match.state.observation(0)

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Draw the table: as text, on the terminal or as pixels, as `render_mode` says."""
        return None if self.render_mode is None else frame(self.match.state, self.render_mode)

    def close(self) -> None:
        """Nothing stays open."""


def env(game: str, **arguments: Any) -> pettingzoo.AECEnv[str, Observation, int]:
    """Return a game in PettingZoo's usual wrappers. The arguments are those of `GameEnv`.

    In these, an illegal action ends the match: whoever took it gets -1, and the others 0.
    """
    wrapped = wrappers.TerminateIllegalWrapper(GameEnv(game, **arguments), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def register() -> None:
    """Register the installed games that are not registered yet."""
    for each in environments():
        if each.id not in pettingzoo.aec_registry:
            pettingzoo.register("aec", each.id, f"{__name__}:env", kwargs=each.arguments)


register()
