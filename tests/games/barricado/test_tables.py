"""Barricado's tables: components match the rulebook, the drawing is right, and ids and bits do not overlap."""

from __future__ import annotations

import inspect
import re

import numpy as np
from tests.games.barricado.positions import PRINTED, at, faces

import stockade
from stockade.games.barricado import layout, tables
from stockade.games.barricado.layout import Kind, Phase
from stockade.games.barricado.rules.actions import Base
from stockade.games.barricado.text import notation, words

GAME = stockade.game("barricado")


# -- components ------------------------------------------------------------------------------------------------


def test_there_are_36_tiles_six_of_each_of_six_variations() -> None:
    assert tuple(name.upper() for name in PRINTED) == tables.VARIATIONS
    assert tables.COPIES.tolist() == [6] * 6
    assert tables.COPIES.sum() == 36


def test_variations_are_every_order_of_four_colours_up_to_a_turn() -> None:
    looks = {tuple(tables.CORNER_COLOUR[variation, turn].tolist()) for variation in range(6) for turn in range(4)}
    assert len(looks) == 24  # all of 4!: no two tiles are equal, and none has a rotational symmetry
    assert all(sorted(look) == [0, 1, 2, 3] for look in looks)


def test_bags_are_the_rulebooks() -> None:
    assert tables.COLOUR_NAMES == ("Red", "Blue", "Green", "Yellow")
    assert tables.LETTERS == "RBGY"
    assert tables.SEGMENTS.tolist() == [64, 64, 48, 48]


def test_plazas_and_sewers_are_nine_of_the_36() -> None:
    assert dict(zip(tables.KIND_NAMES, tables.KIND_TILES.tolist(), strict=True)) == {
        "plain": 27,
        "plaza": 5,
        "sewer": 4,
    }
    assert tables.KIND_TILES.sum() == tables.COPIES.sum()
    assert tuple(kind.name.lower() for kind in Kind) == tables.KIND_NAMES


def test_words_that_are_translated_are_in_the_order_of_the_tables() -> None:
    colours = tuple(name.lower() for name in tables.COLOUR_NAMES)
    assert words.SEAT_NAMES == tables.COLOUR_NAMES
    assert colours == words.COLOURS
    assert tuple(f"{colour} segment" for colour in colours) == words.SEGMENTS_OF
    assert tuple(f"{colour} X" for colour in colours) == words.MARKS_OF
    assert words.KINDS == tables.KIND_NAMES


def test_the_start_tile_is_v1_as_printed() -> None:
    assert (tables.START_VARIATION, tables.START_TURN) == (0, 0)


def test_sizes_are_the_options() -> None:
    (size,) = (option for option in GAME.spec.options if option.name == "size")
    assert size.choices == tuple(tables.DATA["sizes"])
    assert size.default == size.choices[0] == 6


# -- corners ---------------------------------------------------------------------------------------------------


def test_the_drawing_in_the_docstring_is_the_corner_table() -> None:
    rows = [line.split() for line in (tables.__doc__ or "").splitlines() if re.fullmatch(r"    \d \d", line)]
    assert len(rows) == 2
    for corner, (row, column) in enumerate(tables.CORNER_AT.tolist()):
        assert rows[row][column] == str(corner)


def test_corners_go_round_clockwise() -> None:
    at = tables.CORNER_AT.tolist()
    assert at == [[0, 0], [0, 1], [1, 1], [1, 0]]
    for corner, (row, column) in enumerate(at):
        # A quarter turn clockwise around the middle of the tile moves a corner to the next.
        assert at[(corner + 1) % 4] == [column, 1 - row]


def test_a_turn_takes_every_corner_one_further() -> None:
    for turn in range(4):
        for corner in range(4):
            assert tables.PRINTED_CORNER[turn, (corner + turn) % 4] == corner
    for variation in range(6):
        for turn in range(4):
            lying = tables.CORNER_COLOUR[variation, turn].tolist()
            turned = tables.CORNER_COLOUR[variation, (turn + 1) % 4].tolist()
            assert turned == [lying[3], *lying[:3]]
        assert "".join(tables.LETTERS[c] for c in tables.CORNER_COLOUR[variation, 0]) == tables.VARIATIONS[variation]


