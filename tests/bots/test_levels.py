"""Check the levels of every game: the files that define them, what is said about them, and that they grow."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

import stockade
from stockade.arena.botspec import parse_bot
from stockade.arena.ladder import plan_step
from stockade.arena.tournament.run import Tournament, share_of
from stockade.arena.tournament.stopping import ALL
from stockade.bots import BOTS, Level, levels
from stockade.bots.greedy import GreedyBot
from stockade.bots.levels import FILE, LEVELS, NAMES, PERFECT, read_levels
from stockade.conformance.table import GAMES
from stockade.core.language import speaking

BUDGETS = {"mcts": "simulations", "planner": "playouts"}
COUNTS = [(name, players) for name in GAMES for players in stockade.game(name).spec.players]
each_count = pytest.mark.parametrize(("name", "players"), COUNTS)


@each_count
def test_a_game_defines_five_levels_that_can_play_it(name: str, players: int) -> None:
    game = stockade.game(name)
    found = levels(game, players)
    assert found == read_levels(game.text_file(FILE), players)
    assert [level.level for level in found] == [1, 2, 3, 4, 5]
    assert all(level.bot.can_play(game) for level in found)
    assert [level.name for level in found[:4]] == list(NAMES[:4])
    assert (found[4].name == PERFECT) == (game.solution is not None)
    assert len({level.text for level in found}) == 5


@each_count
def test_levels_grow_by_fewer_slips_and_larger_budgets(name: str, players: int) -> None:
    strength = list(BOTS)  # from the weakest kind to the strongest
    for below, above in pairwise(levels(stockade.game(name), players)):
        assert strength.index(below.bot.name) <= strength.index(above.bot.name)
        if below.bot is not above.bot:
            continue
        was, now = care(below), care(above)
        assert was != now
        assert all(before <= after for before, after in zip(was, now, strict=True))


def care(level: Level) -> tuple[float, float]:
    """Return how seldom a bot slips, and how much it searches. More of either makes it stronger."""
    return -level.options.get("slip", 0.0), level.options.get(BUDGETS.get(level.bot.name, ""), 0)


@each_count
def test_budgets_are_counted(name: str, players: int) -> None:
    for level in levels(stockade.game(name), players):
        assert level.seconds == 0.0
        assert level.make().seconds is None
        if level.bot.name in BUDGETS:
            assert level.options["threads"] == 1  # several would share the budget, and play differently


@each_count
def test_the_weakest_level_plays_before_the_game_is_compiled(name: str, players: int) -> None:
    assert not levels(stockade.game(name), players)[0].needs_compiled


@each_count
def test_a_level_is_written_like_any_other_bot(name: str, players: int) -> None:
    for level in levels(stockade.game(name), players):
        spec = parse_bot(level.spec)
        assert (spec.name, spec.options) == (level.bot.name, dict(level.options))


def unusual(name: str, players: int) -> list[pytest.MarkDecorator]:
    """Return the mark of tests that only deep runs have: those of tables that few people play at."""
    return [] if players == stockade.game(name).spec.check_players(None) else [pytest.mark.deep]


NEIGHBOURS = [
    pytest.param(name, players, below, above, id=f"{name}-{players}-{above.level}", marks=unusual(name, players))
    for name, players in COUNTS
    if players > 1
    for below, above in pairwise(levels(stockade.game(name), players))
    if not above.needs_compiled
]


@pytest.mark.parametrize(("name", "players", "below", "above"), NEIGHBOURS)
def test_neighbours_that_do_not_search_are_about_three_to_one(
    name: str, players: int, below: Level, above: Level
) -> None:
    tournament = Tournament(plan_step(stockade.game(name), players, below, above, 60, ALL))
    for _ in tournament.play(1):
        pass
    games = [game for deal in tournament.meetings[0].done.values() for game in deal]
    assert 0.6 < share_of(games, 1, 0) < 0.9


def test_what_a_level_does_is_said_in_the_readers_language() -> None:
    english = [level.text for level in LEVELS]
    assert english[1] == "Looks one move ahead. Misses the best move in about 50% of its moves."
    with speaking("de"):
        assert not {level.text for level in LEVELS} & set(english)


MISSES = "Misses the best move"
NEVER = "Never plays the best move if another will do.", "Spielt nie den besten Zug, wenn es ein anderer auch tut."
SHARES = [
    (0.0001, f"{MISSES} about once in 10000 moves.", "Verfehlt etwa in einem von 10000 Zügen den besten."),
    (0.003, f"{MISSES} about once in 300 moves.", "Verfehlt etwa in einem von 300 Zügen den besten."),
    (0.005, f"{MISSES} about once in 200 moves.", "Verfehlt etwa in einem von 200 Zügen den besten."),
    (0.0099, f"{MISSES} about once in 100 moves.", "Verfehlt etwa in einem von 100 Zügen den besten."),
    (0.01, f"{MISSES} in about 1% of its moves.", "Verfehlt bei etwa 1 % seiner Züge den besten."),
    (0.99, f"{MISSES} in about 99% of its moves.", "Verfehlt bei etwa 99 % seiner Züge den besten."),
    (0.998, *NEVER),
    (1.0, *NEVER),
]


@pytest.mark.parametrize(("slip", "english", "german"), SHARES)
def test_a_share_of_slips_is_said_as_a_person_would(slip: float, english: str, german: str) -> None:
    level = Level(1, GreedyBot, {"slip": slip})
    assert level.text == f"Looks one move ahead. {english}"
    with speaking("de"):
        assert level.text.endswith(german)


ROWS = [json.dumps({"bot": "greedy", "slip": 0.5 - number / 10}) for number in range(5)]


def test_a_file_of_levels_is_read() -> None:
    found = read_levels("\n".join(ROWS), 2)
    assert [level.spec for level in found[:2]] == ["greedy:slip=0.5", "greedy:slip=0.4"]


def test_a_row_may_be_for_some_numbers_of_players() -> None:
    rows = [*ROWS[:4], '{"players": [2], "bot": "greedy"}', '{"players": [3, 4], "bot": "mcts", "simulations": 9}']
    assert [read_levels("\n".join(rows), players)[4].bot.name for players in (2, 3, 4)] == ["greedy", "mcts", "mcts"]
    with pytest.raises(stockade.BadGame, match="4 levels for 5 players"):
        read_levels("\n".join(rows), 5)


@pytest.mark.parametrize(
    "rows",
    [
        [],
        ROWS[:4],
        [*ROWS, ROWS[0]],
        [*ROWS[:4], "{}"],
        [*ROWS[:4], '"greedy"'],
        [*ROWS[:4], "greedy"],
        [*ROWS[:4], '{"bot": "genius"}'],
        [*ROWS[:4], '{"slip": 0.1}'],
        [*ROWS[:4], '{"bot": "greedy", "slip": 7}'],
        [*ROWS[:4], '{"bot": "greedy", "care": 1}'],
    ],
)
def test_a_wrong_file_of_levels_is_refused(rows: list[str]) -> None:
    with pytest.raises(stockade.BadGame, match=FILE):
        read_levels("\n".join(rows), 2)
