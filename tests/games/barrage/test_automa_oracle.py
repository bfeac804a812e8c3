"""The Automas compared with the slow second implementation: thousands of turns at each level from random positions,
and whole games. After each turn everything on the table must be the same."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.games.barrage.automa_oracle import TILES
from tests.games.barrage.both import Both, text_of
from tests.games.barrage.lively import begin, lively
from tests.games.barrage.maps import Position
from tests.games.barrage.oracle import Play, Table
from tests.games.barrage.parts import KINDS, LEVEL

from stockade.conformance.scope import either
from stockade.games.barrage.layout import Step

TURNS = either(quick=300, deep=5_000)  # at each level
GAMES = either(quick=1, deep=8)
RARE = either(quick=12, deep=0)  # how many kinds of decisions need not occur


def turn_and_on(table: Table, seat: int, ended: list[int]) -> Play:
    yield from table.turn(seat)
    ended.append(seat)
    yield from table.go_on(seat)


def play_turn(number: int, level: int) -> Counter[str]:
    """Play the turn of an Automa from a random position in both, and return what it decided."""
    dice = random.Random(f"{level} {number}")
    position = Position(dice, automas=dice.choice((1, 1, 2, 3)), anton=0.2 if level == 4 else 0.0, level=level)
    position.fill_tiles()
    position.fill_contracts()
    position.fill_spaces()
    position.fill_cards()
    position.seats[position.seat].engineers = dice.choice((1, 1, 2, 3, 5, 12))
    state = position.pend((Step.END_TURN, 0, 0), (Step.AUTOMA, 0, 0), (Step.DRAW_CARD, 0, 0))
    ended: list[int] = []
    both = Both(state, lambda table: turn_and_on(table, position.seat, ended))
    while not ended:
        texts = both.check()
        text = dice.choice(sorted(texts))
        both.apply(text, texts[text])
    both.check()
    return both.table.seen


def words(name: str) -> set[str]:
    return {f"{name} {word}" for tile in TILES.values() for word in tile["criteria"][name]}


DECISIONS = {
    *("produce", "water", "discard_contracts", "workshop", "machinery", "bank"),
    *(f"build {kind}" for kind in KINDS), *(f"patent {kind}" for kind in KINDS),
    *words("base_elevation"), *words("conduit"), *words("powerhouse"),
    *(f"{kind} by the number" for kind in KINDS if kind != "elevation"),
    *(f"{kind} completes a system" for kind in KINDS if kind != "elevation"),
    *(f"place {kind}" for kind in (*KINDS, "none")), *LEVEL,
    "equal productions", "a neutral dam before others", "a national contract",
    "1 highest contracts", "2 highest contracts", "1 drops help", "2 drops help",
}  # fmt: skip
FROM_LEVEL_3 = {
    "the USA choose a headstream", "a lower tile that can be paid", "a mix of machines", "0 highest contracts",
}  # fmt: skip
FROM_LEVEL_4 = {
    "Adler prefers an area", "Fiesler sends one drop", "Graziano builds an elevation", "Jill pays mixers",
    "Jill takes a mixer", "Solomon pays points", "Anton copies a tile",
}  # fmt: skip


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_turns_of_automas_from_random_positions(level: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(TURNS):
        seen += play_turn(number, level)
    wanted = DECISIONS | (FROM_LEVEL_3 if level >= 3 else set()) | (FROM_LEVEL_4 if level == 4 else set())
    missing = sorted(wanted - set(seen))
    assert len(missing) <= RARE, missing


@pytest.mark.parametrize("level", ["1", "2", "3", "4"])
def test_whole_games_with_automas(level: str) -> None:
    """Compare everything after the draft, to the end of the game, incomes of the Automas too."""
    for number in range(GAMES):
        dice = random.Random(f"{level} {number}")
        automas = dice.randint(1, 3)
        state = begin(dice, automas + 1, setup="full", automas=automas, level=level)
        both = Both(state, lambda table, state=state: table.play(state.current_player))
        while both.check():
            choice = lively(state, dice)
            both.apply(text_of(state, choice), choice)
        assert state.is_over
        assert state.winners() == both.table.winners()
