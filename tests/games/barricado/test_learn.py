"""The lesson: every board in it is a real position that a beginner can play on, and its captions are true."""

from __future__ import annotations

import re

import pytest
from tests.games.lessons import Lesson, verbs

from stockade.core.state import State

LESSON = Lesson("barricado")
ACTION = re.compile(r"\b(?:(?:tile|rotate) -?\d+,-?\d+ r\d|(?:build|extend) -?\d+,-?\d+:-?\d+,-?\d+)")


def gains(state: State) -> dict[str, str]:
    return {choice.text: choice.gain for choice in state.scene().choices if choice.gain}


def test_there_are_boards_enough() -> None:
    assert len(LESSON.boards) >= 8


def test_actions_in_a_caption_are_legal_there() -> None:
    LESSON.check_captions(ACTION)


def test_every_action_is_told_and_can_be_tried() -> None:
    assert verbs(LESSON.tried()) == LESSON.told() == {"draw", "tile", "build", "extend", "rotate"}


def test_a_drawn_tile_that_opens_a_run() -> None:
    state = LESSON.at("Red has drawn")
    state.apply("tile 1,0 r1")
    assert state.record.live[0]
    assert LESSON.at("covers Blue's X on 1,0").scene().prompt == "Red: draw or build"


@pytest.mark.parametrize(
    ("caption", "built"),
    [
        ("Two runs for Red", {"build 0,0:3,0": 4, "build 3,0:3,2": 3}),
        ("Red can only draw", {}),
        ("Touch the end on 3,0", {"extend 3,0:5,0": 2}),
    ],
)
def test_what_a_caption_promises(caption: str, built: dict[str, int]) -> None:
    assert gains(LESSON.at(caption)) == {text: f"+{count} segments on the board" for text, count in built.items()}


def test_the_rotation_opens_the_run() -> None:
    state = LESSON.at("rotate 1,0 r3")
    assert set(gains(LESSON.at("Red has no run")).values()) == {"+1 rotation in a row"}
    state.apply("rotate 1,0 r3")
    for _ in range(2):
        state.apply("draw")
        state.apply(state.legal_actions()[0])
        state.apply(state.legal_actions()[0])
    assert gains(state)["build 0,0:3,0"] == "+4 segments on the board"


def test_the_white_x_and_the_manhole() -> None:
    state = LESSON.at("white X")
    assert gains(state)["build 0,0:3,0"] == "+4 segments on the board; −1 open plaza"
    labels = {area.id: area.label for area in state.scene().areas}
    assert labels["cell-3,0"].endswith("a white X")
    assert labels["cell-0,2"].endswith("sewer")
    assert labels["cell-0,3"].endswith("red X")


def lead(state: State) -> float:
    """Return Red's lead at the end if both play their best on a full board."""
    if state.is_over:
        red, blue = state.scores()
        return red - blue
    leads = []
    for action in state.legal_actions():
        after = state.clone()
        after.apply(action)
        leads.append(lead(after))
    return max(leads) if state.current_player == 0 else min(leads)


def test_the_puzzle_has_one_answer_and_it_is_not_the_longest() -> None:
    state = LESSON.at("one barricade wins")
    assert state.scores() == [12, 14]
    won = []
    for text in gains(state):
        after = state.clone()
        after.apply(text)
        if lead(after) > 0:
            won.append(text)
    assert won == ["build 3,0:3,2"]
    lengths = {text: int(re.findall(r"\+(\d+) segment", gain)[0]) for text, gain in gains(state).items()}
    assert max(lengths.values()) > lengths[won[0]]


def test_the_lesson_is_short() -> None:
    assert LESSON.words < 900
