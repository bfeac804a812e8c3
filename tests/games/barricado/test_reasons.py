"""Reasons for refusals: each is true and names a ruling that exists."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.games.barricado.positions import GAME, at
from tests.games.positions import NO_RULE, played
from tests.games.reasons import check_refused

import stockade
from stockade.conformance.test_files import rulings
from stockade.core.state import State
from stockade.games.barricado.layout import Phase
from stockade.games.barricado.rules.actions import Base

RULINGS = rulings("barricado")
LINE = "rbrbbrrb ygygygyg"  # red X at 0, 2, 5 and 6 of the northern line
ALL: dict[str, Any] = {"players": 3, "revolution": True, "plazas_and_sewers": True}


def test_there_are_twelve_rulings() -> None:
    assert {str(number) for number in range(1, 13)} == set(RULINGS)


@pytest.mark.parametrize(
    ("state", "text", "words", "ruling"),
    [
        (GAME.start(), "build 0,0:2,0", "first turn", "6"),
        (GAME.start(), "tile 1,0 r0", "no tile is drawn", "4"),
        (GAME.start(), "reveal v1", "left to chance", ""),
        (played(GAME.start(), "draw"), "draw", "chance decides", ""),
        (played(GAME.start(), "draw"), "tile 1,0 r0", "chance decides", ""),
        (played(GAME.start(), "draw"), "reveal plaza", "variation that is revealed now", ""),
        (at("rb yg", phase="kind", ply=2, drawn={"variation": 2}, **ALL), "reveal v2", "kind that is", ""),
        (
            at("rb yg", phase="cell", ply=3, drawn={"variation": 2, "kind": "sewer"}, **ALL),
            "reveal plain",
            "cell",
            "",
        ),
        (at("rb yg", phase="place", ply=2, drawn={"variation": 2}), "draw", "must be placed", "4"),
        (at("rb yg", phase="place", ply=2, drawn={"variation": 2}), "tile 0,0 r1", "lies there already", "4"),
        (at("rb yg", phase="place", ply=2, drawn={"variation": 2}), "tile 1,1 r1", "shares no side", "4"),
        (at("rbrbrbrb ygygygyg", size=4, phase="place", drawn={"variation": 2}), "tile 4,0 r1", "4 by 4", "4"),
        (at(LINE), "build 0,0:1,0", "1,0 is no X of Red", "5"),
        (at(LINE), "build 1,0:2,0", "1,0 is no X of Red", "5"),
        (at(LINE), "build 0,0:0,2", "no tile under 0,2", "5"),
        (at(LINE, built={"red": "2,0:5,0"}), "build 0,0:2,0", "2,0 carries a segment", "5"),
        (at(LINE, built={"red": "2,0:5,0"}), "build 0,0:6,0", "2,0 carries a segment", "5"),
        (at(LINE, built={"red": "2,0:5,0"}), "extend 5,0:7,0", "7,0 is no X of Red", "8"),
        (at(LINE, built={"red": "2,0:5,0"}), "extend 4,0:6,0", "free as far as 5,0, not 4,0", "8"),
        (at(LINE, built={"blue": "3,0:4,0"}), "extend 4,0:5,0", "no barricade of Red ends there", "8"),
        (at("rbr# ygyb", plazas_and_sewers=True), "build 0,0:3,0", "3,0 is a sewer", "12"),
        (at(LINE), "rotate 0,0 r1", "only rotated in the variant", "9"),
        (at(LINE, **ALL), "rotate 0,1 r1", "no tile lies on 0,2 to 1,3", "9"),
        (at(LINE, built={"red": "2,0:5,0"}, **ALL), "rotate 1,0 r1", "carries a segment", "9"),
        (at(LINE, rotations=3, **ALL), "rotate 1,0 r1", "after 3 rotations in a row", "9"),
    ],
)
def test_reasons_say_which_rule(state: State, text: str, words: str, ruling: str) -> None:
    check_refused(state, text, words, ruling)


def test_after_the_end_everything_is_refused_with_the_same_words() -> None:
    dice, state = random.Random(2), GAME.start(2, {"size": 4})
    while not state.is_over:
        state.apply(dice.choice(state.legal_actions()))
    for text in ("draw", "build 0,0:3,0", "tile 1,0 r0"):
        with pytest.raises(stockade.IllegalAction, match="over"):
            state.apply(text)


def check_reason(state: State, action: int) -> None:
    reason = state.why_not(action)
    assert reason.text.strip()
    assert reason.text.isprintable()
    assert NO_RULE not in reason.text
    about_chance = state.is_chance or action >= Base.VARIATION
    assert reason.ruling in RULINGS or (reason.ruling == "" and about_chance)
    if not state.is_chance and action != Base.DRAW:
        assert reason.text.startswith(state.format(action))


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (2, {"size": 4}),
        (3, {"size": 5, "revolution": True}),
        (3, {"size": 4, "plazas_and_sewers": True}),
        (4, {"revolution": True, "plazas_and_sewers": True}),
    ],
    ids=str,
)
def test_every_refusal_has_a_reason_and_a_ruling(players: int, options: dict[str, Any]) -> None:
    dice, state = random.Random(f"{players} {options}"), GAME.start(players, options)
    phases = set()
    while not state.is_over:
        legal = state.legal_actions()
        near = {action + step for action in legal for step in (-2, -1, 1, 2)}
        # Use runs on lines that are in use, because random ids are mostly far away from the streets.
        used = [line for line in range(44) if state.record.open[line] or state.record.bars[:, line].any()]
        for _ in range(40):
            line, place = dice.choice(used), dice.randrange(6, 16)
            near.add(Base.BUILD + (line * 22 + place) * 11 + dice.randrange(6))
            near.add(Base.EXTEND + (line * 22 + place) * 2 + dice.randrange(2))
        ids = near | {dice.randrange(GAME.spec.action_count) for _ in range(30)}
        for action in sorted(ids - set(legal)):
            if 0 <= action < GAME.spec.action_count:
                check_reason(state, action)
        phases.add(Phase(int(state.record.phase)))
        state.apply(0 if legal[0] == 0 and dice.random() < 0.4 else dice.choice(legal))
    assert phases >= {Phase.ACT, Phase.VARIATION, Phase.PLACE}


def test_every_id_of_some_states_has_a_reason() -> None:
    states = [
        at(LINE, built={"red": "2,0:5,0"}, **ALL),
        at("rb*r ygby", phase="place", drawn={"variation": 3, "kind": "plain"}, **ALL),
        played(at(LINE, **ALL), "draw"),
    ]
    for state in states:
        legal = set(state.legal_actions())
        for action in range(0, GAME.spec.action_count, 2):
            if action not in legal:
                check_reason(state, action)
