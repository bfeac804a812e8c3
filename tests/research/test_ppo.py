"""Learn with `examples/ppo.py`. This needs the extra `train`, which `make test-deep` installs."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.core.process import ROOT, python

import stockade
from stockade.arena.plan import plan_series
from stockade.arena.series import play_games
from stockade.research import Batch
from stockade.research.intervals import mean_interval, wilson

pytestmark = pytest.mark.deep
EXAMPLE = ROOT / "examples" / "ppo.py"


@pytest.fixture(scope="module")
def torch() -> Iterator[Any]:
    import torch as module

    threads = module.get_num_threads()
    module.set_num_threads(1)  # other tests run beside
    yield module
    module.set_num_threads(threads)


@pytest.fixture(scope="module")
def ppo(torch: Any) -> Any:  # noqa: ARG001
    from examples import ppo as module

    return module


# -- advantages --------------------------------------------------------------------------------------------------


def advantages(ppo: Any, torch: Any, seats: list[int], values: list[float], *others: Any) -> tuple[list, list]:
    """Return the advantages in one match, and whether they are known."""
    rewards, over, discount, trace = others
    found, known = ppo.advantages(
        torch.tensor(rewards)[:, None],
        torch.tensor(over)[:, None],
        torch.tensor(seats)[:, None],
        torch.tensor(values)[:, None],
        discount,
        trace,
    )
    return found[:, 0].tolist(), known[:, 0].tolist()


def test_both_seats_learn_from_the_end_of_a_match(ppo: Any, torch: Any) -> None:
    """Seat 1 ends the match with its second decision and loses. In the next match, seat 0 decides next."""
    seats = [0, 1, 0, 1, 0, 1, 0]
    values = [0.5, 0.25, 0.0, -0.5, 0.25, 0.75, 1.0]
    rewards = [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [1.0, -1.0], [0.0, 0.0], [0.0, 0.0]]
    over = [False, False, False, True, False, False]
    found, known = advantages(ppo, torch, seats, values, rewards, over, 0.5, 0.5)
    assert found == [
        -0.25,  # 0.5 * 0 - 0.5, and a quarter of 1
        -0.625,  # 0.5 * -0.5 - 0.25, and a quarter of -0.5
        1.0,  # it did not move last, but it won
        -0.5,  # -1 - -0.5
        0.25,  # 0.5 * 1 - 0.25
        0.0,
    ]
    assert known == [True, True, True, True, True, False]


def test_a_seat_is_rewarded_for_what_others_bring_it(ppo: Any, torch: Any) -> None:
    """Seat 2 decides twice in a row, and gets and loses something while others decide."""
    seats = [2, 2, 0, 1, 2, 0]
    values = [1.0, 0.5, 0.25, 0.0, 2.0, 0.5]
    rewards = [[0.0, 0.0, 0.5], [0.0, 0.0, 1.0], [0.5, 0.0, -0.25], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    found, known = advantages(ppo, torch, seats, values, rewards, [False] * 5, 1.0, 0.5)
    assert found == [
        1.125,  # 0.5 + 0.5 - 1, and half of 2.25
        2.25,  # 1 - 0.25 + 2 - 0.5
        1.75,  # 0.5 + 1 + 0.5 - 0.25
        0.0,
        0.0,
    ]
    assert known == [True, True, True, False, False]


def test_without_discount_they_sum_up_what_a_seat_gets(ppo: Any, torch: Any) -> None:
    steps, rows, players = 40, 5, 4
    torch.manual_seed(2)
    rewards, values = torch.randn(steps, rows, players), torch.randn(steps + 1, rows)
    seats, over = torch.randint(0, players, (steps + 1, rows)), torch.rand(steps, rows) < 0.15
    found, known = ppo.advantages(rewards, over, seats, values, 1.0, 1.0)
    compared = 0
    for row in range(rows):
        ends = over[:, row].nonzero().squeeze(1).tolist()
        for step in range(max(ends) + 1):
            end = next(end for end in ends if end >= step)
            total = rewards[step : end + 1, row, seats[step, row]].sum() - values[step, row]
            assert float(found[step, row]) == pytest.approx(float(total), abs=1e-4)
            assert known[step, row]
            compared += 1
    assert compared > 100


# -- matches -----------------------------------------------------------------------------------------------------


def all_inputs(torch: Any, name: str) -> Any:
    return torch.arange(stockade.game(name).names["OBSERVATION_SIZE"])


@pytest.mark.parametrize("name", stockade.games())
def test_matches_show_what_their_players_see(name: str, ppo: Any, torch: Any) -> None:
    batch = Batch(name, 4, seed=1)
    inputs = ppo.used_inputs(Batch(name, 8, seed=2), 50)
    assert 0 < len(inputs) <= len(all_inputs(torch, name))
    matches = ppo.Matches(batch, inputs)
    for _ in range(30):
        looks = matches.look()
        for row in range(4):
            state = batch.state(row)
            assert looks.seats[row] == state.current_player
            assert (looks.seen[row].numpy() == state.observation()[inputs.numpy()]).all()
            legal = looks.choices[row][looks.choices[row] != ppo.NOTHING].tolist()
            assert legal == state.legal_actions()
        *_, actions = ppo.choose(torch.zeros(looks.choices.shape), looks.choices, looks.seats >= 0)
        assert not batch.is_over.any()
        batch.take(matches.rows.numpy()).step(actions.numpy())  # refuses what is not legal
        matches.step(actions)


@pytest.mark.parametrize("players", [1, 3])
def test_points_are_rewarded_when_they_are_made(players: int, ppo: Any, torch: Any) -> None:
    batch = Batch("cascadia", 3, players, seed=1)
    matches = ppo.Matches(batch, all_inputs(torch, "cascadia"), "points")
    first, total, ended = matches.points, torch.zeros(3, players), torch.zeros(3, dtype=torch.bool)
    rewarded = 0
    while not ended.all():
        rewards, over = matches.step(torch.from_numpy(batch.random_actions()))
        total += rewards * ~ended[:, None]
        rewarded += int((rewards != 0).any())
        for row in (over & ~ended).nonzero().squeeze(1).tolist():
            assert (first[row] + total[row] / ppo.POINTS).tolist() == pytest.approx(matches.finals[row].tolist())
        ended |= over
    assert rewarded > 20


def test_matches_begin_with_random_actions_that_nothing_is_learned_from(ppo: Any, torch: Any) -> None:
    torch.manual_seed(3)
    inputs = all_inputs(torch, "blockade")
    matches = ppo.Matches(Batch("blockade", 64, seed=1), inputs, openings=3)
    rollout = ppo.collect(ppo.Network(inputs, 2, 120), matches, 60)
    for row in range(64):
        left = 0
        for step in range(60):
            is_first = step == 0 or bool(rollout.over[step - 1, row])
            if is_first:
                left = int(rollout.is_random[step : step + 4, row].long().cumprod(0).sum())
                assert left <= 3
            assert bool(rollout.is_random[step, row]) == (left > 0)
            left -= 1
    assert 0.02 < rollout.is_random.float().mean() < 0.2


def test_a_network_never_chooses_what_is_not_legal(ppo: Any, torch: Any) -> None:
    """Actions that are rated highest are left out where they are not legal."""
    inputs = all_inputs(torch, "blockade")
    network = ppo.Network(inputs, 2, 120)
    with torch.no_grad():
        network.vectors.normal_(0.0, 50.0)
    matches = ppo.Matches(Batch("blockade", 32, seed=1), inputs)
    for _ in range(20):
        looks = matches.look()
        assert ((network(looks)[0] < ppo.NEVER / 2) == (looks.choices == ppo.NOTHING)).all()
        *_, actions = ppo.choose(network(looks)[0], looks.choices, looks.seats < 0)
        assert (looks.choices == actions[:, None]).any(1).all()
        matches.step(actions)


def test_the_path_of_a_gpu_is_that_of_a_cpu(ppo: Any, tmp_path: Path) -> None:
    file = tmp_path / "trained.pt"
    simulated = {"NUMBA_ENABLE_CUDASIM": "1", "PYTHONWARNINGS": "default"}
    said = python("-m", "tests.research.simulated_ppo", str(file), **simulated)
    assert re.search(r"48 decisions: wins [\d.]+% of matches against random play", said)
    assert re.search(r"wins [0-4] of 4 matches against random, ", said)
    state = stockade.game("blockade").start()
    assert ppo.Trained(str(file)).choose(state) in state.legal_actions()


# -- learning ----------------------------------------------------------------------------------------------------


def test_learning_ends_with_the_decisions_or_the_time(ppo: Any, torch: Any) -> None:
    inputs = all_inputs(torch, "blockade")
    for decisions, seconds, count in ((100, math.inf, 4), (10**9, 1e-9, 1)):
        matches = ppo.Matches(Batch("blockade", 4, seed=1), inputs)
        settings = ppo.Settings(steps=8, epochs=1, parts=1)
        done = list(ppo.train(ppo.Network(inputs, 2, 120), matches, decisions, settings, seconds))
        assert [made for made, _ in done] == [32 * (k + 1) for k in range(count)]
        assert all(share < 1.0 for _, share in done[:-1])
        assert done[-1][1] >= 1.0


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the file of a network that has learned Blockade for half a minute, as on the page."""
    file = tmp_path_factory.mktemp("trained") / "blockade.pt"
    words = ("blockade", "--decisions", "800000", "--threads", "1", "--file", str(file))
    said = python(str(EXAMPLE), *words, PYTHONWARNINGS="default")
    assert f"saved as {file}" in said
    return str(file)


