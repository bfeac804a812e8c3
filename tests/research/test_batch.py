"""Check what the conformance suite does not cover in batches and playouts."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import stockade
from stockade import BadOption, IllegalAction
from stockade.research import Batch, random_playouts
from stockade.research.batch import row_seeds
from stockade.research.playouts import spread_seed

GAME = stockade.game("blockade")


def test_rows_go_their_own_ways() -> None:
    batch = Batch("blockade", 64, seed=1)
    for _ in range(6):
        batch.step(batch.random_actions())
    assert len({row.tobytes() for row in batch.states}) > 40


def test_the_same_seed_is_the_same_batch() -> None:
    one, other, third = (Batch("blockade", 16, seed=seed) for seed in (3, 3, 4))
    for batch in (one, other, third):
        for _ in range(10):
            batch.step(batch.random_actions())
    assert one.states.tobytes() == other.states.tobytes() != third.states.tobytes()


def test_a_finished_row_takes_no_action_and_gives_no_reward() -> None:
    batch = Batch("blockade", 3, options={"limit": 2}, seed=1)
    for _ in range(2):
        batch.step(batch.random_actions())
    assert batch.is_over.all()
    before = batch.states.tobytes()
    rewards, over = batch.step(np.array([-5, 999, 0]))  # any values are accepted
    assert over.all()
    assert not rewards.any()
    assert batch.states.tobytes() == before
    assert not batch.legal_mask().any()
    assert not batch.observations().any()
    assert batch.reset_over() == 3
    assert not batch.is_over.any()
    assert batch.reset_over() == 0


def test_rewards_come_with_the_end_alone() -> None:
    batch = Batch("blockade", 200, seed=5)
    total = np.zeros((200, 2))
    for _ in range(120):
        was_over = batch.is_over.copy()
        rewards, over = batch.step(batch.random_actions())
        assert not rewards[~over | was_over].any()
        total += rewards
    done = batch.is_over
    assert done.sum() > 150
    assert (np.abs(total[done]).sum(axis=1) == 2).all()
    assert np.allclose(total.sum(axis=1), 0)


@pytest.mark.parametrize("shape", [(3,), (5,), (4, 1), (0,)])
def test_a_step_takes_one_action_a_row(shape: tuple[int, ...]) -> None:
    batch = Batch("blockade", 4)
    with pytest.raises(stockade.IllegalAction, match="takes 4 actions"):
        batch.step(np.zeros(shape, np.int32))


def test_a_number_too_large_for_an_action_does_not_wrap_round() -> None:
    batch = Batch("blockade", 2, seed=1)
    legal = np.array([batch.state(row).legal_actions()[0] for row in range(2)], np.int64)
    before = batch.states.tobytes()
    for wrong in (legal + 2**32, legal - 2**32, legal + 2**62):
        with pytest.raises(stockade.IllegalAction):
            batch.step(wrong)
    numbers: list[Any] = [legal + 0.5, legal.astype(np.float64), legal.astype(np.complex128), legal > 0]
    for wrong in numbers:
        with pytest.raises(stockade.IllegalAction, match="whole numbers"):
            batch.step(wrong)
    assert batch.states.tobytes() == before
    for good in (legal, legal.astype(np.int8), legal.astype(np.uint64), legal.tolist()):
        Batch("blockade", 2, seed=1).step(good)


def test_without_the_check_legal_actions_do_the_same() -> None:
    checked, trusted = Batch("blockade", 20, seed=2), Batch("blockade", 20, seed=2)
    for _ in range(20):
        checked.step(checked.random_actions())
        trusted.step(trusted.random_actions(), check=False)
    assert checked.states.tobytes() == trusted.states.tobytes()


def test_a_refusal_names_the_row_and_the_ruling() -> None:
    batch = Batch("blockade", 3, seed=1)
    chosen = batch.random_actions()
    chosen[2] = GAME.start().parse("C2-1")
    with pytest.raises(stockade.IllegalAction, match=r"row 2: .*own moat") as refused:
        batch.step(chosen)
    assert refused.value.ruling == "7"


def test_a_refusal_names_no_row_if_there_is_one_alone() -> None:
    with pytest.raises(IllegalAction, match=r"^a bridge on 1 would leave the board that way$"):
        Batch("blockade", 1).step(np.array([0]))


@pytest.mark.parametrize("size", [0, -1, 2.0, "2"])
def test_a_batch_has_a_match_at_least(size: Any) -> None:
    with pytest.raises(BadOption, match="a batch has at least one match"):
        Batch("blockade", size)
    assert len(Batch("blockade", np.int64(2))) == 2  # type: ignore[arg-type]


def test_bad_headers_are_typed() -> None:
    with pytest.raises(stockade.UnknownGame):
        Batch("chess", 1)
    with pytest.raises(stockade.BadOption):
        Batch("blockade", 1, players=3)
    with pytest.raises(stockade.BadOption):
        random_playouts("blockade", 1, options={"limit": 1})


def test_seeds_are_never_zero_and_far_apart() -> None:
    seeds = row_seeds(0, 10_000)
    assert seeds.all()
    assert len(set(seeds.tolist())) > 9_990
    assert all(0 < spread_seed(seed) < 2**63 for seed in range(100))
    assert len({spread_seed(seed) for seed in range(100)}) == 100


def test_playouts_count_what_they_play() -> None:
    played = random_playouts("blockade", 500, seed=1)
    assert played.games == 500
    assert played.returns.shape == (500, 2)
    assert played.lengths.shape == (500,)
    assert played.decisions == played.lengths.sum()  # Blockade has no chance
    assert set(np.unique(played.returns)) <= {-1.0, 0.0, 1.0}
    assert np.allclose(played.returns.sum(axis=1), 0)


def test_playouts_agree_with_random_bots_on_the_whole() -> None:
    """Random bots use another generator and loop; lengths and results must agree statistically."""
    played = random_playouts("blockade", 4000, seed=2)
    lengths, firsts = [], []
    for seed in range(250):
        match, bot = stockade.Match("blockade", seed=seed), stockade.bot("random", seed=seed)
        while not match.is_over:
            match.play(bot.choose(match.state))
        lengths.append(len(match.actions))
        firsts.append(match.state.returns()[0])
    assert abs(np.mean(lengths) - played.lengths.mean()) < 5 * np.std(lengths) / np.sqrt(250)
    assert abs(np.mean(firsts) - played.returns[:, 0].mean()) < 5 / np.sqrt(250)


def test_no_games_are_no_games() -> None:
    played = random_playouts("blockade", 0)
    assert (played.games, played.decisions, len(played.lengths)) == (0, 0, 0)


def test_scores_are_those_of_the_states() -> None:
    batch = Batch("barricado", 8, players=3, seed=4)
    for _ in range(60):
        batch.step(batch.random_actions())
    assert batch.scores().tolist() == [batch.state(row).scores() for row in range(8)]


def test_rows_can_be_taken_out_and_put_back() -> None:
    batch, whole = Batch("cascadia", 6, seed=3), Batch("cascadia", 6, seed=3)
    rows = np.array([1, 4])
    before = batch.states.copy()
    part = batch.take(rows)
    part.step(part.random_actions())
    assert batch.states.tobytes() == before.tobytes()
    batch.put(rows, part)
    whole.step(whole.random_actions())
    for row in range(6):
        assert batch.state(row) == (whole if row in rows else Batch("cascadia", 6, seed=3)).state(row)


def test_rows_begin_anew_with_their_own_dice_or_with_a_seed() -> None:
    batch = Batch("cascadia", 4, seed=3)
    first = batch.states.copy()
    batch.restart()
    assert (batch.states != first).all()
    batch.restart(np.array([0, 2]), seed=3)
    assert (batch.states == first).tolist() == [True, False, True, False]


def test_a_pickled_batch_goes_on_alike() -> None:
    batch = Batch("cascadia", 4, seed=3)
    twin = pickle.loads(pickle.dumps(batch))
    for each in (batch, twin):
        for _ in range(20):
            each.step(each.random_actions())
    assert batch.states.tobytes() == twin.states.tobytes()
