"""Numbers are laid sign by sign."""

from __future__ import annotations

import pytest

from stockade.core.figures import figures


def test_each_sign_has_its_symbol_and_stands_behind_the_one_before() -> None:
    areas = figures("money", "$40", 100, 50, 20, align=0)
    assert [area.art for area in areas] == ["digit-dollar", "digit-4", "digit-0"]
    assert [area.id for area in areas] == ["money-0", "money-1", "money-2"]
    assert [area.x for area in areas] == [100, 112, 124]
    assert {(area.y, area.w, area.h, area.label) for area in areas} == {(40, 12, 20, "")}


@pytest.mark.parametrize(("align", "left"), [(0, 100), (0.5, 88), (1, 76)])
def test_a_number_begins_lies_around_or_ends_there(align: float, left: float) -> None:
    assert figures("n", 17, 100, 0, 20, align)[0].x == left


def test_ink_and_width_are_the_callers() -> None:
    (area,) = figures("n", 7, 0, 0, 10, 0, ink="dark", wide=0.5)
    assert (area.art, area.w) == ("dark-7", 5)
