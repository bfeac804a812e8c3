"""Run the tests of other projects on every game, and compare their view of a game with our own.

These tests name no game, so that they also run on games of other packages.
"""

from __future__ import annotations

import copy
import pickle
import random
import warnings
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from open_spiel.python.algorithms import mcts
from pettingzoo.test import api_test, seed_test

import stockade
from stockade.conformance.scope import either
from stockade.conformance.table import GAMES, SETTINGS, Setting, each_game
from stockade.core.layout import OVER
from stockade.research import Batch, openspiel, random_playouts
from stockade.research import gymnasium as gym
from stockade.research import pettingzoo as zoo
from stockade.research.environments import environments

CYCLES = either(quick=100, deep=2000)
GAMES_IN_ROW = either(quick=1, deep=3)

# Every game at every player count. The deep run adds every option.
each_table = pytest.mark.parametrize(
    "setting", [pytest.param(each, marks=pytest.mark.deep if each.changed else (), id=str(each)) for each in SETTINGS]
)


def is_between(setting: Setting) -> bool:
    """Return whether a game can be played with fewer and with more players."""
    counts = stockade.game(setting.game).spec.players
    return min(counts) < setting.players < max(counts)


def zoo_env(setting: Setting, **more: Any) -> Any:
    return zoo.env(setting.game, players=setting.players, options=setting.options, **more)


# -- PettingZoo ------------------------------------------------------------------------------------------------


@each_table
def test_pettingzoo_accepts_every_game(setting: Setting) -> None:
    with warnings.catch_warnings():
        # PettingZoo says so about each of its own classic games too: their observations are dicts with a mask.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(zoo_env(setting), num_cycles=CYCLES)
        seed_test(lambda: zoo_env(setting), num_cycles=CYCLES)


@each_table
def test_pettingzoo_plays_the_match_of_its_seed(setting: Setting) -> None:
    env, match, chooser = zoo_env(setting), setting.match(seed=11), random.Random(5)
    env.reset(seed=11)
    while not match.is_over:
        state = match.state
        assert env.agent_selection == f"player_{state.current_player}"
        for seat, agent in enumerate(env.agents):
            seen = env.observe(agent)
            assert (seen["observation"] == state.observation(seat)).all()
            mask = state.legal_mask() if seat == state.current_player else np.zeros_like(seen["action_mask"])
            assert (seen["action_mask"] == mask).all()
            assert (env.infos[agent]["action_mask"] == mask).all()
        action = chooser.choice(state.legal_actions())
        env.step(action)
        match.play(action)
    assert env.unwrapped.match.to_json() == match.to_json()
    auto = match.auto_seats
    results = [result for seat, result in enumerate(match.state.returns()) if seat not in auto]
    assert list(env.rewards.values()) == results
    for agent, result in zip(env.possible_agents, results, strict=True):
        assert (env.agent_selection, env.last()[1:4]) == (agent, (result, True, False))
        env.step(None)
    assert env.agents == []


def test_every_id_can_be_made() -> None:
    zoo.register()
    gym.register()
    made = list(environments())
    assert {each.game for each in made} == set(GAMES)
    assert len({each.id for each in made}) == len(made)
    for each in made:
        env = pettingzoo.make("aec", each.id)
        env.reset(seed=1)
        assert env.last()[0]["action_mask"].any()
        assert env.unwrapped.match.players == each.players
        assert env.unwrapped.match.options.items() >= each.options.items()
        assert gymnasium.make_vec(each.id, num_envs=2).reset(seed=1)[1]["action_mask"].any()


def test_openspiel_has_everything_that_has_an_id() -> None:
    for text, each in zip(openspiel.ids(), environments(), strict=True):
        game = pyspiel.load_game(text)
        state = game.new_initial_state().position
        assert (state.game.name, state.players) == (each.game, each.players)
        assert state.to_bytes() == state.game.start(each.players, each.options).to_bytes()


@each_game
def test_copies_of_a_pettingzoo_environment_go_on_alike(name: str) -> None:
    env = zoo.env(name)
    env.reset(seed=3)
    for _ in range(3):
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for each in (env, *twins):
        each.step(int(each.infos[each.agent_selection]["action_mask"].argmax()))
    for twin in twins:
        assert twin.unwrapped.match.to_json() == env.unwrapped.match.to_json()


# -- OpenSpiel -------------------------------------------------------------------------------------------------


