"""Barricado's notation: every kind of action in both directions, lenient reading, and refusals."""

from __future__ import annotations

import random

import pytest
from tests.games.barricado.positions import GAME, at, legal
from tests.games.positions import played
from tests.games.texts import check_both_ways, check_no_action, check_random_game

import stockade
from stockade.core.state import State
from stockade.games.barricado.rules.actions import Base
from stockade.games.barricado.text.notation import Run, cell_on, run_of, segments_needed

TWO = "rbbr ygyg"
LINE = "rbrbbrrb ygygygyg"  # red X at 0, 2, 5 and 6 of the northern line


def place_phase() -> State:
    return at(TWO, phase="place", drawn={"variation": 2})


def kind_phase() -> State:
    return at(TWO, phase="kind", drawn={"variation": 2}, plazas_and_sewers=True)


def cell_phase() -> State:
    return at(TWO, phase="cell", drawn={"variation": 2, "kind": "plaza"}, plazas_and_sewers=True)


@pytest.mark.parametrize(
    ("state", "text", "action"),
    [
        (GAME.start(), "draw", Base.DRAW),
        (place_phase(), "tile 2,0 r0", Base.TILE + (5 * 11 + 7) * 4),
        (place_phase(), "tile 0,-1 r3", Base.TILE + (4 * 11 + 5) * 4 + 3),
        (at(TWO), "build 0,0:3,0", Base.BUILD + (10 * 22 + 10) * 11 + 2),
        (at("rb yg rb yg"), "build 0,0:0,2", Base.BUILD + ((22 + 10) * 22 + 10) * 11 + 1),
        (at(LINE, built={"red": "2,0:5,0"}), "extend 5,0:6,0", Base.EXTEND + (10 * 22 + 16) * 2 + 1),
        (at(LINE, built={"red": "2,0:5,0"}), "extend 2,0:0,0", Base.EXTEND + (10 * 22 + 10) * 2),
        (at(TWO, players=3, revolution=True), "rotate 1,0 r1", Base.ROTATE + (5 * 11 + 6) * 3),
        (at(TWO, players=3, revolution=True), "rotate 0,0 r3", Base.ROTATE + (5 * 11 + 5) * 3 + 2),
        (at(TWO, phase="variation"), "reveal v6", Base.VARIATION + 5),
        (kind_phase(), "reveal sewer", Base.KIND + 2),
        (kind_phase(), "reveal plain", Base.KIND),
        (cell_phase(), "reveal cell 4", Base.CELL + 3),
    ],
)
def test_every_kind_of_text_both_ways(state: State, text: str, action: int) -> None:
    check_both_ways(state, text, action)


@pytest.mark.parametrize(
    ("state", "loose", "text"),
    [
        (GAME.start(), "  DRAW ", "draw"),
        (place_phase(), "Tile  2 , 0  R 0", "tile 2,0 r0"),
        (place_phase(), "tile -1,0r2", "tile -1,0 r2"),
        (at(TWO), " BUILD 0,0 : 3,0 ", "build 0,0:3,0"),
        (at(TWO), "build 3,0:0,0", "build 0,0:3,0"),
        (at(LINE, built={"red": "2,0:5,0"}), "Extend\t5 ,0 : 6, 0", "extend 5,0:6,0"),
        (at(TWO, players=3, revolution=True), "ROTATE 1,0  r 3", "rotate 1,0 r3"),
        (at(TWO, phase="variation"), " Reveal  V2", "reveal v2"),
        (kind_phase(), "reveal PLAZA", "reveal plaza"),
        (cell_phase(), "reveal CELL  1 ", "reveal cell 1"),
    ],
)
def test_case_and_spaces_do_not_matter(state: State, loose: str, text: str) -> None:
    assert state.parse(loose) == state.parse(text)
    by_loose, by_text = played(state, loose), played(state, text)
    assert by_loose == by_text


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "pass", "draw 1", "drawtile", "d", "tile", "tile 1,0", "tile 1,0 r4", "tile 1,0 r-1", "tile 1 0 r0",
        "tile1,0 r0", "tile a,b r0", "tile 1,0 r", "tile 1.0,0 r0", "tile 1,,0 r0", "tile +1,0 r0", "tile 001,0 r0",
        "build 0,0", "build 0,0:", "build 0,0-3,0", "build 0,0:3", "build 0,0:3,0:5,0", "build0,0:3,0",
        "extend 0,0", "extend", "rotate 0,0", "rotate 0,0 r0", "rotate 0,0 r4", "reveal", "reveal v0", "reveal v7",
        "reveal street", "reveal cell", "reveal cell 0", "reveal cell 5", "tile ９,0 r0", "build 0,0:３,0",
        "draw\x00", "[seat0]draw[/]", "build 0,0:3,0 r1",
    ],
)  # fmt: skip
def test_what_is_no_text_of_the_game_is_a_parse_error(text: str) -> None:
    for state in (GAME.start(), at(LINE, built={"red": "2,0:5,0"}), place_phase(), kind_phase()):
        check_no_action(state, text)


@pytest.mark.parametrize(
    ("text", "ruling"),
    [
        ("tile 6,0 r0", "4"),  # no square around the start tile reaches there
        ("tile 0,-6 r0", "4"),
        ("rotate 0,6 r1", "4"),
        ("build 12,0:12,4", "4"),
        ("build 0,-11:0,0", "4"),
        ("extend 0,0:0,12", "4"),
        ("build 0,0:1,1", "5"),
        ("build 0,0:0,0", "5"),
        ("extend 0,0:1,1", "5"),
        ("extend 4,4:4,4", "5"),
        ("build -5,0:7,0", "5"),  # 13 cells
        ("extend 0,-6:0,6", "5"),
        ("rotate 0,0 r0", "9"),
        ("reveal manhole", "12"),
    ],
)
def test_what_cannot_be_on_any_board_is_a_parse_error_with_its_ruling(text: str, ruling: str) -> None:
    with pytest.raises(stockade.ParseError) as wrong:
        at(TWO).parse(text)
    assert wrong.value.ruling == ruling
    assert repr(text) in wrong.value.message


