"""The lesson: each board is a real position from which a newcomer can play on, and its captions are true."""

from __future__ import annotations

import re

import pytest
from tests.games.lessons import Lesson, verbs

LESSON = Lesson("cascade_barricade")
ACTION = re.compile(
    r"\b(?:corner \d|open \d+|bid \d+|(?:wall|move|dig|flee) -?\d,-?\d|hire [CMW] \d|shift [CMW] \d \d)"
)
EVERY = {
    "corner",
    "scrap",
    "keep",
    "open",
    "bid",
    "pass",
    "wall",
    "hire",
    "done",
    "move",
    "sell",
    "shift",
    "dig",
    "fill",
    "trash",
    "skip",
    "flee",
}


def test_there_are_boards_enough() -> None:
    assert len(LESSON.boards) >= 8


def test_actions_in_a_caption_are_legal_there() -> None:
    LESSON.check_captions(ACTION)


def test_every_action_is_told_and_can_be_tried() -> None:
    assert verbs(LESSON.tried()) == LESSON.told() == EVERY


@pytest.mark.parametrize(
    ("caption", "action", "told"),
    [
        ("pays 15 at once", "wall -1,2", "+15 a round"),
        ("pays 15 at once", "wall -4,0", ""),
        ("brings 10 a round", "hire C 1", "+10 a round"),
        ("brings 10 a round", "hire C 2", "+18 a round"),
        ("three spaces dry", "dig 0,2", "keeps 3 dry"),
        ("three spaces dry", "shift C 1 2", "+18 a round"),
        ("three spaces dry", "move 4,-1", ""),
    ],
)
def test_what_a_caption_promises(caption: str, action: str, told: str) -> None:
    prospects = {choice.text: choice.prospect for choice in LESSON.at(caption).scene().choices}
    assert prospects[action] == told


def test_fleeing_has_three_ways() -> None:
    assert len(LESSON.at("flee 4,-1").legal_actions()) == 3


def test_the_lesson_says_whose_the_values_are() -> None:
    assert "our own" in LESSON.prose


def test_the_lesson_is_short() -> None:
    assert LESSON.words < 900
