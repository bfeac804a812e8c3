"""The lesson: every board in it is a real position that a beginner can play on, and its captions are true."""

from __future__ import annotations

import re

import pytest
from tests.games.lessons import Lesson
from tests.games.positions import legal

from stockade.games.blockade.tables import LETTERS

LESSON = Lesson("blockade")
MOVE = re.compile(rf"\b[{LETTERS}]\d+-\d+\b")


def test_there_are_boards_enough() -> None:
    assert len(LESSON.boards) >= 8


def test_moves_in_a_caption_are_legal_or_barred_there() -> None:
    for board, state in zip(LESSON.boards, LESSON.states, strict=True):
        black = board["position"]["black"]
        barred = {"H3-5", black["retreat"]} if "retreat" in black else set()
        assert set(MOVE.findall(board["caption"])) - set(legal(state)) == barred


def test_every_unit_is_told_and_can_be_tried() -> None:
    assert {move[0] for move in LESSON.tried()} == set(LETTERS)
    assert {move[0] for move in MOVE.findall(LESSON.game.learn())} == set(LETTERS)


@pytest.mark.parametrize(
    ("caption", "move", "gain"),
    [
        ("K8-10 wins", "K8-10", "wins"),
        ("C7-8 wins", "C7-8", "wins"),
        ("C9-10 wins the round", "C9-10", "+4 points"),
        ("champion's victory", "C9-10", "+1 point"),
        ("Black to move and win", "B5-7", "wins"),
    ],
)
def test_what_a_caption_promises(caption: str, move: str, gain: str) -> None:
    assert LESSON.gains(caption)[move] == gain


def test_the_puzzle_has_one_answer() -> None:
    assert list(LESSON.gains("Black to move and win").values()).count("wins") == 1


def test_the_lesson_is_short() -> None:
    assert LESSON.words < 900
