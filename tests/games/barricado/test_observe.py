"""Observations of Barricado: what each block contains, seen from a seat; and the handcrafted evaluation."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests.games.barricado.positions import GAME, at
from tests.games.barricado.test_runs import line_sets, runs_on
from tests.games.observations import block
from tests.games.positions import played

from stockade.core.state import State
from stockade.games.barricado.evaluation.observe import PLANE
from stockade.games.barricado.evaluation.value import longest_run
from stockade.games.barricado.layout import CELLS, LINES

DRAWING = "rb*r#b ygbyyg rb.... yg...."


def cells(plane: np.ndarray) -> set[tuple[int, int]]:
    """Return the cells that are set in a plane, in the coordinates that people use."""
    rows, columns = np.nonzero(plane.reshape(CELLS, CELLS))
    return {(int(x) - 10, int(y) - 10) for x, y in zip(columns, rows, strict=True)}


def planes(state: State, seat: int, name: str) -> list[set[tuple[int, int]]]:
    values = block(state, seat, name)
    return [cells(values[k * PLANE : (k + 1) * PLANE]) for k in range(len(values) // PLANE)]


def test_planes_show_cells_x_and_segments() -> None:
    state = at(DRAWING, built={"blue": "1,0:2,0"}, players=4, plazas_and_sewers=True)
    (free,) = planes(state, 0, "open cells")
    assert {(0, 0), (3, 0), (5, 0), (0, 3)} <= free
    assert not {(1, 0), (2, 0), (4, 0), (2, 2)} & free  # covered, covered, sewer, no tile
    red, blue, green, yellow = planes(state, 0, "X by colour")
    assert red == {(0, 0), (2, 0), (3, 0), (0, 2)}  # a white X belongs to everybody, a sewer's X to nobody
    assert blue == {(1, 0), (2, 0), (2, 1), (5, 0), (1, 2)}
    assert (2, 0) in green & yellow
    assert planes(state, 0, "segments by colour") == [set(), {(1, 0), (2, 0)}, set(), set()]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_own_colour_comes_first_then_the_others_in_turn_order(players: int) -> None:
    state = at(DRAWING, built={"blue": "1,0:2,0"}, players=players, plazas_and_sewers=True)
    by_colour = planes(state, 0, "X by colour")
    for seat in range(players):
        order = [(seat + step) % players for step in range(players)] + list(range(players, 4))
        assert planes(state, seat, "X by colour") == [by_colour[colour] for colour in order]
        assert planes(state, seat, "segments by colour")[order.index(1)] == {(1, 0), (2, 0)}
        left = block(state, seat, "segments left by colour").tolist()
        assert left == pytest.approx([62 / 64 if colour == 1 else 1.0 for colour in order])


@pytest.mark.parametrize(("players", "orders"), [(2, ("rbgy", "brgy")), (3, ("rbgy", "bgry", "grby"))])
def test_the_tile_in_hand_is_told_in_the_same_order(players: int, orders: tuple[str, ...]) -> None:
    state = at("rb yg", players=players, ply=2, phase="place", drawn={"variation": 2})
    for seat, order in enumerate(orders):
        corners = block(state, seat, "tile in hand")[:16].reshape(4, 4)
        assert corners.sum(axis=1).tolist() == [1, 1, 1, 1]
        assert "".join(order[int(corner.argmax())] for corner in corners) == "rbyg"


def test_tiles_without_a_segment_are_those_that_can_be_rotated() -> None:
    """A tile with a sewer is one of them, unless something is built on it."""
    state = at(DRAWING, built={"blue": "1,0:2,0"}, players=3, revolution=True, plazas_and_sewers=True)
    free = block(state, 0, "tiles without a segment").reshape(11, 11)
    places = {(int(x) - 5, int(y) - 5) for y, x in zip(*np.nonzero(free), strict=True)}
    texts = {state.format(action) for action in state.legal_actions()}
    assert places == {(2, 0), (0, 1)}
    assert {f"rotate {x},{y} r1" for x, y in places} == {text for text in texts if text.endswith("r1")}


def test_the_small_blocks() -> None:
    state = at(DRAWING, players=3, revolution=True, plazas_and_sewers=True, rotations=2)
    assert block(state, 0, "phase").tolist() == [1, 0, 0, 0, 0]
    assert block(state, 0, "places left").tolist() == pytest.approx([32 / 36])
    assert block(state, 0, "rotations in a row").tolist() == pytest.approx([2 / 3])
    assert block(state, 0, "unseen kinds").tolist() == pytest.approx([26 / 36, 4 / 36, 3 / 36])
    assert not block(state, 0, "tile in hand").any()
    drawn = played(state, "draw", "reveal v6", "reveal sewer", "reveal cell 3")
    assert block(drawn, 0, "phase").tolist() == [0, 0, 0, 0, 1]
    assert block(drawn, 0, "unseen tiles")[5] == pytest.approx(5 / 6)
    assert np.nonzero(block(drawn, 0, "tile in hand")[16:])[0].tolist() == [4 + 2]  # a sewer on its third cell


# -- the evaluation --------------------------------------------------------------------------------------------


def test_the_longest_run_is_brute_forces() -> None:
    dice, state = random.Random(4), GAME.start(3, {"plazas_and_sewers": True})
    while not state.is_over:
        if not state.is_chance:
            for seat in range(3):
                for line in range(LINES):
                    costs = runs_on(*line_sets(state.record, seat, line))
                    assert longest_run(state.record, seat, line) == max(costs, default=0)
        actions = state.legal_actions()
        state.apply(0 if actions[0] == 0 and dice.random() < 0.5 else dice.choice(actions))


def values(state: State) -> list[float]:
    found = np.zeros(4)
    GAME.play.evaluate_one(state.data, found)
    return [float(value) for value in found[: state.players]]


def test_who_has_more_on_the_board_or_before_them_is_ahead() -> None:
    # Red has a barricade of twelve, and a run of twelve to build.
    row = "rbrbrbrbrbbr ygygygygygyg"
    for state in (at(row, built={"red": "0,0:11,0"}), at(row)):
        red, blue = values(state)
        assert red > 0 > blue
        assert red == pytest.approx(-blue)
    assert values(GAME.start()) == [0, 0]
