"""The lesson: its boards are real positions, its captions are true, and its first game can be played as described."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.games.barrage.positions import full
from tests.games.lessons import Lesson, verbs
from tests.games.positions import legal

from stockade.conformance.test_lessons import BOARD
from stockade.core.state import State
from stockade.games.barrage import tables
from stockade.games.barrage.layout import Kind
from stockade.games.barrage.tables import (
    INCOME,
    INCOME_PIECES,
    KIND_NAMES,
    OBJECTIVE_NAMES,
    ROW_MIN_PLAYERS,
    ROW_NAMES,
    TILE_NAMES,
    TRACK_CREDITS,
)
from stockade.games.barrage.text.notation import COMPANY_TITLES
from stockade.games.barrage.text.words import (
    ABILITIES,
    OBJECTIVES,
    OFFICER_TITLES,
    POWERS,
    TILE_EFFECTS,
    reward_words,
)

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
    for words in (
        "| base | 3 excavators in the plains, 4 in the hills, 5 in the mountains |",
        "| elevation | 2 mixers in the plains, 3 in the hills, 4 in the mountains |",
        "1, 2, 3, then 3 engineers",
    ):
        assert words in LESSON.prose


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def lines_of_tables() -> Iterator[str]:
    """Yield the lines that the lesson must have, from the tables of the game."""
    marks = [0, *(1 + np.flatnonzero(np.diff(TRACK_CREDITS))).tolist()]
    yield row("energy", *map(str, marks))
    yield row("credits", *(str(TRACK_CREDITS[energy]) for energy in marks))
    for company, title in enumerate(COMPANY_TITLES):
        yield row(title, POWERS[company])
        for kind in (Kind.BASE, Kind.ELEVATION, Kind.CONDUIT):
            *others, last = (reward_words(INCOME[company, kind, nth]) for nth in INCOME_PIECES)
            yield row(title, KIND_NAMES[kind], *others)
            assert last == "7 points"
    yield from (row(*each) for each in zip(OFFICER_TITLES, ABILITIES, strict=True))
    yield from (row(name.replace("-", " "), TILE_EFFECTS[name]) for name in TILE_NAMES if "-" in name)
    yield from (f"- {OBJECTIVES[name]}" for name in OBJECTIVE_NAMES)


def test_the_lesson_lists_what_is_in_the_tables() -> None:
    written, wanted = LESSON.prose.splitlines(), list(lines_of_tables())
    assert len(wanted) == 2 + 4 + 12 + 7 + 15 + 6
    assert [line for line in wanted if line not in written] == []
    assert "The 5th piece of a kind always brings 7 points." in LESSON.prose


@pytest.mark.parametrize("players", GAME.spec.players)
def test_the_lesson_shows_the_rows_that_are_closed(players: int) -> None:
    closed = [name for name, least in zip(ROW_NAMES, ROW_MIN_PLAYERS, strict=True) if least > players]
    (line,) = re.findall(rf"^\| {players} \| (.*) \|$", GAME.learn(), re.MULTILINE)
    assert re.findall(r"\(row-(\w+)\)", line) == closed
    assert bool(closed) == (line != "none")


def test_the_lesson_shows_every_patent() -> None:
    shown = re.findall(r"^\| !\[\]\(tile-(\S+)\) (\S+ \S+) \|", GAME.learn(), re.MULTILINE)
    assert shown == [(name, name.replace("-", " ")) for name in TILE_NAMES if "-" in name]


def test_the_owner_of_a_conduit_gets_what_the_lesson_says() -> None:
    state = LESSON.at("= 11")
    before = state.to_json()["seats"]
    state.apply("produce b5l c5A 1")
    usa, germany = state.to_json()["seats"]
    assert usa["credits"] == before[0]["credits"] - 1
    assert (germany["credits"], germany["vp"]) == (before[1]["credits"] + 1, before[1]["vp"] + 1)
    assert "The credits go to the owner of\nthe conduit, who also scores a point for each drop." in LESSON.prose


def test_no_board_shows_more_than_can_be_built_by_then() -> None:
    """A company has four constructions in a round. A contract may bring one more structure."""
    for board in LESSON.boards:
        position = board["position"]
        names = [seat.get("company", name) for seat, name in zip(position["seats"], ("usa", "germany"), strict=True)]
        for name, seat in zip(names, position["seats"], strict=True):
            dams = sum(dam["level"] for dam in position["dams"].values() if dam["owner"] == name)
            others = [*position.get("conduits", {}).values(), *position.get("powerhouses", {}).values()]
            could = (
                4 * max(position.get("round", 1) - 1, 0)
                + seat.get("constructions", 0)
                + len(seat.get("fulfilled", []))
            )
            assert dams + others.count(name) <= could, board["caption"]


def test_builds_that_are_written_down_can_occur() -> None:
    """Anton and advanced tiles belong to the full game, in which nobody has a basic wild tile."""
    builds = re.findall(r"`build (\S+) ((?:copy|free) \S+)`", LESSON.prose)
    assert builds
    state = full(
        {
            "officer": "anton_krylov",
            "tiles": ["elevation", "conduit", "powerhouse", "anton", "III-base"],
            "wheel": [{"segment": 3, "tile": "base", "excavators": 3}],
        },
        {},
        round=5,
    )
    assert {f"build {site} {tile}" for site, tile in builds} <= set(legal(state))


def test_the_lesson_is_short() -> None:
    """Tables are for looking things up, so they do not count."""
    told = [line for line in LESSON.prose.splitlines() if not line.startswith("|")]
    assert len(" ".join(told).split()) < 2000
