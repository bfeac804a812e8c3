"""The lesson: every board in it is a real position that a beginner can play on, and its captions are true."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import stockade
from stockade.core.state import State
from stockade.games.blockade.tables import LETTERS

GAME = stockade.game("blockade")
LESSON = GAME.learn()
BOARDS: list[dict[str, Any]] = [
    json.loads(block) for block in re.findall(r"^```board\n(.*?)^```$", LESSON, re.DOTALL | re.MULTILINE)
]
MOVE = re.compile(rf"\b[{LETTERS}]\d+-\d+\b")


def board_with(caption: str) -> State:
    (found,) = [board for board in BOARDS if caption in board["caption"]]
    return GAME.from_json(found["position"])


def test_there_are_boards_enough() -> None:
    assert len(BOARDS) >= 8


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: str(board["caption"])[:30])
def test_moves_in_a_caption_are_legal_or_barred_there(board: dict[str, Any]) -> None:
    state = GAME.from_json(board["position"])
    legal = {state.format(action) for action in state.legal_actions()}
    told = set(MOVE.findall(board["caption"]))
    if "retreat" in board["position"]["black"]:
        assert told - legal == {"H3-5", board["position"]["black"]["retreat"]}
    else:
        assert told <= legal


def test_every_unit_is_told_and_can_be_tried() -> None:
    played = {choice.text[0] for board in BOARDS for choice in GAME.from_json(board["position"]).scene().choices}
    assert played == set(LETTERS)
    assert {move[0] for move in MOVE.findall(LESSON)} == set(LETTERS)


@pytest.mark.parametrize(
    ("caption", "move", "gain"),
    [
        ("K8-10 wins", "K8-10", "wins"),
        ("C7-8 wins", "C7-8", "wins"),
        ("C9-10 wins the round", "C9-10", "+4"),
        ("champion's victory", "C9-10", "+1"),
        ("Black to move and win", "B5-7", "wins"),
    ],
)
def test_what_a_caption_promises(caption: str, move: str, gain: str) -> None:
    gains = {choice.text: choice.gain for choice in board_with(caption).scene().choices}
    assert gains[move] == gain


def test_the_puzzle_has_one_answer() -> None:
    gains = [choice.gain for choice in board_with("Black to move and win").scene().choices]
    assert gains.count("wins") == 1


def test_the_lesson_is_short() -> None:
    prose = re.sub(r"^```board\n.*?^```$", "", LESSON, flags=re.DOTALL | re.MULTILINE)
    assert len(prose.split()) < 900
