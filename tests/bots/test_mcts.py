"""Check tree search: budgets, reproducible trees, the tree kept between moves, and wins it must find."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

import stockade
from stockade.bots import mcts
from stockade.bots.mcts import Candidate, Manner, MctsBot
from stockade.core.layout import CHANCE
from stockade.core.state import State
from stockade.games.barrage.evaluation import EXPLORATION, for_table

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


# -- time --------------------------------------------------------------------------------------------------------


@pytest.fixture
def one_second(monkeypatch: pytest.MonkeyPatch) -> MctsBot:
    """Return a bot with a second for each choice, by a clock that goes on by a millisecond for each simulation."""
    bot = MctsBot(seconds=1.0, threads=1, seed=1, keep_tree=False)
    monkeypatch.setattr(mcts, "clock", lambda: sum(int(tree.nodes[0]["visits"]) for tree in bot._trees) / 1000)
    return bot


def visits(bot: MctsBot) -> list[int]:
    return sorted((int(child["visits"]) for child in bot._trees[0].children()), reverse=True)


def test_a_choice_takes_no_time_if_it_is_forced(one_second: MctsBot) -> None:
    state = at({"castle": 2, "bridges": [1, 5], "retreat": "B1-3"}, {"castle": 3, "bridges": [4, 4]})
    assert [one_second.choose(state)] == state.legal_actions()
    assert one_second._trees == [], "there was no search"


def test_a_choice_stops_when_more_time_cannot_change_it(one_second: MctsBot) -> None:
    state = WIN_IN_ONE["C9-10"]
    assert state.format(one_second.choose(state)) == "C9-10"
    first, second, *_ = visits(one_second)
    assert one_second.last_simulations < 900
    assert first - second > 1000 - one_second.last_simulations, "the second action could have overtaken the first"


def test_a_choice_that_stops_early_is_that_of_the_whole_time(one_second: MctsBot) -> None:
    for state in (GAME.start(), *WIN_IN_ONE.values()):
        whole = max(MctsBot(simulations=1000, threads=1, seed=1).analyse(state), key=lambda each: each.visits)
        one_second._random.seed(1)
        assert one_second.choose(state) == whole.action


def test_an_undecided_choice_takes_all_its_time_and_no_more(one_second: MctsBot) -> None:
    one_second.choose(GAME.start())
    first, second, *_ = visits(one_second)
    assert first - second < 1000 // mcts.CHECKS, "this position is a poor example"
    assert 1000 <= one_second.last_simulations <= 1000 + 64


def test_an_analysis_takes_all_its_time(one_second: MctsBot) -> None:
    one_second.analyse(WIN_IN_ONE["C9-10"])
    assert 1000 <= one_second.last_simulations <= 1000 + 64


def test_what_all_threads_found_ends_the_search() -> None:
    bot = MctsBot(seconds=3600.0, threads=2, seed=1)
    state = at({"castle": 2, "bridges": [1, 5]}, {"castle": 3, "bridges": [4, 4]})
    bot._aim_trees(state)
    for tree, known in zip(bot._trees, (2**30, 2**29), strict=True):
        tree.run(64, None, bot._manner(state))
        tree.children()[:1]["visits"] = known
        tree.seal()
    assert bot.choose(state) == bot._trees[0].children()[0]["action"]


def test_the_lead_is_over_the_second_action() -> None:
    assert mcts.lead_of([Candidate(4, 7, 0.0), Candidate(5, 9, 0.0), Candidate(6, 1, 0.0)]) == 2
    assert mcts.lead_of([Candidate(4, 7, 0.0)]) == float("inf")


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


# -- many outcomes of chance, and odds ---------------------------------------------------------------------------

DEALT = stockade.game("barrage")


def with_automas() -> State:
    """Return a position in which every choice is followed by draws: a person's first turn beside three Automas."""
    state = DEALT.start(4, {"setup": "full", "automas": 3, "level": "4"})
    while state.is_chance or state.record.round_no == 0:
        state.apply(state.legal_actions()[0])
    return state


def drawn_from(breadth: float) -> list[tuple[int, int]]:
    """Return the visits of every chance node of a tree that was visited, and how many outcomes it has tried."""
    tree = mcts.Tree(DEALT.kernels("mcts"), 1)
    tree.aim(with_automas().data)
    tree.run(2000, None, Manner(0.11, 4, 200, breadth))
    chance = [node for node in tree.nodes[: int(tree.used[0])] if node["mover"] == CHANCE and node["children"]]
    return [
        (int(node["visits"]), int((tree.nodes["visits"][node["first_child"] :][: node["children"]] > 0).sum()))
        for node in chance
    ]


def test_a_narrow_search_tries_few_outcomes_of_chance() -> None:
    assert all(tried <= max(1, visits**0.2) for visits, tried in drawn_from(0.2))
    assert any(tried > 1 for visits, tried in drawn_from(0.2))
    assert any(tried > max(1, visits**0.2) for visits, tried in drawn_from(1.0))


def test_values_by_odds_are_returns_again() -> None:
    state = with_automas()
    bot = MctsBot(simulations=300, threads=1, seed=1)
    assert bot._manner(state).by_odds
    found = bot.analyse(state)
    assert all(-1 / 3 <= each.value <= 1 for each in found if each.visits)


def test_odds_grow_with_returns() -> None:
    as_odds = DEALT.kernels("mcts").as_odds.py_func
    assert as_odds(-1 / 3, 4) == pytest.approx(-as_odds(1.0, 4))
    assert as_odds(0.0, 2) == pytest.approx(0.0)
    assert -1.0 < as_odds(-1 / 3, 4) < as_odds(0.0, 4) < as_odds(0.5, 4) < as_odds(1.0, 4) < 1.0


def test_tables_without_automas_are_searched_as_ever() -> None:
    manner = MctsBot(simulations=1)._manner(DEALT.start(3))
    assert manner.breadth == mcts.EVERY
    assert not manner.by_odds
    assert manner.exploration == EXPLORATION


def test_several_trees_share_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    state = with_automas()
    advice = for_table(state.record)
    monkeypatch.setattr(DEALT.evaluation, "for_table", lambda _: {**advice, "TREES": 3})
    bot = MctsBot(simulations=300, threads=1, seed=1)
    assert sum(each.visits for each in bot.analyse(state)) == 300
    assert [int(tree.nodes[0]["visits"]) for tree in bot._trees] == [100, 100, 100]
    assert len({tree.luck for tree in bot._trees}) == 3


def test_time_is_shared_among_trees() -> None:
    trees = [mcts.Tree(DEALT.kernels("mcts"), seed) for seed in (1, 2)]
    for tree in trees:
        tree.aim(with_automas().data)
    started = time.perf_counter()
    done = mcts.run_in_turn(trees, None, started + 0.2, Manner(0.05, 4, 200, 0.01, by_odds=True))
    assert sum(int(tree.nodes[0]["visits"]) for tree in trees) == done
    assert all(tree.nodes[0]["visits"] > 0 for tree in trees)
