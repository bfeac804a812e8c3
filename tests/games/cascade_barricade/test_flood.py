"""The flood alone: the engine's rows of bits compared with plain sets of spaces, on thousands of random lands."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from tests.games.cascade_barricade.both import rows_of
from tests.games.cascade_barricade.oracle import Space, advance, around, hexagon, is_lost

from stockade.games.cascade_barricade import layout
from stockade.games.cascade_barricade.rules import land
from stockade.games.cascade_barricade.tables import cell_number

LANDS = 2_000
RADII = (4, 5, 6)


def record_of(radius: int, water: set[Space], holes: set[Space], walls: set[Space]) -> Any:
    state = np.zeros(1, np.dtype((np.record, layout.STATE)))[0]
    state.radius = radius
    for rows, spaces in ((state.water, water), (state.holes, holes), (state.stands, walls)):
        rows[:] = rows_of(spaces)
    return state


def spaces_in(rows: Any) -> set[Space]:
    reach = range(-layout.MIDDLE, layout.MIDDLE + 1)
    return {(q, r) for q in reach for r in reach if int(rows[r + layout.MIDDLE]) >> (q + layout.MIDDLE) & 1}


def random_land(dice: random.Random) -> tuple[int, set[Space], set[Space], set[Space]]:
    """Return radius, water, holes and walls, each sparse or dense, and never two of them on one space."""
    radius = dice.choice(RADII)
    shares = [dice.choice((0.05, 0.3, 0.8)), dice.choice((0.0, 0.05, 0.2)), dice.choice((0.02, 0.1, 0.3))]
    kinds = dice.choices(range(4), [*shares, 0.4], k=3 * radius * (radius + 1) + 1)
    water, holes, walls = (
        {space for space, kind in zip(sorted(hexagon(radius)), kinds, strict=True) if kind == wanted}
        for wanted in range(3)
    )
    return radius, water, holes, walls


def compare(lands: int, seed: str) -> None:
    dice = random.Random(seed)
    filled = held = lost = reinforced = 0
    for _ in range(lands):
        radius, water, holes, walls = random_land(dice)
        spaces = hexagon(radius)
        state = record_of(radius, water, holes, walls)
        land.advance_water(state)
        after = advance(spaces, water, holes, walls)
        assert spaces_in(state.water) == after
        assert spaces_in(state.holes) == holes - after
        assert spaces_in(state.stands) == walls
        for q, r in walls:
            is_gone = land.is_lone_and_surrounded(state, cell_number(q, r))
            assert is_gone == is_lost((q, r), spaces, after, walls)
            lost += is_gone
            reinforced += not is_gone and around((q, r)) & spaces <= after | walls
        filled += bool(holes & after)
        held += bool(holes) and after < advance(spaces, water, set(), walls)
    assert min(filled, held, lost, reinforced) >= lands // 20


def test_random_lands() -> None:
    compare(LANDS, "lands")


@pytest.mark.deep
def test_many_random_lands() -> None:
    compare(5 * LANDS, "many lands")


def flooded(water: set[Space], holes: set[Space] | None = None, walls: set[Space] | None = None) -> set[Space]:
    """Return the spaces that become water on a land of radius 5."""
    state = record_of(5, water, holes or set(), walls or set())
    land.advance_water(state)
    return spaces_in(state.water) - water


def test_water_spreads_to_all_sides() -> None:
    assert flooded({(0, 0)}) == {(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)}
    assert flooded({(5, 0)}) == {(5, -1), (4, 0), (4, 1)}


def test_walls_stay_dry() -> None:
    assert flooded({(0, 0)}, walls={(1, 0), (0, 1)}) == {(1, -1), (0, -1), (-1, 0), (-1, 1)}


def test_two_tiles_at_one_hole_flood_the_hole_alone() -> None:
    assert flooded({(0, 0), (1, -1)}, holes={(1, 0)}) == {(1, 0)}


def test_a_tile_floods_all_its_holes() -> None:
    assert flooded({(0, 0)}, holes={(1, 0), (-1, 0)}) == {(1, 0), (-1, 0)}


def test_a_hole_draws_no_water_from_a_tile_farther_off() -> None:
    """A, in the west, is next to B, and only B is next to the hole. A floods what is dry beside it, also beside B."""
    west, east, hole = (0, 0), (1, 0), (2, 0)
    assert flooded({west, east}, {hole}) == {hole, (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)}


def test_water_just_arrived_does_not_move() -> None:
    assert flooded({(0, 0)}, holes={(2, 0)}) == {(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)}
    assert flooded({(0, 0)}, holes={(1, 0), (2, 0)}) == {(1, 0)}


def is_removed(walls: set[Space], dry: set[Space], wall: Space) -> bool:
    """Return whether a wall is removed when all the rest of the land is water."""
    state = record_of(5, hexagon(5) - walls - dry, set(), walls)
    return bool(land.is_lone_and_surrounded(state, cell_number(*wall)))


def test_a_lone_wall_goes_and_a_pair_stays() -> None:
    assert is_removed({(2, 0)}, set(), (2, 0))
    assert not is_removed({(2, 0)}, {(2, 1)}, (2, 0))
    assert not is_removed({(2, 0), (3, 0)}, set(), (2, 0))
    assert not is_removed({(2, 0), (3, 0)}, set(), (3, 0))
    assert is_removed({(2, 0), (4, 0)}, set(), (2, 0))


def test_beyond_the_rim_counts_as_water_for_a_lone_wall() -> None:
    assert is_removed({(5, 0)}, set(), (5, 0))
    assert not is_removed({(5, 0)}, {(4, 0)}, (5, 0))
