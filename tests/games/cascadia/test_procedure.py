"""Whole games by the engine and the oracle side by side, and scripts on the order of play.

Every action and every draw is made by its text in both. Before each, both must offer the same.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from tests.games.cascadia import procedure_cases
from tests.games.cascadia.oracle import SPECIES, STARTERS, Table, hex_in

import stockade
from stockade import CHANCE, OVER
from stockade.core.state import State

GAME = stockade.game("cascadia")
CARDS = ["AAAAA", "BBBBB", "random", "CCCCC", "family", "DDDDD", "intermediate", "random", "CBDAC"]
TEMPERS = ["any", "wiper", "gatherer", "spender", "giver"]
MOODS = {"fair": 0.0, "alike": 0.8, "stubborn": 0.98}  # how often a draw repeats a species


class Engine:
    """The engine, called with texts."""

    def __init__(self, state: State) -> None:
        self.state = state

    @classmethod
    def start(cls, players: int, cards: str = "AAAAA", majorities: bool = True) -> Engine:
        return cls(GAME.start(players, {"cards": cards, "majorities": majorities}))

    def decides(self) -> int | str | None:
        seat = self.state.current_player
        return None if seat == OVER else "chance" if seat == CHANCE else seat

    def legal(self) -> list[str]:
        return [self.state.format(action) for action in self.state.legal_actions()]

    def outcomes(self) -> dict[str, int]:
        return {self.state.format(action): weight for action, weight in self.state.chance_weights()}

    def play(self, text: str) -> None:
        self.state.apply(text)

    def copy(self) -> Engine:
        return Engine(self.state.clone())

    def scores(self) -> list[float]:
        return self.state.scores()

    def winners(self) -> list[int]:
        return self.state.winners()


@pytest.mark.parametrize("case", procedure_cases.CASES, ids=procedure_cases.name_of)
def test_scripts(case: Callable[[Any], None]) -> None:
    case(Engine.start)


# -- random play -----------------------------------------------------------------------------------------------


def pick(table: Table, texts: list[str], temper: str, dice: random.Random) -> str:
    """Choose an action. Random play alone meets few of the rules, so there are five styles.

    They are: anything; wipe whenever possible; save nature tokens, then spend many of them on wipes, or each of them
    on a free pick; place nothing.
    """
    own = table.environments[table.seat]
    wipes = [text for text in texts if text.startswith("wipe")]
    picks = [text for text in texts if text.startswith("take") and len(text.split()) == 3]
    pairs = [text for text in texts if text.startswith("take") and len(text.split()) == 2]
    on_keystones = [
        text for text in texts if text.startswith("token") and own.tiles[hex_in(text.split()[1])].is_keystone()
    ]
    match temper:
        case "wiper" if wipes and dice.random() < 0.9:
            return "wipe" if "wipe" in wipes else dice.choice(wipes)
        case "gatherer" if pairs and own.nature < 4 and dice.random() < 0.9:
            return "wipe" if "wipe" in wipes and dice.random() < 0.5 else dice.choice(pairs)
        case "spender" if picks and dice.random() < 0.7:
            return dice.choice(picks)
        case "giver" if "return" in texts:
            return "return"
    if on_keystones and temper != "any" and dice.random() < 0.9:
        return dice.choice(on_keystones)
    return dice.choice(texts)


def fate(table: Table, mood: str, dice: random.Random) -> str:
    """Choose an outcome. Fair draws rarely bring four equal tokens, so some draws prefer what is there."""
    weights = table.outcomes()
    shown = Counter(token for token in table.tokens if token).most_common()
    likes = [f"draw {SPECIES[code]}" for code, _ in shown]
    if likes and likes[0] in weights and dice.random() < MOODS[mood]:
        return likes[0]
    return dice.choices(list(weights), list(weights.values()))[0]


def check(engine: Engine, table: Table, has_new_points: bool) -> None:
    """Check that turn, choices, weights and points are the same."""
    assert engine.decides() == table.decides()
    assert sorted(engine.legal()) == sorted(table.legal())
    assert engine.outcomes() == table.outcomes()
    if has_new_points:
        assert engine.scores() == table.scores()
    assert engine.winners() == (table.winners() if table.is_over else [])


def note(met: Counter[str], table: Table, aside_before: int, text: str) -> None:
    """Count what a game has met, so that the test cannot become empty unnoticed if the random numbers change."""
    verb, *rest = text.split()
    met["steps"] += 1
    met["free wipe"] += text == "wipe"
    met["paid wipe"] += verb == "wipe" and len(rest) == 1
    met["free pick"] += verb == "take" and len(rest) == 2
    met["return"] += verb == "return"
    by_itself = verb == "draw" and table.tokens == [None] * 4 and table.aside.total() > 0
    met["forced wipe"] += by_itself
    met["long chain"] += by_itself and table.aside.total() > 8
    met["open chain"] += table.decides() == table.seat and table.aside.total() > 0
    met["empty bag"] += verb == "draw" and len(table.draws) > 0 and table.aside.total() == 0 < aside_before
    if table.is_over:
        met["games"] += 1
        met["shared win"] += len(table.winners()) > 1
        points = table.scores()
        met["won by nature tokens"] += points.count(max(points)) > len(table.winners())


def play_side_by_side(
    players: int, cards: str, majorities: bool, temper: str, mood: str, seed: int, met: Counter[str]
) -> Engine:
    """Play one random game by both, to the end. Points are compared once all starters are dealt."""
    engine, table = Engine.start(players, cards, majorities), Table.start(players, cards, majorities)
    dice = random.Random(f"{players} {cards} {majorities} {temper} {mood} {seed}")
    has_new_points = False
    while True:
        check(engine, table, has_new_points)
        decides = table.decides()
        if decides is None:
            return engine
        is_chance = decides == "chance"
        text = fate(table, mood, dice) if is_chance else pick(table, sorted(table.legal()), temper, dice)
        aside_before = table.aside.total()
        engine.play(text)
        table.play(text)
        note(met, table, aside_before, text)
        has_new_points = not text.startswith("draw") and len(table.starters) == len(STARTERS) - players


def met_enough(met: Counter[str], games: int) -> None:
    assert met["games"] == games
    assert met["return"] >= 5 * games
    assert met["free wipe"] >= 2 * games
    assert met["paid wipe"] >= games
    assert met["free pick"] >= games
    assert met["forced wipe"] >= 10 * games
    assert met["long chain"] >= games
    assert met["open chain"] >= games
    assert met["empty bag"] >= 1


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_engine_and_oracle_agree_at_every_step(players: int) -> None:
    met: Counter[str] = Counter()
    games = [*product(TEMPERS, ["fair", "alike"]), ("wiper", "stubborn")]
    for number, (temper, mood) in enumerate(games):
        cards = CARDS[number % len(CARDS)]
        play_side_by_side(players, cards, number % 3 != 0, temper, mood, number, met)
    met_enough(met, len(games))


@pytest.mark.deep
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_engine_and_oracle_agree_for_long(players: int) -> None:
    met: Counter[str] = Counter()
    games = list(product(TEMPERS, MOODS, CARDS))
    for number, (temper, mood, cards) in enumerate(games):
        play_side_by_side(players, cards, number % 2 == 0, temper, mood, 1000 + number, met)
    met_enough(met, len(games))
    if players > 1:
        assert met["shared win"] > 0
        assert met["won by nature tokens"] > 0


@pytest.mark.parametrize(("players", "seed", "winners"), [(2, 106, [1]), (4, 154, [0, 1])])
def test_equal_points_go_to_who_has_more_nature_tokens(players: int, seed: int, winners: list[int]) -> None:
    """Two players have equal points; then three do, two of whom have equal nature tokens and share the win."""
    met: Counter[str] = Counter()
    engine = play_side_by_side(players, "AAAAA", True, "gatherer", "fair", seed, met)
    assert met["won by nature tokens"] == 1
    assert engine.winners() == winners