def test_corner_numbers_of_cells_agree() -> None:
    for corner, (row, column) in enumerate(tables.CORNER_AT.tolist()):
        assert notation.corner_no(row, column) == notation.corner_no(2 * 7 + row, 2 * 3 + column) == corner


# -- ids and bits ----------------------------------------------------------------------------------------------


def test_the_table_has_room_for_every_square_around_the_start_tile() -> None:
    largest = max(tables.DATA["sizes"])
    assert largest - 1 == layout.HOME
    assert 2 * largest - 1 == layout.PLACES
    assert layout.CELLS == 2 * layout.PLACES
    assert layout.LINES == 2 * layout.CELLS
    assert 2 * largest == layout.MOST_SEGMENTS
    assert np.iinfo(layout.STATE["open"].base).bits - 1 > layout.CELLS
    assert np.iinfo(layout.STATE["placed"].base).bits - 1 > layout.PLACES
    assert np.iinfo(layout.STATE["live"].base).bits - 1 > layout.LINES
    assert np.iinfo(layout.STATE["segments"].base).max >= tables.SEGMENTS.max()


def test_action_ids_follow_each_other_without_a_gap() -> None:
    counts = {
        "DRAW": 1,
        "TILE": 11 * 11 * 4,
        "BUILD": 44 * 22 * 11,
        "EXTEND": 44 * 22 * 2,
        "ROTATE": 11 * 11 * 3,
        "VARIATION": 6,
        "KIND": 3,
        "CELL": 4,
    }
    at = 0
    for name, count in counts.items():
        assert Base[name] == at
        at += count
    assert at == Base.END == GAME.spec.action_count


def test_every_phase_has_a_name_for_positions() -> None:
    assert [phase.name.lower() for phase in Phase] == ["act", "variation", "kind", "cell", "place"]


# -- drawing ---------------------------------------------------------------------------------------------------


def test_the_start_is_drawn_as_printed() -> None:
    assert faces(GAME.start(4)) == {(0, 0): "r", (1, 0): "b", (0, 1): "y", (1, 1): "g"}
    assert faces(GAME.start(2)) == {(0, 0): "r", (1, 0): "b", (0, 1): ".", (1, 1): "."}


def test_the_drawing_in_the_docstring_is_what_is_drawn() -> None:
    last = (inspect.getdoc(notation.draw) or "").split("\n\n")[-1]
    drawn = [line.split() for line in last.splitlines()]
    state = at("rbbr ygyg", players=4, built={"blue": "1,0:2,0"})
    assert drawn == [line.split() for line in str(state).split("\n\n")[0].splitlines()]


def test_everything_that_can_lie_on_a_cell_is_drawn() -> None:
    state = at("rb*b#r ygygby rb.... yg....", built={"red": "0,0:0,2", "blue": "1,0:3,0"}, plazas_and_sewers=True)
    assert [line[5:].rstrip() for line in str(state).split("\n\n")[0].splitlines()[1:]] == [
        "|R|-B--B--B- #  r",
        "|R| .  .  .  b  .",
        "|R| b",
        " .  .",
    ]
    assert "[seat0]|R|[/][seat1]-B-[/]" in state.drawing()
    assert "segments left: Red 61, Blue 61" in str(state)
    assert "unseen tiles: v1:4" in str(state)
    assert "places left: 32" in str(state)


def test_the_tile_in_hand_is_drawn_as_printed() -> None:
    state = at("rb yg", players=4, ply=4, phase="place", plazas_and_sewers=True, drawn={
        "variation": 2, "kind": "sewer", "cell": 3
    })  # fmt: skip
    assert str(state).splitlines()[-2:] == [" in hand (r0):  r b", "                g #"]