def wins(bots: str, games: int, name: str = "blockade") -> tuple[float, float]:
    """Return the 95% interval of how often the first of two bots wins."""
    plan = plan_series(stockade.game(name), bots.split(";"), None, {}, games, 1, True)
    tally = play_games(plan, 0, games)
    return wilson(tally.wins[0], tally.played[0])


def test_it_learns_to_beat_random_and_greedy_play(trained: str) -> None:
    assert wins(f"{EXAMPLE}:Trained,file={trained};random", 200)[0] > 0.85
    assert wins(f"{EXAMPLE}:Trained,file={trained};greedy", 200)[0] > 0.5


def test_the_trained_bot_plays_a_match(trained: str) -> None:
    def played(temperature: float) -> dict[str, Any]:
        match = stockade.Match("blockade", seed=1)
        bot = stockade.bot(f"{EXAMPLE}:Trained", file=trained, temperature=temperature, seed=4)
        while not match.is_over:
            match.play(bot.choose(match.state))
        return match.to_json()

    assert played(1.0) == played(1.0) != played(0.0)


def test_a_network_of_another_game_is_refused(trained: str) -> None:
    state = stockade.game("barricado").start()
    bot = stockade.bot(f"{EXAMPLE}:Trained", file=trained)
    with pytest.raises(stockade.StockadeError, match="has learned blockade, not barricado"):
        bot.choose(state)


def test_points_in_cascadia_rise(ppo: Any, torch: Any) -> None:
    torch.manual_seed(1)
    game = stockade.game("cascadia")
    inputs = ppo.used_inputs(Batch("cascadia", 64, 1, seed=1), 200)
    network = ppo.Network(inputs, max(game.spec.players), game.spec.action_count)

    def interval() -> tuple[float, float]:
        found = ppo.against_random(network, ppo.Matches(Batch("cascadia", 200, 1, seed=9), inputs, "points"))
        return mean_interval(sum(found), sum(points**2 for points in found), len(found))

    before = interval()
    settings = ppo.Settings(discount=1.0, openings=0)
    for _ in ppo.train(network, ppo.Matches(Batch("cascadia", 128, 1, seed=1), inputs, "points"), 80_000, settings):
        pass
    assert before[1] + 2 < interval()[0]