def spiel_game(setting: Setting) -> Any:
    return openspiel.load_game(setting.game, setting.players, setting.options)


def is_written(setting: Setting) -> bool:
    """Return whether OpenSpiel can write the options in the name of a game. It cannot write a table of data."""
    return all(len(str(value)) < 100 for _, value in setting.changed)


# Every game at its smallest and its largest table. A whole game takes long, so the others are for the deep run.
each_end = pytest.mark.parametrize(
    "setting",
    [
        pytest.param(each, marks=pytest.mark.deep if each.changed or is_between(each) else (), id=str(each))
        for each in SETTINGS
    ],
)


@each_end
def test_openspiel_accepts_every_game(setting: Setting) -> None:
    writes = is_written(setting)
    pyspiel.random_sim_test(spiel_game(setting), num_sims=GAMES_IN_ROW, serialize=writes, verbose=False)


@each_table
def test_openspiel_plays_what_a_state_plays(setting: Setting) -> None:
    game, state, chooser = spiel_game(setting), setting.start(), random.Random(7)
    other = game.new_initial_state()
    for _ in range(either(quick=40, deep=100_000)):
        assert (other.current_player(), other.is_terminal()) == (state.current_player, state.is_over)
        if state.is_over:
            break
        legal = state.legal_actions()
        assert other.legal_actions() == legal
        if state.is_chance:
            assert other.chance_outcomes() == state.chance_outcomes()
        else:
            seat = state.current_player
            assert (np.array(other.observation_tensor(seat), np.float32) == state.observation(seat)).all()
        copied = other.clone()
        action = chooser.choice(legal)
        assert other.string_to_action(other.action_to_string(action)) == action
        other.apply_action(action)
        assert copied.position == state
        state.apply(action)
        assert other.position == state
    assert other.returns() == state.returns()
    assert len(other.history()) == state.ply


@each_table
def test_openspiel_knows_what_the_results_of_a_game_are(setting: Setting) -> None:
    game, played = spiel_game(setting), random_playouts(setting.game, 50, setting.players, setting.options, seed=3)
    assert game.num_players() == setting.players
    assert played.returns.min() >= game.min_utility()
    assert played.returns.max() <= game.max_utility()
    assert played.lengths.max() <= game.max_game_length()
    if game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM:
        assert np.allclose(played.returns.sum(axis=1), 0)
    is_chance = game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert is_chance == (played.lengths.sum() > played.decisions)


def decision(game: Any, seed: int = 1) -> Any:
    """Return the first state of a game in which a player decides."""
    state, chooser = game.new_initial_state(), random.Random(seed)
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chooser.choices(outcomes, chances)[0])
    return state


