"""Check that every bot in every game plays legally, does not change the state, and is reproducible by its seed."""

from __future__ import annotations

import math
from typing import Any

import pytest

import stockade
from stockade.bots import BOTS, Level, levels
from stockade.bots.advice import accepts_draw, advise
from stockade.bots.lookahead import looked_ahead
from stockade.bots.mcts import MctsBot
from stockade.conformance.scope import either
from stockade.conformance.table import GAMES, QUICK_SETTINGS, SETTINGS, Setting, each_game, some
from stockade.core.state import State

QUICK: dict[str, dict[str, Any]] = {
    "mcts": {"simulations": 30, "threads": 1},
    "planner": {"playouts": 12, "plans": 4, "threads": 1},
}
NEEDS = {"perfect": "solution", "planner": "plans"}  # the room that a game must have for this bot


def bots_of(game: str) -> list[str]:
    """Return all bots that can play a game: `perfect` needs a solution, `planner` needs plans."""
    return [name for name in BOTS if name not in NEEDS or getattr(stockade.game(game), NEEDS[name]) is not None]


@each_game
def test_a_bot_knows_which_games_it_can_play(name: str) -> None:
    assert [bot for bot in BOTS if BOTS[bot].can_play(stockade.game(name))] == bots_of(name)


PAIRS = [
    pytest.param(setting, bot, marks=() if setting in QUICK_SETTINGS else pytest.mark.deep)
    for setting in SETTINGS
    for bot in bots_of(setting.game)
]


def decided(setting: Setting, count: int) -> list[State]:
    return [state for state in some(setting, count) if state.current_player >= 0]


@pytest.mark.parametrize(("setting", "name"), PAIRS, ids=lambda each: str(each))
def test_a_bot_chooses_something_legal_and_leaves_the_state_alone(setting: Setting, name: str) -> None:
    bot = stockade.bot(name, seed=1, **QUICK.get(name, {}))
    assert bot.name == name
    for state in decided(setting, 12):
        before = state.to_bytes()
        action = bot.choose(state)
        assert type(action) is int
        assert action in state.legal_actions()
        assert state.to_bytes() == before


@each_game
def test_a_bot_refuses_a_damaged_state_with_a_typed_error(name: str) -> None:
    start = stockade.game(name).start()
    for bot in bots_of(name):
        for pattern in (0x00, 0xA5, 0xFF, 0x01):
            state = start.clone()
            state.data[:] = pattern
            for ask in (
                stockade.bot(bot, **QUICK.get(bot, {})).choose,
                stockade.bot(bot, **QUICK.get(bot, {})).hints,
            ):
                with pytest.raises(stockade.StockadeError):
                    ask(state)


@pytest.mark.parametrize(("setting", "name"), PAIRS, ids=lambda each: str(each))
def test_the_same_seed_plays_the_same(setting: Setting, name: str) -> None:
    states = decided(setting, 6)
    runs = []
    for _ in range(2):
        bot = stockade.bot(name, seed=7, **QUICK.get(name, {}))
        runs.append([bot.choose(state) for state in states])
    assert runs[0] == runs[1]


@pytest.mark.parametrize(("setting", "name"), PAIRS, ids=lambda each: str(each))
def test_no_bot_decides_for_chance_or_after_the_end(setting: Setting, name: str) -> None:
    bot = stockade.bot(name, **QUICK.get(name, {}))
    undecided = [state for state in some(setting, 30) if state.current_player < 0]
    assert undecided
    for state in undecided:
        with pytest.raises(stockade.NotAllowed):
            bot.choose(state)


@each_game
def test_perfect_play_is_only_for_solved_games(name: str) -> None:
    bot, state = stockade.bot("perfect"), stockade.Match(name, seed=1).state
    if stockade.game(name).solution is not None:
        assert bot.choose(state) in state.legal_actions()
    else:
        with pytest.raises(stockade.UnknownBot, match="not solved"):
            bot.choose(state)


@each_game
def test_planning_is_only_for_games_that_can_tell_good_actions(name: str) -> None:
    bot, state = stockade.bot("planner", playouts=4, threads=1), stockade.Match(name, seed=1).state
    if stockade.game(name).plans is not None:
        assert bot.choose(state) in state.legal_actions()
    else:
        with pytest.raises(stockade.UnknownBot, match="nothing to plan by"):
            bot.choose(state)


