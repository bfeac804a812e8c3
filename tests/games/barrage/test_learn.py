"""The lesson: its boards are real positions, its captions are true, and its first game can be played as described."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from tests.games.lessons import Lesson, verbs
from tests.games.positions import legal

from stockade.conformance.test_lessons import BOARD
from stockade.core.state import State
from stockade.games.barrage import tables
from stockade.games.barrage.tables import ROW_NAMES

LESSON = Lesson("barrage")
GAME = LESSON.game
GUIDED = re.search(r"^## A first game.*?(?=^## )", GAME.learn(), re.DOTALL | re.MULTILINE)
WORDS = {
    "bank",
    "build",
    "contract",
    "discard",
    "drop",
    "machine",
    "officer",
    "pass",
    "patent",
    "pay",
    "pick",
    "place",
    "produce",
    "stop",
    "take",
}
ROWS = "|".join(ROW_NAMES)
ACTION = re.compile(
    rf"\b(?:(?:{ROWS}) [LR]|bank \d+|build \S+ (?:(?:free |copy )?[\w-]+)|pay \d+E \d+M|produce b\w+ c\w+ \d"
    r"|contract [SGYRN]\d+|take [GYR]\d+|discard \w\d+|drop [A-D]|machine [EM]|place [bcp][\w.]+|pick \w+ S\d"
    r"|patent \d|officer \w+)"
)


def without_ply(state: State) -> dict[str, Any]:
    return state.to_json() | {"ply": 0}


def test_there_are_boards_enough() -> None:
    assert len(LESSON.boards) >= 20


def test_actions_in_a_caption_are_legal_there() -> None:
    LESSON.check_captions(ACTION)
    for board, state in zip(LESSON.boards, LESSON.states, strict=True):
        assert state.current_player == board["viewer"]
        assert ACTION.search(board["caption"]) or {"stop", "pass"} & set(legal(state))


def test_every_action_is_told_and_can_be_tried() -> None:
    tried = verbs(LESSON.tried())
    assert tried - set(ROW_NAMES) == WORDS
    assert len(tried & set(ROW_NAMES)) >= 10
    assert LESSON.told() >= WORDS


def test_the_first_game_is_played_as_it_is_told() -> None:
    """The actions between two boards, including those of chance, lead from one to the other."""
    assert GUIDED is not None
    parts = BOARD.split(GUIDED[0])
    boards = [json.loads(block) for block in parts[1::2]]
    assert len(boards) >= 10
    state = GAME.from_json(boards[0]["position"])
    told = 0
    for prose, board in zip(parts[2::2], boards[1:], strict=False):
        for text in re.findall(r"`([^`\n]+)`", prose):
            state.apply(text)
            told += 1
        assert without_ply(state) == without_ply(GAME.from_json(board["position"]))
    assert told >= 20
    assert not re.search(r"`", parts[-1])


@pytest.mark.parametrize(
    ("caption", "action", "energy"),
    [("= 11", "produce b6u c6A 2", 11), ("= 11", "produce b5l c5A 1", 6), ("makes 8", "turbine_p2 L", None)],
)
def test_energies_of_captions_are_right(caption: str, action: str, energy: int | None) -> None:
    state = LESSON.at(caption)
    state.apply(action)
    if energy is None:
        state.apply("produce b5l c5A 2")
        energy = 8
    assert state.to_json()["seats"][0]["energy"] == energy


def test_drops_run_where_the_captions_say() -> None:
    state = LESSON.at("From B (drop B)")
    other = state.clone()
    state.apply("drop B")
    assert state.to_json()["dams"]["b5l"]["drops"] == 2
    before = other.to_json()["dams"]
    other.apply("drop C")
    assert other.to_json()["dams"] == before


def test_the_round_of_the_first_game_is_scored_as_it_is_told() -> None:
    state = LESSON.at("Now it is your game")
    seats = state.to_json()["seats"]
    assert [seat["vp"] for seat in seats] == [10 + 6 + 5, 10 + 2 + 5]
    assert state.to_json()["order"] == ["germany", "usa"]


def test_numbers_in_the_tables_are_those_of_the_data() -> None:
    assert tables.BASE_COST.tolist() == [3, 4, 5]
    assert tables.ELEVATION_COST.tolist() == [2, 3, 4]
    assert tables.POWERHOUSE_COST.tolist() == [2, 3, 4, 5]
    assert tables.CONSTRUCTION_ENGINEERS.tolist() == [1, 2, 3, 3]
    for words in ("| base | 3 excavators | 4 | 5 |", "| elevation | 2 mixers | 3 | 4 |", "1, 2, 3, then 3 engineers"):
        assert words in LESSON.prose


def test_the_lesson_is_short() -> None:
    assert LESSON.words < 2000
