"""Blockade's tables: components match the rulebook, drawings are right, and both sides have the same moves."""

from __future__ import annotations

import inspect

import numpy as np

import stockade
from stockade.games.blockade import layout, tables
from stockade.games.blockade.tables import ARRANGEMENT, BOARD, Arrangement, action_id, action_parts, arrangement_no
from stockade.games.blockade.text import notation

GAME = stockade.game("blockade")
NUMBERS = range(layout.ARRANGEMENTS)


def mirrored(pieces: Arrangement) -> Arrangement:
    return Arrangement(11 - pieces.high, 11 - pieces.low, 11 - pieces.castle)


def mirrored_action(action: int) -> int:
    unit, start, end = action_parts(action)
    return action_id(unit, 11 - start, 11 - end)


# -- components ------------------------------------------------------------------------------------------------


def test_the_board_has_ten_squares_in_two_territories_of_five() -> None:
    assert layout.SQUARES == BOARD["squares"] == 10
    assert BOARD["territory"] * 2 == BOARD["squares"]


def test_each_side_has_two_bridges_and_a_castle_set_up_from_its_moat() -> None:
    assert [side["name"] for side in BOARD["sides"]] == ["Black", "White"]
    for side, inward in zip(BOARD["sides"], (1, -1), strict=True):
        moat = side["moat"]
        assert len(side["bridges"]) == 2
        assert sorted(side["bridges"]) == sorted([moat, moat + 2 * inward])
        assert side["castle"] == moat + inward
    assert [side["moat"] for side in BOARD["sides"]] == [1, 10]


def test_units_move_as_far_as_the_rulebook_says() -> None:
    units = {unit["name"]: (unit["letter"], unit["distance"]) for unit in BOARD["units"]}
    assert units == {
        "bridge": ("B", 2),
        "high bridge": ("H", 2),
        "castle": ("C", 1),
        "push": ("D", 1),
        "high castle": ("K", 2),
        "tower": ("T", 3),
    }
    names = [unit.name.lower().replace("_", " ") for unit in layout.Unit]
    assert names == [unit["name"] for unit in BOARD["units"]]


def test_names_that_are_translated_are_those_of_the_board() -> None:
    assert list(notation.SIDE_NAMES) == [side["name"] for side in BOARD["sides"]]
    assert list(notation.UNIT_NAMES) == [unit["name"] for unit in BOARD["units"]]


def test_points_are_the_rulebooks() -> None:
    assert BOARD["points"] == {"bridge": 1, "castle": 2, "moat": 2}


def test_arrangements_are_every_way_three_pieces_can_stand() -> None:
    assert len(set(ARRANGEMENT)) == len(ARRANGEMENT) == layout.ARRANGEMENTS == 55 * 10
    for number, pieces in enumerate(ARRANGEMENT):
        assert pieces.low <= pieces.high
        assert arrangement_no(*pieces) == arrangement_no(pieces.high, pieces.low, pieces.castle) == number
        assert tables.BRIDGES[number].tolist() == [pieces.low, pieces.high]
        assert tables.CASTLE[number] == pieces.castle


def test_action_ids_are_units_by_square_by_direction() -> None:
    assert tables.ACTIONS == GAME.spec.action_count == len(layout.Unit) * 10 * 2
    for action in range(tables.ACTIONS):
        assert action_id(*action_parts(action)) == action
    assert np.iinfo(layout.STATE["retreat"].base).max >= tables.ACTIONS - 1
    assert np.iinfo(layout.STATE["valid"]).bits > tables.MAX_MOVES


# -- drawings --------------------------------------------------------------------------------------------------


def test_the_map_in_the_docstring_is_the_table() -> None:
    lines = [line.split() for line in (tables.__doc__ or "").splitlines()]
    drawn = {line[0]: line[1:] for line in lines if line and line[0] in ("square", "bit", "territory")}
    squares = [int(square) for square in drawn["square"]]
    assert squares == list(range(1, 11))
    for square, bit, territory in zip(squares, drawn["bit"], drawn["territory"], strict=True):
        stack = arrangement_no(square, square, square)
        assert tables.OCCUPIED[stack] == 1 << int(bit)
        # A side scores in the opponent's territory.
        bridges = [int(tables.POINTS[side, stack]) > 0 for side in range(2)]
        assert bridges == [territory == "W", territory == "B"]