@each_game
def test_searches_of_openspiel_play_every_game(name: str) -> None:
    game = openspiel.load_game(name)
    state = decision(game)
    before = state.position.clone()
    search = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 5, 100, False, 1, False)
    assert search.mcts_search(state).best_child().action in state.legal_actions()
    dice = np.random.RandomState(1)
    slow = mcts.MCTSBot(game, 2.0, 3, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    assert slow.step(state) in state.legal_actions()
    assert state.position == before


# -- Gymnasium -------------------------------------------------------------------------------------------------

STEPS = either(quick=60, deep=1500)
each_mode = pytest.mark.parametrize("mode", list(AutoresetMode))


def gym_envs(setting: Setting, rows: int, **more: Any) -> gym.GameVectorEnv:
    return gym.GameVectorEnv(setting.game, rows, setting.players, setting.options, **more)


class AnyAction(gym.GameEnv):
    """Turn any action into a legal one, because Gymnasium's checks do not know about masks."""

    def step(self, action: Any) -> Any:
        legal = np.flatnonzero(self.action_masks())
        return super().step(legal[action % len(legal)])


@each_game
@pytest.mark.parametrize("opponent", ["random", "self"])
def test_gymnasium_accepts_every_game(name: str, opponent: str) -> None:
    check_env(AnyAction(name, opponent=opponent), skip_render_check=True)


@each_table
def test_gymnasium_plays_what_a_batch_plays(setting: Setting) -> None:
    rows = 3
    envs, batch = (
        gym_envs(setting, rows, opponent="self"),
        Batch(setting.game, rows, setting.players, setting.options, 9),
    )
    seen, infos = envs.reset(seed=9)
    for _ in range(STEPS):
        was_over, actors = batch.is_over, batch.current_player.copy()
        for row in np.flatnonzero(~was_over).tolist():
            assert (seen[row] == batch.state(row).observation()).all()
        assert (infos["action_mask"] == batch.legal_mask()).all()
        assert (infos["player"] == batch.current_player).all()
        actions = batch.random_actions()
        envs.batch.random_actions()  # both throw the same dice
        seen, rewards, over, cut, infos = envs.step(actions)
        results, ended = batch.step(actions)
        batch.restart(np.flatnonzero(was_over))
        assert (over == (ended & ~was_over)).all()
        assert not cut.any()
        for row, actor in enumerate(actors):
            assert rewards[row] == (0 if was_over[row] else results[row, actor])
        for row in np.flatnonzero(over).tolist():
            assert infos["_returns"][row]
            assert (infos["returns"][row] == results[row]).all()
            assert (seen[row] == batch.state(row).observation(int(actors[row]))).all()
    assert envs.batch.states.tobytes() == batch.states.tobytes()


@each_table
def test_one_seat_against_others_is_the_same_game_in_every_row(setting: Setting) -> None:
    """Play each row alone, as a batch of one, and compare."""
    envs = gym_envs(setting, 3, opponent="random")
    _, infos = envs.reset(seed=4)
    seats = infos["player"].tolist()
    deciding = setting.players - len(setting.match().auto_seats)
    assert seats == [row % deciding for row in range(3)]
    for _ in range(STEPS):
        alone = [envs.batch.take(np.array([row])) for row in range(3)]
        actions = envs.batch.legal_mask().argmax(axis=1)
        _, rewards, over, _, _ = envs.step(actions)
        for row, (one, seat) in enumerate(zip(alone, seats, strict=True)):
            result = 0.0 if one.is_over[0] else play_on(one, seat, actions[row : row + 1])
            while one.is_over[0] and not over[row]:  # over before, or before the agent had a decision
                one.restart()
                play_on(one, seat)
            assert one.states.tobytes() == envs.batch.take(np.array([row])).states.tobytes()
            assert (rewards[row], over[row]) == (result, one.is_over[0])


def play_on(one: Batch, seat: int, action: Any = None) -> float:
    """Take an action, let the others play until the seat has to decide again, and return the result of the seat."""
    result = 0.0 if action is None else one.step(action)[0][0, seat]
    while one.current_player[0] not in (seat, OVER):
        result = one.step(one.random_actions())[0][0, seat]
    return float(result)


@each_mode
@each_game
def test_matches_begin_anew_as_in_gymnasiums_own_vector_environment(name: str, mode: AutoresetMode) -> None:
    """Drive single environments by Gymnasium's loop, with the same actions and the same dice."""
    rows = 3
    ours = gym.GameVectorEnv(name, rows, opponent="self", autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: gym.GameEnv(name, opponent="self")] * rows, autoreset_mode=mode)
    ours.reset(seed=1)
    theirs.reset(seed=1)
    singles: list[Any] = [env.unwrapped for env in theirs.envs]
    for row, single in enumerate(singles):
        single.batch.put(np.array([0]), ours.batch.take(np.array([row])))
    ends = 0
    for _ in range(either(quick=300, deep=3000)):
        actions = ours.batch.random_actions()
        for single in singles:
            single.batch.random_actions()
        found, expected = ours.step(actions), theirs.step(actions)
        assert_same(list(found[:4]), list(expected[:4]))
        assert_same(found[4], expected[4])
        over = found[2]
        ends += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            assert_same(*(each.reset(options={"reset_mask": over.copy()})[0] for each in (ours, theirs)))
        if ends > 3:
            break
    assert ends > 0


def assert_same(found: Any, expected: Any) -> None:
    """Compare observations and infos. Where nothing is said of a row, its values mean nothing."""
    if isinstance(expected, dict):
        assert {key for key in found if np.any(found.get(f"_{key}", True))} >= set(expected)
        for key in expected:
            if key.startswith("_") or isinstance(expected[key], dict):
                assert_same(found[key], expected[key])
            else:
                for row in np.flatnonzero(expected[f"_{key}"]):
                    assert_same(found[key][row], expected[key][row])
    elif isinstance(expected, list):
        for one, other in zip(found, expected, strict=True):
            assert_same(one, other)
    else:
        assert np.array_equal(found, expected)
