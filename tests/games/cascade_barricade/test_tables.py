"""Cascade Barricade's tables: the walls of the edition, the land in its sizes, and action ids without gaps."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from stockade.games.cascade_barricade import tables
from stockade.games.cascade_barricade.edition import KIND_NAMES, edition
from stockade.games.cascade_barricade.layout import CELLS, STATE, WALLS
from stockade.games.cascade_barricade.rules.actions import Base, kind_of
from stockade.games.cascade_barricade.spec import SPEC
from stockade.games.cascade_barricade.tables import CORNERS, LAND, NEIGHBOURS, cell_number
from stockade.games.cascade_barricade.text.notation import format_action, place_of

EDITION = edition("stockade-1")


def test_there_are_48_walls_eight_of_each_type() -> None:
    assert [wall["bid"] for wall in EDITION["walls"]] == list(range(1, 49))
    assert Counter(wall["type"] for wall in EDITION["walls"]) == dict.fromkeys(KIND_NAMES, 8)


def test_metal_walls_need_nobody_and_magic_ones_a_wizard() -> None:
    needs = {name: [wall["needs"] for wall in EDITION["walls"] if wall["type"] == name] for name in KIND_NAMES}
    assert set(needs["metal"]) == {"-"}
    assert all("W" in each for each in needs["magic"] + needs["sacred"])
    assert not any("W" in each for each in needs["junk"] + needs["wood"] + needs["stone"])
    assert sum(wall["production"] for wall in EDITION["walls"]) == 1_034


def test_money_prices_and_spaces() -> None:
    assert (EDITION["start_money"], EDITION["purge_below"]) == (100, 16)
    assert EDITION["prices"] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert EDITION["spaces"] == {"2": 2, "3": 2, "4": 3, "5": 3, "6": 3}


@pytest.mark.parametrize(("radius", "count"), [(4, 61), (5, 91), (6, 127)])
def test_the_land_in_its_sizes(radius: int, count: int) -> None:
    assert sum(int(row).bit_count() for row in LAND[radius].tolist()) == count
    corners = [place_of(cell) for cell in CORNERS[radius].tolist()]
    assert corners == [(radius, 0), (0, radius), (-radius, radius), (-radius, 0), (0, -radius), (radius, -radius)]


def test_neighbours_are_mutual_and_one_step_away() -> None:
    for cell in range(CELLS):
        for other in NEIGHBOURS[cell].tolist():
            if other >= 0:
                assert cell in NEIGHBOURS[other]
                (q, r), (to_q, to_r) = place_of(cell), place_of(other)
                assert max(abs(q - to_q), abs(r - to_r), abs(q + r - to_q - to_r)) == 1
    assert (NEIGHBOURS[cell_number(0, 0)] >= 0).all()


def test_action_ids_follow_without_a_gap() -> None:
    bases = [base.value for base in Base]
    assert bases == sorted(set(bases))
    assert (bases[0], Base.END) == (0, SPEC.action_count)
    assert all(low < high for low, high in pairwise(bases))
    assert Base.SKIP - Base.TRASH == WALLS * WALLS
    assert [kind_of(action) for action in (0, 5, 6, Base.END - 1)] == [Base.CORNER, Base.CORNER, Base.OPEN, Base.DRAW]
    assert all(format_action(None, action) for action in range(SPEC.action_count))


def test_tables_cannot_be_written() -> None:
    found = [value for value in vars(tables).values() if isinstance(value, np.ndarray)]
    assert len(found) >= 3
    assert not any(table.flags.writeable for table in found)


def test_a_state_is_small() -> None:
    assert STATE.itemsize < 1024
