"""Reasons for refusals: each is true and names a ruling that exists."""

from __future__ import annotations

import random

import pytest
from tests.games.cascadia.positions import GAME, at, dealt
from tests.games.positions import played
from tests.games.reasons import check_reasons, check_refused

import stockade
from stockade.conformance.test_files import rulings
from stockade.core.state import State
from stockade.games.cascadia.layout import SPINS, Phase
from stockade.games.cascadia.rules.actions import Base


def test_there_are_35_rulings() -> None:
    assert {str(number) for number in range(1, 36)} == set(rulings("cascadia"))


def tile_phase() -> State:
    return played(at("M", "F", tiles="W-h ? ? ?", tokens="bear elk elk fox"), "take 0")


@pytest.mark.parametrize(
    ("state", "text", "words", "ruling"),
    [
        (GAME.start(2, {"cards": "random"}), "starter M", "a card is dealt now", "5"),
        (GAME.start(2), "take 0", "a starter is dealt now", "5"),
        (played(GAME.start(2), "starter M"), "starter M", "has this starter", "4"),
        (played(dealt(), "draw MF bh"), "draw MF bh", "no such tile", "5"),
        (dealt(), "draw elk", "a tile is dealt now", "5"),
        (at("M", "F"), "draw elk", "left to chance", "5"),
        (at("M", "F"), "wipe", "no three tokens are equal", "7"),
        (at("M", "F", tokens="elk elk elk fox", has_wiped=True), "wipe", "once a turn", "7"),
        (at("M", "F"), "wipe 0,3", "Cedar has no nature token", "11"),
        (at("M", "F", turn=1), "take 0 3", "Fern has no nature token", "12"),
        (at("M", "F"), "tile 1,0 k0", "taken first", "15"),
        (at("M", "F"), "return", "taken first", "15"),
        (tile_phase(), "take 1", "taken already", "15"),
        (tile_phase(), "token 0,0", "laid first", "15"),
        (tile_phase(), "tile 0,0 k0", "lies on 0,0 already", "14"),
        (tile_phase(), "tile 3,0 k0", "3,0 shares no edge", "14"),
        (tile_phase(), "tile 1,0 k4", "written k0", "14"),
        (played(tile_phase(), "tile 1,0 k0"), "tile 2,0 k0", "is laid", "15"),
        (played(tile_phase(), "tile 1,0 k0"), "token 2,0", "no tile lies on 2,0", "16"),
        (played(tile_phase(), "tile 1,0 k0"), "token 1,0", "wetland keystone for hawk, not for bear", "16"),
        (
            played(at("M | 0,0 bear | 1,0 W s", "F", rounds=1, nature=(1, 0)), "take 0", "tile 0,-1 k0"),
            "token 0,0",
            "stands a token already",
            "16",
        ),
    ],
)
def test_reasons_say_which_rule(state: State, text: str, words: str, ruling: str) -> None:
    check_refused(state, text, words, ruling)


@pytest.mark.parametrize(("players", "cards"), [(1, "AAAAA"), (2, "random"), (3, "family"), (4, "AAAAA")])
def test_every_refusal_has_a_reason_and_a_ruling(players: int, cards: str) -> None:
    dice, state = random.Random(players), GAME.start(players, {"cards": cards})
    phases = set()
    while not state.is_over:
        legal = state.legal_actions()
        near = {action + step for action in legal for step in (-SPINS, -1, 1, SPINS)}
        # Random ids are mostly far away from the environments.
        cells = state.record.environment[state.record.turn_owner].cell[:23].tolist()
        near |= {Base.TILE + cell * SPINS + dice.randrange(SPINS) for cell in cells}
        near |= {Base.TOKEN + cell for cell in cells} | set(range(Base.TILE))
        near |= {dice.randrange(GAME.spec.action_count) for _ in range(10)}
        check_reasons(state, near)
        phases.add(Phase(int(state.record.phase)))
        state.apply(legal[0] if not state.is_chance and dice.random() < 0.4 else dice.choice(legal))
    assert phases >= set(Phase) - {Phase.CARD}


def test_after_the_end_everything_is_refused_with_the_same_words() -> None:
    dice, state = random.Random(2), GAME.start(1)
    while not state.is_over:
        state.apply(dice.choice(state.legal_actions()))
    for text in ("take 0", "wipe", "return", "draw elk"):
        with pytest.raises(stockade.IllegalAction, match="over"):
            state.apply(text)
