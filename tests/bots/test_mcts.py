"""Check tree search: budgets, reproducible trees, the tree kept between moves, and wins it must find."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

import stockade
from stockade.bots import mcts
from stockade.bots.mcts import Candidate, Manner, MctsBot
from stockade.core.state import State

GAME = stockade.game("blockade")


def at(black: dict[str, Any], white: dict[str, Any], **rest: Any) -> State:
    return GAME.from_json({"black": black, "white": white, **rest})


WIN_IN_ONE = {
    "C9-10": at({"castle": 9, "bridges": [1, 3]}, {"castle": 6, "bridges": [7, 8]}),
    "T7-10": at({"castle": 7, "bridges": [7, 7]}, {"castle": 6, "bridges": [8, 9]}),
    "B5-7": at({"castle": 2, "bridges": [3, 5]}, {"castle": 8, "bridges": [10, 10], "retreat": "C8-9"}),
    "C2-1": at({"castle": 5, "bridges": [3, 4]}, {"castle": 2, "bridges": [8, 10]}, to_move="white"),
}


def found(bot: MctsBot, state: State) -> list[tuple[int, int, float]]:
    return [(each.action, each.visits, each.value) for each in bot.analyse(state)]


# -- small tests of strength -------------------------------------------------------------------------------------


@pytest.mark.parametrize("evaluation", ["playout", "value"])
@pytest.mark.parametrize("move", WIN_IN_ONE)
def test_it_sees_a_win_in_one(move: str, evaluation: Any) -> None:
    state = WIN_IN_ONE[move]
    bot = MctsBot(simulations=400, threads=1, evaluation=evaluation, seed=1)
    assert state.format(bot.choose(state)) == move
    best = max(bot.analyse(state), key=lambda each: each.visits)
    assert best.value == pytest.approx(1.0)


@pytest.mark.parametrize("move", WIN_IN_ONE)
def test_greedy_takes_a_win_in_one_every_time(move: str) -> None:
    state = WIN_IN_ONE[move]
    assert {state.format(stockade.bot("greedy", seed=seed).choose(state)) for seed in range(20)} == {move}


def test_it_does_not_step_aside_and_lose() -> None:
    """White threatens to enter the moat; only a move that stops it, or wins, keeps the game going."""
    state = at({"castle": 4, "bridges": [1, 3]}, {"castle": 2, "bridges": [8, 10]})
    bot = MctsBot(simulations=3000, threads=1, seed=2)
    after = state.clone()
    after.apply(bot.choose(state))
    replies = {after.format(action) for action in after.legal_actions()}
    assert after.is_over or "C2-1" not in replies


# -- reproducibility ---------------------------------------------------------------------------------------------


def test_one_thread_and_a_seed_give_the_same_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chunks in which a search runs depend on the speed of the machine and must not change its result."""
    monkeypatch.setattr(mcts, "FIRST_CAPACITY", 1 << 8)  # so small that the array must grow
    runs = []
    for seconds in (1e-9, 0.01, 1e9):
        monkeypatch.setattr(mcts, "CHUNK_SECONDS", seconds)
        runs.append(found(MctsBot(simulations=3000, threads=1, seed=5), GAME.start()))
    assert runs[0] == runs[1] == runs[2]


def test_another_seed_gives_another_search() -> None:
    one, other = (found(MctsBot(simulations=500, threads=1, seed=seed), GAME.start()) for seed in (1, 2))
    assert one != other


def test_a_full_tree_goes_on_searching(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcts, "FIRST_CAPACITY", 64)
    monkeypatch.setattr(mcts, "LAST_CAPACITY", 128)
    bot = MctsBot(simulations=2000, threads=1, seed=1)
    candidates = bot.analyse(GAME.start())
    assert sum(each.visits for each in candidates) == 2000
    assert len(bot._trees[0].nodes) == 128


# -- budgets -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("simulations", [1, 2, 17, 64, 65, 1000])
def test_simulations_are_made_to_the_last(simulations: int) -> None:
    bot = MctsBot(simulations=simulations, threads=1, seed=1)
    candidates = bot.analyse(GAME.start())
    assert bot.last_simulations == simulations
    assert sum(each.visits for each in candidates) == simulations
    assert [each.action for each in candidates] == GAME.start().legal_actions()
    assert all(-1.0 <= each.value <= 1.0 for each in candidates)


def test_seconds_are_used() -> None:
    bot = MctsBot(seconds=0.15, threads=1, seed=1)
    bot.analyse(GAME.start())  # compiles whatever is needed
    started = time.perf_counter()
    MctsBot(seconds=0.15, threads=1, seed=1).analyse(GAME.start())
    taken = time.perf_counter() - started
    assert taken >= 0.14
    assert bot.last_simulations > 0


@pytest.mark.deep
def test_seconds_are_not_stretched() -> None:
    MctsBot(seconds=0.15, threads=1, seed=1).analyse(GAME.start())  # compiles whatever is needed
    bot = MctsBot(seconds=0.15, threads=1, seed=1)
    started = time.perf_counter()
    bot.analyse(GAME.start())
    assert time.perf_counter() - started < 1.5  # allows for other work on the machine
    assert bot.last_simulations > 50


def test_the_first_of_two_budgets_ends_the_search() -> None:
    bot = MctsBot(seconds=3600.0, simulations=50, threads=1)
    bot.analyse(GAME.start())
    assert bot.last_simulations == 50


