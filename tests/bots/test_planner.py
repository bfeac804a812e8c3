"""Check the planner: its plans, its budget, and that it follows a plan through the turn."""

from __future__ import annotations

import time

import numpy as np
import pytest

import stockade
from stockade.bots.advice import advise
from stockade.bots.bot import SHOWN
from stockade.bots.lookahead import preferences
from stockade.bots.planner import LONGEST_PLAN, Plan, PlannerBot, Trial, best_plans
from stockade.core.contract import TO_THE_END
from stockade.core.game import Game
from stockade.core.kernel import bind
from stockade.core.state import State

PLANNED = [name for name in stockade.games() if stockade.game(name).plans is not None]
each_planned = pytest.mark.parametrize("name", PLANNED)


def opening(name: str, seed: int = 3) -> State:
    return stockade.Match(name, seed=seed).state


@each_planned
def test_preferences_are_of_every_legal_action(name: str) -> None:
    state = opening(name)
    actions, worth = preferences(state)
    assert actions.tolist() == state.legal_actions()
    assert len(set(worth.tolist())) > 1


@each_planned
def test_plans_lead_to_the_end_of_the_turn_and_the_best_come_first(name: str) -> None:
    state = opening(name)
    plans = best_plans(state, 12)
    assert len({plan.actions for plan in plans}) == 12
    assert [plan.regret for plan in plans] == sorted(plan.regret for plan in plans)
    assert plans[0].regret == 0
    for plan in plans:
        at = state.clone()
        for action in plan.actions:
            assert at.current_player == state.current_player
            at.apply(action)
        assert at.current_player != state.current_player


@each_planned
def test_greedy_play_is_the_first_plan(name: str) -> None:
    compared = 0
    for seed in range(20):
        match = stockade.Match(name, seed=seed)
        for bot in (stockade.bot("random", seed=seed),) * seed:
            match.play(bot.choose(match.state))
        state = match.state
        _, worth = preferences(state)
        if (worth == worth.max()).sum() == 1:
            compared += 1
            assert stockade.bot("greedy", seed=1).choose(state) == best_plans(state, 1)[0].actions[0]
    assert compared >= 5, "almost every choice is a tie"


@each_planned
def test_the_rest_of_a_turn_follows_the_plan_at_no_cost(name: str) -> None:
    bot = PlannerBot(playouts=200, threads=1, seed=1)
    match = stockade.Match(name, seed=4)
    seat = match.state.current_player
    match.play(bot.choose(match.state))
    spent = bot.last_playouts
    assert spent > 0
    bot.last_playouts = -1
    while match.state.current_player == seat and len(match.actions) < 8:
        match.play(bot.choose(match.state))
        assert bot.last_playouts == -1


@each_planned
def test_it_plans_again_if_its_plan_is_no_longer_legal(name: str) -> None:
    state = opening(name)
    bot = PlannerBot(playouts=4, plans=2, threads=1, seed=1)
    bot.choose(state)
    bot._following = dict.fromkeys(bot._following, state.game.spec.action_count)
    assert bot.choose(state) in state.legal_actions()


@each_planned
def test_playouts_are_shared_out_and_the_best_half_gets_more(name: str) -> None:
    bot = PlannerBot(playouts=320, plans=8, threads=1, seed=1)
    ranked = bot.compare(opening(name))
    assert len(ranked) == 8
    assert 160 <= bot.last_playouts <= 400
    top = [mean for _, mean in ranked[:2]]
    assert top == sorted(top, reverse=True)


@pytest.mark.deep
@each_planned
def test_it_keeps_its_time_on_several_threads(name: str) -> None:
    state = opening(name)
    PlannerBot(playouts=1, plans=2, threads=2).choose(state)  # compiles whatever is needed
    bot = PlannerBot(seconds=0.3, threads=2)
    started = time.monotonic()
    bot.choose(state)
    assert time.monotonic() - started < 3


@each_planned
def test_a_time_is_enough_of_a_budget_on_several_threads(name: str) -> None:
    state = opening(name)
    bot = PlannerBot(seconds=0.3, threads=2)
    assert bot.choose(state) in state.legal_actions()
    assert bot.last_playouts > 0


@each_planned
def test_a_hint_says_what_it_comes_to(name: str) -> None:
    state = opening(name)
    advice = advise(state, seconds=0.1)
    assert advice.hints
    assert len({hint.action for hint in advice.hints}) == len(advice.hints)
    for hint in advice.hints:
        assert hint.action in state.legal_actions()
        assert hint.worth.startswith("leads to about ")


@each_planned
def test_people_are_told_of_three_choices_even_if_all_good_turns_begin_with_one(name: str) -> None:
    state = opening(name)
    bot = PlannerBot(playouts=40, plans=4, listed=4, threads=1, seed=1)
    assert len(state.legal_actions()) > SHOWN > len({plan.actions[0] for plan in best_plans(state, 4)})
    *_, watched = bot.watch(state, 0.2)
    for hints in (bot.hints(state), watched.hints):
        assert len({hint.action for hint in hints}) == len(hints) == SHOWN


