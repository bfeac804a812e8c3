"""Check what is special about the environments for PettingZoo: wrappers, pictures, rewards and errors."""

from __future__ import annotations

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test.render_test import render_test

import stockade
from stockade.research import pettingzoo as zoo


def play_out(env) -> dict[str, float]:
    """Play legal actions to the end, and return the rewards."""
    while not any(env.terminations.values()):
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
    return dict(env.rewards)


def test_tables_are_drawn_in_every_way(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: zoo.env("blockade", render_mode=render_mode))
    assert "■C■" in capsys.readouterr().out  # "human" draws on the terminal after each action
    env = zoo.env("blockade", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(stockade.Match("blockade", seed=1).state)


def test_an_illegal_action_ends_a_wrapped_match_and_is_refused_without_wrappers() -> None:
    env = zoo.env("blockade")
    env.reset(seed=1)
    env.step(0)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -1.0, "player_1": 0}
    bare = zoo.GameEnv("blockade")
    bare.reset(seed=1)
    before = bare.match.to_json()
    with pytest.raises(stockade.IllegalAction):
        bare.step(0)
    assert bare.match.to_json() == before
    assert bare.rewards == {"player_0": 0.0, "player_1": 0.0}


def test_points_can_be_the_reward() -> None:
    env = zoo.env("cascadia", players=1, reward="points")
    env.reset(seed=4)
    rewards = play_out(env)
    assert list(rewards.values()) == env.unwrapped.match.state.scores() != [0.0]


def test_episodes_without_a_seed_follow_from_the_one_before() -> None:
    def seeds(first: int) -> list[int]:
        env = zoo.GameEnv("cascadia")
        env.reset(seed=first)
        found = [env.match.seed]
        for _ in range(3):
            env.reset()
            found.append(env.match.seed)
        return found

    assert seeds(1) == seeds(1)
    assert seeds(1)[0] == 1
    assert len({*seeds(1), *seeds(2)}) == 8


def test_automated_seats_are_no_agents() -> None:
    env = pettingzoo.make("aec", "stockade/Barrage-3p-automas-2-v0")
    env.reset(seed=1)
    assert env.agents == ["player_0"]
    assert env.unwrapped.match.players == 3


def test_spaces_hold_what_is_observed() -> None:
    env = zoo.env("barricado", players=3)
    env.reset(seed=2)
    for agent in env.agents:
        assert env.observation_space(agent).contains(env.observe(agent))
    assert env.action_space("player_1").n == stockade.game("barricado").spec.action_count
    mask = env.observe("player_1")["action_mask"]
    assert mask.dtype == np.int8
    assert not mask.any()


def test_the_state_is_the_table_whoever_decides() -> None:
    env = zoo.env("cascadia", players=3)
    env.reset(seed=2)
    for _ in range(5):
        assert env.state_space.contains(env.state())
        assert (env.state() == env.observe("player_0")["observation"]).all()
        env.step(int(env.last()[0]["action_mask"].argmax()))


def test_wrong_arguments_are_typed() -> None:
    with pytest.raises(stockade.UnknownGame):
        zoo.env("chess")
    with pytest.raises(stockade.BadOption):
        zoo.env("blockade", players=3)
    with pytest.raises(stockade.BadOption, match="result, points"):
        zoo.env("blockade", reward="fame")
    with pytest.raises(stockade.BadOption, match="ansi"):
        zoo.env("blockade", render_mode="movie")