def test_two_threads_share_the_work() -> None:
    bot = MctsBot(simulations=1001, threads=2, seed=1)
    candidates = bot.analyse(WIN_IN_ONE["C9-10"])
    assert 1001 <= bot.last_simulations <= 1002  # each thread makes half of them, rounded up
    assert sum(each.visits for each in candidates) == bot.last_simulations
    assert len(bot._trees) == 2
    assert bot._trees[0].seed != bot._trees[1].seed
    best = max(candidates, key=lambda each: each.visits)
    assert GAME.start().format(best.action) == "C9-10"


# -- the kept tree -----------------------------------------------------------------------------------------------


def two_plies_on(bot: MctsBot, state: State) -> tuple[State, int]:
    """Return the state after the bot's choice and the most visited reply, and the number of visits there."""
    state = state.clone()
    bot.analyse(state)
    visits = 0
    for _ in range(2):
        tree = bot._trees[0]
        node = tree.kernels.find(tree.nodes, tree.data, state.data, 100_000)
        first, count = int(tree.nodes[node]["first_child"]), int(tree.nodes[node]["children"])
        best = max(range(first, first + count), key=lambda child: tree.nodes[child]["visits"])
        visits = int(tree.nodes[best]["visits"])
        state.apply(int(tree.nodes[best]["action"]))
    return state, visits


def test_it_keeps_what_it_knows_after_two_plies() -> None:
    bot = MctsBot(simulations=2000, threads=1, seed=1)
    state, known = two_plies_on(bot, GAME.start())
    assert known > 100
    candidates = bot.analyse(state)
    # The node's first visit expanded nothing, so it has one visit more than its children.
    assert sum(each.visits for each in candidates) == known - 1 + 2000
    forgetful = MctsBot(simulations=2000, threads=1, seed=1, keep_tree=False)
    forgetful.analyse(GAME.start())
    assert sum(each.visits for each in forgetful.analyse(state)) == 2000


def test_the_kept_tree_is_sound() -> None:
    """The visits of a node are its own first visit plus those of its children."""
    bot = MctsBot(simulations=3000, threads=1, seed=4)
    state, _ = two_plies_on(bot, GAME.start())
    bot.analyse(state)
    tree = bot._trees[0]
    nodes = tree.nodes[: tree.used[0]]
    inner = np.flatnonzero(nodes["first_child"])
    assert len(inner) > 50
    spans = [
        range(nodes[node]["first_child"], nodes[node]["first_child"] + nodes[node]["children"]) for node in inner
    ]
    owned = [child for span in spans for child in span]
    assert sorted(owned) == list(range(1, int(tree.used[0])))  # every node but the root has one parent
    for node, span in zip(inner, spans, strict=True):
        below = int(nodes["visits"][span.start : span.stop].sum())
        assert nodes[node]["visits"] - below in (0, 1)


def test_a_state_it_does_not_know_starts_a_new_tree() -> None:
    bot = MctsBot(simulations=300, threads=1, seed=1)
    bot.analyse(GAME.start())
    for state in (WIN_IN_ONE["T7-10"], GAME.start(options={"limit": 50}), GAME.start()):
        assert sum(each.visits for each in bot.analyse(state)) == 300


def test_going_back_starts_a_new_tree() -> None:
    bot, state = MctsBot(simulations=200, threads=1, seed=1), GAME.start()
    later = state.clone()
    later.apply("D2-3")
    bot.analyse(later)
    assert sum(each.visits for each in bot.analyse(state)) == 200


@pytest.mark.parametrize("pattern", [0x00, 0xA5, 0xFF])
@pytest.mark.parametrize("part", ["nodes", "data", "used"])
def test_a_tree_that_was_overwritten_is_forgotten(part: str, pattern: int) -> None:
    bot = MctsBot(simulations=200, threads=1, seed=1)
    bot.analyse(GAME.start())
    memory = getattr(bot._trees[0], part)[:8].view(np.uint8)
    memory[:] = pattern
    candidates = bot.analyse(GAME.start())
    assert [each.action for each in candidates] == GAME.start().legal_actions()
    assert sum(each.visits for each in candidates) == 200


def test_the_same_state_again_adds_to_the_tree() -> None:
    bot = MctsBot(simulations=200, threads=1, seed=1)
    bot.analyse(GAME.start())
    assert sum(each.visits for each in bot.analyse(GAME.start())) == 400


def test_a_choice_is_what_was_visited_most(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = MctsBot(simulations=1)
    monkeypatch.setattr(bot, "analyse", lambda _: [Candidate(4, 7, 0.1), Candidate(5, 9, -1.0), Candidate(6, 9, 0.5)])
    assert bot.choose(GAME.start()) == 6


def test_the_first_estimates_of_others_can_count_for_more() -> None:
    """The more they count, the more of the simulations expect the answer that looks best to the other player."""

    def expected(trust_others: int) -> float:
        tree = mcts.Tree(GAME.kernels("mcts"), 1)
        tree.aim(GAME.start().data)
        tree.run(3000, None, Manner(0.5, 4, trust_others))
        answered = max(tree.children(), key=lambda child: child["visits"])
        first = int(answered["first_child"])
        answers = tree.nodes[first : first + int(answered["children"])]
        looks_best = answers["prior"] == answers["prior"].max()
        return float(answers["visits"][looks_best].sum() / answers["visits"].sum())

    assert expected(4) < expected(100) < expected(1_000_000) == 1.0
