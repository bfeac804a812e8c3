"""Hexes have names, numbers and places in a picture."""

from __future__ import annotations

import pytest

from stockade.core.hexes import HIGH, HexField, HexGrid, fit_hexes
from stockade.core.scene import Box

FIELD = HexField(side=7, home=3)


def test_cells_are_named_from_the_middle() -> None:
    assert [FIELD.place_text(cell) for cell in (24, 25, 17, 0, 48)] == ["0,0", "1,0", "0,-1", "-3,-3", "3,3"]


def test_neighbours_touch_in_the_picture() -> None:
    grid = HexGrid(wide=100, x=0, y=0)
    x, y, w, h = grid.box((0, 0))
    assert (x, y, w, h) == (-50, round(-50 * HIGH, 1), 100, round(100 * HIGH, 1))
    assert grid.box((1, 0))[:2] == (x + 100, y)
    right, down, *_ = grid.box((0, 1))
    assert right == x + 50
    assert down == pytest.approx(y + 0.75 * h, abs=0.1)


def test_a_part_of_a_hex_has_its_middle_or_stands_aside() -> None:
    grid = HexGrid(wide=100, x=0, y=0)
    assert grid.box((0, 0), share=0.5, high=1.0) == (-25, -25, 50, 50)
    assert grid.box((0, 0), share=0.5, high=1.0, aside=0.25) == (0, -25, 50, 50)


@pytest.mark.parametrize("room", [(10, 20, 300, 900), (10, 20, 900, 300)])
def test_places_fill_their_room_in_one_direction_and_are_in_its_middle(room: Box) -> None:
    places = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
    grid = fit_hexes(places, room)
    boxes = [grid.box(place) for place in places]
    left, top = min(x for x, *_ in boxes), min(y for _, y, *_ in boxes)
    right, bottom = max(x + w for x, _, w, _ in boxes), max(y + h for _, y, _, h in boxes)
    x, y, w, h = room
    assert right - left == pytest.approx(w, abs=0.3) or bottom - top == pytest.approx(h, abs=0.3)
    assert (left + right) / 2 == pytest.approx(x + w / 2, abs=0.2)
    assert (top + bottom) / 2 == pytest.approx(y + h / 2, abs=0.2)
    assert left >= x - 0.1
    assert top >= y - 0.1


def test_no_hex_is_larger_than_the_largest() -> None:
    assert fit_hexes([(0, 0)], (0, 0, 500, 500), largest=80).wide == 80
    assert fit_hexes([], (0, 0, 100, 500)).wide == 100
