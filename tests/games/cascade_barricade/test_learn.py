"""The lesson: each board is a real position from which a newcomer can play on, and its captions are true."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import stockade
from stockade.core.state import State

GAME = stockade.game("cascade_barricade")
LESSON = GAME.learn()
BOARDS: list[dict[str, Any]] = [
    json.loads(block) for block in re.findall(r"^```board\n(.*?)^```$", LESSON, re.DOTALL | re.MULTILINE)
]
PROSE = re.sub(r"^```board\n.*?^```$", "", LESSON, flags=re.DOTALL | re.MULTILINE)
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


def board_with(caption: str) -> State:
    (found,) = [board for board in BOARDS if caption in board["caption"]]
    return GAME.from_json(found["position"])


def gain(state: State, text: str) -> str:
    (found,) = [choice for choice in state.scene().choices if choice.text == text]
    return found.gain


def test_every_fenced_block_is_a_board() -> None:
    assert len(BOARDS) == LESSON.count("```board") == LESSON.count("```") // 2
    assert len(BOARDS) >= 8


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: str(board["caption"])[:30])
def test_a_board_can_be_played_on(board: dict[str, Any]) -> None:
    assert set(board) == {"position", "caption", "viewer"}
    state = GAME.from_json(board["position"])
    assert state.scene(board["viewer"], "wide").choices
    assert state.scene(board["viewer"], "tall").choices


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: str(board["caption"])[:30])
def test_actions_in_a_caption_are_legal_there(board: dict[str, Any]) -> None:
    state = GAME.from_json(board["position"])
    legal = {state.format(action) for action in state.legal_actions()}
    assert set(ACTION.findall(board["caption"])) <= legal


def test_every_action_is_told_and_can_be_tried() -> None:
    tried = {
        choice.text.split()[0] for board in BOARDS for choice in GAME.from_json(board["position"]).scene().choices
    }
    assert tried == EVERY
    assert {text.split()[0] for text in re.findall(r"`([a-z]{3}[^`]*)`", PROSE)} == EVERY


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
    assert gain(board_with(caption), action) == told


def test_fleeing_has_three_ways() -> None:
    assert len(board_with("flee 4,-1").legal_actions()) == 3


def test_the_lesson_says_whose_the_values_are() -> None:
    assert "our own" in PROSE


def test_the_lesson_is_short() -> None:
    assert len(PROSE.split()) < 900
