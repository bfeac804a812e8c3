"""Check what is special about the environments for Gymnasium: ids, opponents, rewards, wrappers and errors."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import stockade
from stockade.research import Batch
from stockade.research.gymnasium import GameEnv, GameVectorEnv


def play_on(envs, steps: int) -> list:
    """Take random legal actions, and return what each step returned."""
    return [envs.step(envs.unwrapped.batch.random_actions()) for _ in range(steps)]


def test_ids_make_single_and_vector_environments() -> None:
    single: Any = gymnasium.make("stockade/Cascadia-3p-cards-family-v0", opponent="self")
    single.reset(seed=1)
    assert single.unwrapped.batch.players == 3
    expected = stockade.game("cascadia").options(3, {"cards": "family"})
    assert stockade.game("cascadia").options_at(single.unwrapped.batch.state(0)) == expected
    envs = gymnasium.make_vec("stockade/Blockade-v0", num_envs=5, opponent="self", autoreset_mode="SameStep")
    assert isinstance(envs.unwrapped, GameVectorEnv)
    assert envs.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    seen, _ = envs.reset(seed=1)
    assert envs.observation_space.contains(seen)
    found: Any = gymnasium.make_vec("stockade.research.gymnasium:stockade/Barrage-automas-1-v0", num_envs=2)
    assert found.unwrapped.batch.players == 2


def test_masks_choose_legal_actions_in_gymnasiums_spaces() -> None:
    envs = GameVectorEnv("blockade", 8)
    _, infos = envs.reset(seed=1)
    for _ in range(50):
        actions = envs.action_space.sample(mask=tuple(infos["action_mask"]))
        _, _, _, _, infos = envs.step(actions)
    lazy = GameVectorEnv("blockade", 8, masks=False)
    _, infos = lazy.reset(seed=1)
    assert "action_mask" not in infos
    assert (lazy.action_masks() == lazy.batch.legal_mask()).all()


def test_wrappers_of_gymnasium_work() -> None:
    envs = DictInfoToList(RecordEpisodeStatistics(GameVectorEnv("blockade", 4, opponent="self")))
    envs.reset(seed=2)
    ends = [info for step in play_on(envs, 120) for info in step[4] if "episode" in info]
    assert ends
    assert {float(end["episode"]["r"]) for end in ends} <= {-1.0, 0.0, 1.0}
    assert all("returns" in end for end in ends)


def test_a_better_opponent_wins_more() -> None:
    """A random agent loses to greedy bots, which see the states."""
    bot = stockade.bot("greedy", seed=1)

    def greedy(batch: Batch) -> np.ndarray:
        return np.array([bot.choose(batch.state(row)) for row in range(len(batch))])

    def mean_result(opponent: Any) -> float:
        envs = GameVectorEnv("blockade", 16, opponent=opponent)
        envs.reset(seed=1)
        steps = play_on(envs, 40)
        return sum(step[1].sum() for step in steps) / sum(step[2].sum() for step in steps)

    assert mean_result(greedy) < -0.5 < mean_result("random")


def test_points_can_be_the_reward() -> None:
    envs = GameVectorEnv("cascadia", 2, players=1, reward="points")
    envs.reset(seed=3)
    over = np.zeros(2, np.bool_)
    while not over.any():
        ((_, rewards, over, _, _),) = play_on(envs, 1)
        assert not rewards[~over].any()
    assert rewards[over].tolist() == envs.batch.scores()[over, 0].tolist() != [0.0]


def test_a_seat_can_be_chosen() -> None:
    envs = GameVectorEnv("barricado", 3, players=4, seat=2)
    _, infos = envs.reset(seed=1)
    assert infos["player"].tolist() == [2, 2, 2]
    assert all(set(step[4]["player"][~step[2]]) == {2} for step in play_on(envs, 10))


def test_seeds_decide_and_dice_go_on_without() -> None:
    def first(*seeds: int | None) -> list[bytes]:
        envs = GameVectorEnv("cascadia", 2)
        return [envs.reset(seed=seed)[0].tobytes() for seed in seeds]

    assert first(1, None, None) == first(1, None, None)
    assert len(set(first(1, None, None, 2))) == 4
    assert first(None) != first(None)


def test_some_rows_can_be_reset() -> None:
    envs = GameVectorEnv("cascadia", 3, opponent="self")
    envs.reset(seed=1)
    play_on(envs, 5)
    before = envs.batch.states.copy()
    envs.reset(options={"reset_mask": np.array([False, True, False])})
    assert (envs.batch.states == before).tolist() == [True, False, True]
    assert envs.batch.states["ply"][1] < before["ply"][1]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
def test_copies_go_on_alike(copied) -> None:
    envs = GameVectorEnv("cascadia", 2)
    envs.reset(seed=1)
    play_on(envs, 3)
    twin = copied(envs)
    for found, expected in zip(play_on(envs, 20), play_on(twin, 20), strict=True):
        assert (found[0] == expected[0]).all()
    assert envs.batch.states is not twin.batch.states


def test_tables_are_drawn() -> None:
    envs = GameVectorEnv("blockade", 2, render_mode="ansi")
    envs.reset(seed=1)
    assert envs.render() == tuple(str(envs.batch.state(row)) for row in range(2))
    single: Any = gymnasium.make("stockade/Blockade-v0", render_mode="rgb_array")
    single.reset(seed=1)
    picture = single.render()
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3


def test_an_illegal_action_changes_nothing() -> None:
    envs = GameVectorEnv("blockade", 3, opponent="self")
    envs.reset(seed=1)
    before = envs.batch.states.tobytes()
    actions = envs.batch.random_actions()
    actions[1] = 0
    with pytest.raises(stockade.IllegalAction, match="row 1"):
        envs.step(actions)
    assert envs.batch.states.tobytes() == before


def test_a_finished_match_must_be_reset_by_hand_if_nothing_else_does_it() -> None:
    single = GameEnv("blockade", opponent="self", options={"limit": 2})
    with pytest.raises(stockade.NotAllowed, match="reset"):
        single.step(0)
    single.reset(seed=1)
    for _ in range(2):
        *_, over, _, info = single.step(np.flatnonzero(single.action_masks())[0])
    assert over
    assert info["player"] == -4
    assert "action_mask" not in info
    assert info["returns"].tolist() == [0, 0]
    with pytest.raises(stockade.NotAllowed, match="the match is over"):
        single.step(0)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"opponent": "nobody"}, "random, self"),
        ({"opponent": "self", "seat": 0}, "every seat"),
        ({"seat": 2}, "from 0 to 1"),
        ({"seat": True}, "from 0 to 1"),
        ({"reward": "fame"}, "result, points"),
        ({"render_mode": "movie"}, "ansi"),
        ({"players": 3}, "players"),
        ({"options": {"limit": 1}}, "limit"),
    ],
)
def test_wrong_arguments_are_typed(wrong: dict, words: str) -> None:
    with pytest.raises(stockade.BadOption, match=words):
        GameVectorEnv("blockade", 2, **wrong)


def test_wrong_reset_masks_are_typed() -> None:
    envs = GameVectorEnv("blockade", 2)
    for wrong in ([True, False], np.array([1, 0]), np.array([True])):
        with pytest.raises(stockade.BadOption, match="reset mask"):
            envs.reset(options={"reset_mask": wrong})