def test_a_text_that_can_be_read_need_not_be_legal() -> None:
    state = GAME.start()
    for text in ("build 0,0:3,0", "tile 1,0 r0", "rotate 0,0 r1", "reveal v1", "reveal cell 2"):
        assert state.format(state.parse(text)) == text
        with pytest.raises(stockade.IllegalAction):
            state.apply(text)


# -- extensions: the id names the new end and the direction alone ----------------------------------------------


def test_an_extension_is_read_with_the_end_it_grows_from() -> None:
    state = at(LINE, built={"red": "0,0:2,0"})
    for wrong in ("extend 0,0:5,0", "extend 1,0:5,0", "extend 3,0:5,0", "extend 6,0:5,0", "extend -2,0:5,0"):
        before = state.to_bytes()
        with pytest.raises(stockade.IllegalAction) as refused:
            state.apply(wrong)
        assert refused.value.ruling == "8"
        assert state.to_bytes() == before
    assert played(state, "extend 2,0:5,0").scores() == [6, 0]


def test_an_extension_from_both_sides_has_two_texts() -> None:
    """An X between two barricades of its colour can be reached from either. The texts and ids differ."""
    state = at("rbbrrbbrrb ygygygygyg", built={"red": "0,0:3,0 7,0:8,0"})
    assert legal(state, "extend") == {"extend 3,0:4,0", "extend 7,0:4,0"}
    first, last = (state.parse(text) for text in ("extend 3,0:4,0", "extend 7,0:4,0"))
    assert first != last
    assert played(state, "extend 3,0:4,0").scores() == [7, 0]
    assert played(state, "extend 7,0:4,0").scores() == [9, 0]


def test_an_extension_to_a_closed_cell_is_told_with_the_cell_before() -> None:
    """Nothing can grow there, so the id has no start. Its text still reads back as the same id."""
    state = at(LINE, built={"red": "0,0:2,0"})
    for upwards in (0, 1):
        action = Base.EXTEND + (10 * 22 + 11) * 2 + upwards  # onto 1,0, which is covered
        assert state.format(action) == ("extend 0,0:1,0" if upwards else "extend 2,0:1,0")
        assert state.parse(state.format(action)) == action


def test_every_id_has_a_text_and_words_in_every_phase() -> None:
    states = [GAME.start(), at(LINE, built={"red": "2,0:5,0"}), place_phase(), kind_phase(), cell_phase()]
    for state in states:
        texts = [state.format(action) for action in range(GAME.spec.action_count)]
        assert all(text.isprintable() for text in texts)
        assert len(set(texts)) == len(texts)
        for action in range(0, GAME.spec.action_count, 7):
            assert state.describe(action).isprintable()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_legal_texts_read_back_in_random_games(players: int) -> None:
    state = GAME.start(players, {"plazas_and_sewers": True, "revolution": players > 2})
    check_random_game(state, random.Random(players))


def test_texts_that_read_back_do_so_as_the_same_id() -> None:
    """For every id, legal or not, the text reads back as that id or is off the table."""
    for state in (GAME.start(), at(LINE, built={"red": "2,0:5,0"})):
        for action in range(GAME.spec.action_count):
            try:
                again = state.parse(state.format(action))
            except stockade.ParseError as error:
                assert "off the table" in error.message  # noqa: PT017  (one of two good outcomes)
                continue
            assert again == action


# -- words -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "text", "words"),
    [
        (GAME.start(), "draw", "Red draws a tile"),
        (at(TWO, phase="variation"), "reveal v2", "Red reveals a tile: red, blue, yellow, green clockwise"),
        (kind_phase(), "reveal plain", "the tile is plain"),
        (kind_phase(), "reveal sewer", "the tile has a sewer"),
        (cell_phase(), "reveal cell 3", "its south-east cell, as printed, is the special one"),
        (place_phase(), "tile 2,0 r0", "Red places the tile on 4,0 to 5,1"),
        (place_phase(), "tile -1,0 r3", "Red places the tile on -2,0 to -1,1, turned 3 steps to the right"),
        (at(TWO), "build 0,0:3,0", "Red builds from 0,0 to 3,0: 4 segments"),
        (at(LINE, built={"red": "2,0:5,0"}), "extend 5,0:6,0", "Red extends a barricade from 5,0 to 6,0: 1 segment"),
        (at(LINE, built={"red": "2,0:5,0"}), "extend 2,0:0,0", "Red extends a barricade from 2,0 to 0,0: 2 segments"),
        (
            at(TWO, players=3, revolution=True),
            "rotate 1,0 r2",
            "Red rotates the tile on 2,0 to 3,1, turned 2 steps to the right",
        ),
    ],
)
def test_actions_in_words(state: State, text: str, words: str) -> None:
    assert state.describe(state.parse(text)) == words


def test_runs_by_line() -> None:
    state = at(LINE, built={"red": "2,0:5,0"})
    build, extend = state.parse("build 0,0:0,1"), state.parse("extend 2,0:0,0")
    assert run_of(state.record, build) == Run(22 + 10, 10, 11)
    assert run_of(state.record, extend) == Run(10, 12, 10)
    assert [segments_needed(state.record, action) for action in (build, extend)] == [2, 2]
    assert cell_on(10, 12) == (2, 0)
    assert cell_on(22 + 10, 12) == (0, 2)