@each_game
def test_a_match_of_different_bots_ends(name: str) -> None:
    players = max(stockade.game(name).spec.players)
    match = stockade.Match(name, players, seed=2)
    names = ("greedy", "random", "mcts", "greedy")
    bots = [stockade.bot(each, **QUICK.get(each, {})) for each in (names * 2)[:players]]
    while not match.is_over and len(match.actions) < 400:
        match.play(bots[match.state.current_player].choose(match.state))
    assert match.is_over or len(match.actions) >= 400


@each_game
def test_a_search_meets_chance_as_often_as_its_weights_say(name: str) -> None:
    """This shows best if the weights differ and few other actions take simulations. It cannot be checked in a game
    without chance."""
    met: list[tuple[float, State, State]] = []
    for setting in SETTINGS:
        if setting.game != name:
            continue
        for state in decided(setting, either(quick=36, deep=12)):  # from one game or three: as many in all
            legal, _ = looked_ahead(state)
            for action in legal.tolist():
                after = state.clone()
                after.apply(action)
                if after.is_chance:
                    weights = [weight for _, weight in after.chance_weights()]
                    met.append(((1 + max(weights) - min(weights)) / len(legal), state, after))
    for _, state, after in sorted(met, key=lambda each: -each[0])[:1]:
        bot = MctsBot(simulations=1500, threads=1, evaluation="playout", exploration=1.4, seed=1)
        bot.analyse(state)
        check_chance_node(bot, after)


def check_chance_node(bot: MctsBot, state: State) -> None:
    tree = bot._trees[0]
    node = tree.nodes[tree.kernels.find(tree.nodes, tree.data, state.data, 100_000)]
    children = tree.nodes[node["first_child"] : node["first_child"] + node["children"]]
    met = {int(child["action"]): int(child["visits"]) for child in children}
    outcomes = dict(state.chance_outcomes())
    assert set(met) == set(outcomes)
    visits = sum(met.values())
    assert visits > 100
    for action, share in outcomes.items():
        assert abs(met[action] - visits * share) <= 5 * math.sqrt(visits * share * (1 - share)) + 1


# -- levels ----------------------------------------------------------------------------------------------------


@each_game
def test_levels_are_found_by_their_numbers(name: str) -> None:
    game = stockade.game(name)
    assert list(levels(game)) == [stockade.bots.level(game, number) for number in range(1, 6)]


@each_game
def test_every_level_plays_and_takes_a_seed(name: str) -> None:
    state = stockade.Match(name, seed=3).state
    for level in levels(stockade.game(name))[:4]:
        assert level.make(seed=1).choose(state) in state.legal_actions()


@pytest.mark.parametrize("number", [0, 6, -1, 1.0, "1", None, True])
@each_game
def test_there_is_no_other_level(name: str, number: object) -> None:
    with pytest.raises(stockade.BadOption, match="1 to 5"):
        stockade.bots.level(stockade.game(name), number)  # type: ignore[arg-type]


def test_a_level_is_plain_data() -> None:
    assert isinstance(levels(stockade.game(GAMES[0]))[0], Level)


# -- advice ----------------------------------------------------------------------------------------------------


@each_game
def test_advice_is_legal_and_says_what_it_is_worth(name: str) -> None:
    state = stockade.Match(name, seed=4).state
    advice = advise(state, seconds=0.05)
    assert advice.name == levels(stockade.game(name))[-1].name
    assert advice.hints
    assert all(hint.action in state.legal_actions() and hint.worth for hint in advice.hints)


def test_hints_leave_the_budget_of_a_bot_alone() -> None:
    state = stockade.Match(GAMES[0], seed=4).state
    bot = MctsBot(simulations=40, threads=1, seed=1)
    assert bot.hints(state, seconds=5.0)
    assert (bot.seconds, bot.simulations) == (None, 40)
    assert bot.last_simulations == 40


@each_game
def test_a_bot_answers_an_offered_draw_by_what_it_thinks(name: str) -> None:
    state = stockade.Match(name, seed=5).state
    for each in bots_of(name):
        answer = accepts_draw(stockade.bot(each, **QUICK.get(each, {})), state, 0)
        assert type(answer) is bool
