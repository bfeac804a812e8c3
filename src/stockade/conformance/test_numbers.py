"""Observations, evaluations and batches of every game. Batches play exactly what single states play."""

from __future__ import annotations

import random

import numpy as np
import pytest

import stockade
from stockade.conformance.dice import below, next_random, outcome, settle
from stockade.conformance.table import Setting, each_game, each_setting, some
from stockade.research import Batch, random_playouts


@each_setting
def test_observations_are_finite_and_of_one_size(setting: Setting) -> None:
    module = stockade.game(setting.game).evaluation
    for state in some(setting, 60):
        for seat in (None, *range(setting.players)):
            tensor = state.observation(seat)
            assert tensor.shape == (module.OBSERVATION_SIZE,)
            assert tensor.dtype == np.float32
            assert np.isfinite(tensor).all()
            assert np.abs(tensor).max() <= 100.0  # scaled for learning, not raw counts


@each_game
def test_observation_blocks_are_named_and_add_up(name: str) -> None:
    module = stockade.game(name).evaluation
    assert sum(size for _, size in module.BLOCKS) == module.OBSERVATION_SIZE
    names = [block for block, _ in module.BLOCKS]
    assert len(set(names)) == len(names)
    assert all(size > 0 for _, size in module.BLOCKS)


@each_setting
def test_every_block_of_an_observation_is_used_in_play(setting: Setting) -> None:
    """A block that is zero in every random game of every setting was probably forgotten.

    Within one setting, at least half of the blocks must be used.
    """
    blocks = stockade.game(setting.game).evaluation.BLOCKS
    seen = np.zeros(sum(size for _, size in blocks), np.bool_)
    for state in some(setting, 120):
        for seat in range(setting.players):
            seen |= state.observation(seat) != 0
    ends = np.cumsum([0, *(size for _, size in blocks)])
    spoken = [name for (name, _), a, b in zip(blocks, ends[:-1], ends[1:], strict=True) if seen[a:b].any()]
    assert len(spoken) >= len(blocks) / 2


@each_setting
def test_seats_see_the_table_differently(setting: Setting) -> None:
    """At some point in every game two seats see different numbers.

    An observation is from the view of one seat.
    """
    if setting.players > 1:
        assert any((state.observation(0) != state.observation(1)).any() for state in some(setting, 30))


@each_setting
def test_evaluations_stay_between_minus_one_and_one(setting: Setting) -> None:
    game = stockade.game(setting.game)
    for state in some(setting, 120):
        if not state.is_over:
            before = state.to_bytes()
            values = np.full(max(game.spec.players), np.nan)
            game.play.evaluate_one(state.data, values)
            assert np.all(np.abs(values[: setting.players]) <= 1.0)  # also false for a value that was not set
            assert state.to_bytes() == before


# -- batches -------------------------------------------------------------------------------------------------


@each_setting
def test_a_batch_plays_what_single_states_play(setting: Setting) -> None:
    rows = 6
    batch = Batch(setting.game, rows, setting.players, setting.options, seed=3)
    seeds = [int(seed) for seed in np.random.SeedSequence(3).generate_state(rows, np.uint64) | np.uint64(1)]
    states = [setting.start() for _ in range(rows)]
    seeds = [settle(state, x) for state, x in zip(states, seeds, strict=True)]
    restarts = 0
    for _ in range(150):
        assert [batch.state(row) for row in range(rows)] == states
        assert batch.current_player.tolist() == [state.current_player for state in states]
        assert batch.is_over.tolist() == [state.is_over for state in states]
        assert (batch.legal_mask() == np.array([state.legal_mask() for state in states])).all()
        listed, counts = batch.legal_lists()
        for row, state in enumerate(states):
            assert listed[row, : counts[row]].tolist() == state.legal_actions()
        for row, tensor in enumerate(batch.observations()):
            assert (tensor == (0 if states[row].is_over else states[row].observation())).all()
        chosen = batch.random_actions()
        for row, state in enumerate(states):
            if not state.is_over:
                seeds[row] = next_random(seeds[row])
                legal = state.legal_actions()
                assert chosen[row] == legal[below(seeds[row], len(legal))]
        rewards, over = batch.step(chosen)
        assert rewards.shape == (rows, setting.players)
        for row, state in enumerate(states):
            was_over = state.is_over
            if not was_over:
                state.apply(int(chosen[row]))
                seeds[row] = settle(state, seeds[row])
            expected = state.returns() if not was_over else [0.0] * setting.players
            assert rewards[row] == pytest.approx(expected)
            assert over[row] == state.is_over
        if sum(over) >= rows // 2:
            restarts += int(sum(over))
            assert batch.reset_over() == sum(state.is_over for state in states)
            for row, state in enumerate(states):
                if state.is_over:
                    states[row] = setting.start()
                    seeds[row] = settle(states[row], seeds[row])
    assert batch.reset_over() == sum(state.is_over for state in states)


@each_setting
def test_one_illegal_action_refuses_the_whole_step(setting: Setting) -> None:
    batch = Batch(setting.game, 3, setting.players, setting.options, seed=1)
    before = batch.states.tobytes()
    count = batch.game.spec.action_count
    for wrong in (-1, count, next(iter(set(range(count)) - set(batch.state(1).legal_actions())), -1)):
        chosen = batch.random_actions()
        chosen[1] = wrong
        with pytest.raises(stockade.IllegalAction, match=r"row 1: .+"):
            batch.step(chosen)
        assert batch.states.tobytes() == before


@each_setting
def test_playouts_agree_with_games_played_one_by_one(setting: Setting) -> None:
    """The same generator gives exactly the same games: lengths and returns, not only their means."""
    games = 4
    played = random_playouts(setting.game, games, setting.players, setting.options, seed=9)
    seed = int(np.random.SeedSequence(9).generate_state(1, np.uint64)[0] >> np.uint64(1)) | 1
    totals, lengths, decisions, x = np.zeros(setting.players), [], 0, seed
    for _ in range(games):
        state = setting.start()
        while not state.is_over:
            if state.is_chance:
                x = next_random(x)
                state.apply(outcome(state, x))
                continue
            x = next_random(x)
            legal = state.legal_actions()
            state.apply(legal[below(x, len(legal))])
            decisions += 1
        totals += state.returns()
        lengths.append(state.ply)
    assert played.lengths.tolist() == lengths
    assert played.decisions == decisions
    assert played.returns.mean(axis=0).tolist() == pytest.approx((totals / games).tolist())


@each_game
def test_states_of_a_batch_are_copies(name: str) -> None:
    batch = Batch(name, 2, seed=1)
    state = batch.state(0)
    state.apply(random.Random(0).choice(state.legal_actions()))
    assert batch.state(0) != state
    assert len(batch) == 2