def test_the_drawing_in_the_docstring_is_what_is_drawn() -> None:
    doc = inspect.getdoc(notation.draw) or ""
    drawn = [line.strip() for line in doc.splitlines()[2:]]
    assert drawn == [line.strip() for line in str(GAME.start()).splitlines() if line.strip()]


def test_the_drawing_puts_every_piece_over_its_square_and_water_under_both_moats() -> None:
    state = GAME.from_json({"black": {"castle": 4, "bridges": [4, 4]}, "white": {"castle": 8, "bridges": [8, 10]}})
    *stacks, numbers, water = str(state).splitlines()
    columns = {square: numbers.index(str(square)) for square in range(1, 11)}
    columns[10] += 1  # a piece above the second digit
    assert {square for square, column in columns.items() if water[column : column + 1] == "~"} == {1, 10}
    seen = {square: [line[columns[square]] for line in stacks if line[columns[square]] in "BC"] for square in columns}
    assert {square: "".join(stack) for square, stack in seen.items() if stack} == {4: "CBB", 8: "CB", 10: "B"}


# -- moves -----------------------------------------------------------------------------------------------------


def test_both_sides_have_the_same_moves_on_the_board_turned_round() -> None:
    for number, pieces in enumerate(ARRANGEMENT):
        turned = arrangement_no(*mirrored(pieces))
        for side in range(2):
            own = moves(side, number)
            other = moves(1 - side, turned)
            assert {
                mirrored_action(action): (9 - landing, arrangement_no(*mirrored(ARRANGEMENT[after])))
                for action, (landing, after) in own.items()
            } == other
            assert tables.POINTS[side, number] == tables.POINTS[1 - side, turned]


def moves(side: int, number: int) -> dict[int, tuple[int, int]]:
    count = int(tables.MOVE_COUNT[side, number])
    listed = tables.MOVE_ACTION[side, number, :count].tolist()
    assert listed == sorted(set(listed))
    landing, after = tables.MOVE_LANDING[side, number], tables.MOVE_NEXT[side, number]
    return {action: (int(landing[k]), int(after[k])) for k, action in enumerate(listed)}


def test_the_longest_list_is_reached_and_no_longer() -> None:
    assert tables.MOVE_COUNT.max() == tables.MAX_MOVES == GAME.spec.legal_limit
    widest = ARRANGEMENT[int(tables.MOVE_COUNT[0].argmax())]
    assert (widest.low, widest.high) == (widest.castle - 1, widest.castle + 1)
    state = GAME.from_json({"black": {"castle": 5, "bridges": [4, 6]}, "white": {"castle": 9, "bridges": [10, 10]}})
    assert len(state.legal_actions()) == tables.MAX_MOVES


def test_no_move_list_where_the_castle_never_stands_to_move() -> None:
    for side, stuck in ((0, (1, 10)), (1, (1, 10))):
        for number, pieces in enumerate(ARRANGEMENT):
            if pieces.castle in stuck:
                assert tables.MOVE_COUNT[side, number] == 0


def test_unused_places_of_the_lists_hold_no_action() -> None:
    for side in range(2):
        for number in NUMBERS:
            rest = tables.MOVE_ACTION[side, number, tables.MOVE_COUNT[side, number] :]
            assert (rest == layout.NO_ACTION).all()


def test_every_move_can_be_taken_back_in_the_tables_except_a_push() -> None:
    """What the retreat rule forbids is a real move, as long as the castle is still in play."""
    for side in range(2):
        for number in NUMBERS:
            for action, (_, after) in moves(side, number).items():
                unit, start, end = action_parts(action)
                back = int(tables.REVERSE[action])
                if unit == layout.Unit.PUSH:
                    assert back == layout.NO_ACTION
                    continue
                assert action_parts(back) == (unit, end, start)
                assert tables.REVERSE[back] == action
                if tables.MOVE_COUNT[side, after]:
                    assert moves(side, after)[back][1] == number


def test_points_of_a_side_by_hand() -> None:
    for number, pieces in enumerate(ARRANGEMENT):
        black = sum(square >= 6 for square in (pieces.low, pieces.high)) + 2 * (pieces.castle >= 6)
        white = sum(square <= 5 for square in (pieces.low, pieces.high)) + 2 * (pieces.castle <= 5)
        assert tables.POINTS[0, number] == black + 2 * (pieces.castle == 10)
        assert tables.POINTS[1, number] == white + 2 * (pieces.castle == 1)
    assert tables.POINTS.max() == 6