@pytest.mark.parametrize(
    "wrong",
    [
        {"plans": 0},
        {"plans": 1.5},
        {"plans": 4, "listed": 3},
        {"listed": "all"},
        {"seconds": 0},
        {"playouts": -1},
        {"threads": 0},
    ],
)
def test_a_budget_that_is_none_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(stockade.BadOption):
        stockade.bot("planner", **wrong)


@each_planned
def test_what_is_watched_has_chances_in_the_order_of_the_points(name: str) -> None:
    state = opening(name)
    *_, found = PlannerBot(plans=6, threads=1, seed=2).watch(state, 0.2)
    chances = [hint.chance for hint in found.hints]
    assert chances == sorted(chances, reverse=True)
    assert all(0 < chance < 1 for chance in chances)


def test_somebody_alone_is_given_no_chances() -> None:
    state = stockade.Match("cascadia", 1, seed=3).state
    *_, found = PlannerBot(plans=4, threads=1, seed=2).watch(state, 0.1)
    assert {hint.chance for hint in found.hints} == {None}


@each_planned
def test_playouts_stop_after_the_turns_of_foresight_or_at_the_end(name: str) -> None:
    game, state = stockade.game(name), opening(name)
    plans = best_plans(state, 2)
    assert game.plans is not None
    now = bind("plan", f"{name}_now", game.shared_names | {"FORESIGHT": 0})
    results = np.zeros((1, 2))
    lines = np.zeros((2, LONGEST_PLAN), np.int32)
    for number, plan in enumerate(plans):
        lines[number, : len(plan.actions)] = plan.actions
    lengths = np.array([len(plan.actions) for plan in plans])
    now.try_plans(state.data, lines, lengths, np.arange(2), np.ones(1, np.uint64), results)
    assert results[0].tolist() == [outlook_after(state, plan) for plan in plans]


def outlook_after(state: State, plan: Plan) -> float:
    """Return what the player who decides may expect once a plan is carried out."""
    after = state.clone()
    for action in plan.actions:
        after.apply(action)
    assert state.game.plans is not None
    return float(state.game.plans.outlook(after.record, state.current_player))


@each_planned
def test_before_any_playout_a_plan_is_worth_what_to_expect_after_it(name: str) -> None:
    state = opening(name)
    plans = best_plans(state, 5)
    trial = Trial(state, plans, trust=3)
    assert [trial.mean(k) for k in range(5)] == [outlook_after(state, plan) for plan in plans]


@each_planned
def test_an_estimate_counts_as_some_playouts_and_not_by_its_height(name: str) -> None:
    state = opening(name)
    plans = best_plans(state, 5)
    seeds = np.arange(1, 7, dtype=np.uint64)
    plain, mixed = Trial(state, plans), Trial(state, plans, trust=3)
    for trial in (plain, mixed):
        trial.run(list(range(5)), seeds)
    played = np.array([plain.mean(k) for k in range(5)])
    expected = np.array([outlook_after(state, plan) for plan in plans])
    expected += played.mean() - expected.mean()
    found = [mixed.mean(k) for k in range(5)]
    assert found == pytest.approx((6 * played + 3 * expected) / 9)
    assert np.mean(found) == pytest.approx(played.mean())


@each_planned
def test_of_the_listed_plans_those_are_played_out_that_promise_most(name: str) -> None:
    state = opening(name)
    promises = {plan.actions: outlook_after(state, plan) for plan in best_plans(state, 40)}
    tried = [plan.actions for plan, _ in PlannerBot(playouts=1, plans=5, listed=40, threads=1, seed=1).compare(state)]
    assert len(tried) == 5
    least = min(promises[actions] for actions in tried)
    assert sum(promise > least for promise in promises.values()) < 5
    assert set(tried) != {plan.actions for plan in best_plans(state, 5)}, "the list itself would do"


def test_without_estimates_the_first_plans_of_the_list_are_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    state = opening(PLANNED[0])
    first = {plan.actions for plan in best_plans(state, 5)}
    to_the_end = bind("plan", f"{PLANNED[0]}_ended", state.game.shared_names | {"FORESIGHT": TO_THE_END})
    monkeypatch.setattr(Game, "kernels", lambda *_: to_the_end)
    bot = PlannerBot(playouts=1, plans=5, listed=40, threads=1, seed=1)
    assert {plan.actions for plan, _ in bot.compare(state)} == first


def test_a_game_that_is_played_to_the_end_has_no_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    state = opening(PLANNED[0])
    to_the_end = bind("plan", f"{PLANNED[0]}_whole", state.game.shared_names | {"FORESIGHT": TO_THE_END})
    plans = best_plans(state, 2)
    monkeypatch.setattr(Game, "kernels", lambda *_: to_the_end)
    trial = Trial(state, plans, trust=3)
    assert [trial.mean(k) for k in range(2)] == [0.0, 0.0]
