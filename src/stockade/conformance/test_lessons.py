"""The boards in the lesson of every game are positions that can be played."""

from __future__ import annotations

import json
import re
from typing import Any

import stockade
from stockade.conformance.table import each_game

BOARD = re.compile(r"^```board\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def boards(name: str) -> list[dict[str, Any]]:
    return [json.loads(text) for text in BOARD.findall(stockade.game(name).learn())]


@each_game
def test_every_fenced_block_is_a_board(name: str) -> None:
    lesson = stockade.game(name).learn()
    assert len(boards(name)) == lesson.count("```board") == lesson.count("```") // 2


@each_game
def test_a_lesson_shows_symbols_of_the_art(name: str) -> None:
    game = stockade.game(name)
    shown = set(re.findall(r"!\[[^\]]*\]\(([^)]*)\)", game.learn()))
    assert shown <= set(re.findall(r'<symbol id="([^"]+)" viewBox=', game.art()))


@each_game
def test_a_board_can_be_played_on(name: str) -> None:
    for board in boards(name):
        assert set(board) == {"position", "caption", "viewer"}
        state = stockade.game(name).from_json(board["position"])
        assert state.scene(board["viewer"], "wide").choices
        assert state.scene(board["viewer"], "tall").choices
