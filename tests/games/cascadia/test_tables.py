"""Cascadia's tables: components are the printed ones, tiles turn correctly, and ids do not overlap."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from tests.games.cascadia.positions import GAME, PRINTED, STARTERS

from stockade.games.cascadia import layout, tables
from stockade.games.cascadia.layout import Phase
from stockade.games.cascadia.rules.actions import Base
from stockade.games.cascadia.rules.environment import cell_at
from stockade.games.cascadia.tables import TERRAIN_LETTERS, WILDLIFE_LETTERS
from stockade.games.cascadia.text.notation import place_of

KEYSTONES = {"M": "beehh", "F": "bbeff", "P": "eessf", "W": "sshff", "R": "bbshh"}


# -- components ------------------------------------------------------------------------------------------------


def test_letters_and_names() -> None:
    assert TERRAIN_LETTERS == "MFPWR"
    assert WILDLIFE_LETTERS == "beshf"
    assert tables.TERRAIN_NAMES == ("mountain", "forest", "prairie", "wetland", "river")
    assert tables.WILDLIFE_NAMES == ("bear", "elk", "salmon", "hawk", "fox")
    assert tuple(each.name.lower() for each in layout.Species) == tables.WILDLIFE_NAMES
    assert tables.TOKENS.tolist() == [20] * 5


def test_there_are_85_tiles_of_75_kinds() -> None:
    assert len(tables.COPIES) == layout.KINDS == 75
    assert tables.COPIES.sum() == len(PRINTED) == 85
    assert len(set(tables.FACES)) == len(tables.FACES)


def test_there_are_25_keystones() -> None:
    found = dict.fromkeys(TERRAIN_LETTERS, "")
    for terrains, animals in PRINTED:
        if len(terrains) == 1:
            found[terrains] += animals
    assert found == KEYSTONES


def test_every_pair_of_terrains_is_on_six_tiles() -> None:
    pairs = Counter(terrains for terrains, _ in PRINTED if len(terrains) == 2)
    assert pairs == {"".join(pair): 6 for pair in combinations(TERRAIN_LETTERS, 2)}
    species = Counter(len(animals) for terrains, animals in PRINTED if len(terrains) == 2)
    assert species == {2: 45, 3: 15}


def test_every_terrain_is_on_29_tiles_and_every_species_on_32() -> None:
    assert Counter("".join(terrains for terrains, _ in PRINTED)) == dict.fromkeys(TERRAIN_LETTERS, 29)
    assert Counter("".join(animals for _, animals in PRINTED)) == dict.fromkeys(WILDLIFE_LETTERS, 32)


def test_every_starter_has_a_keystone_and_every_terrain_once() -> None:
    assert tables.STARTER_LETTERS == STARTERS
    species: Counter[str] = Counter()
    for faces in tables.STARTER_FACE.tolist():
        shown = [tables.FACES[face] for face in faces]
        assert sorted("".join(terrains for terrains, _ in shown)) == sorted(TERRAIN_LETTERS)
        assert [len(terrains) for terrains, _ in shown] == [1, 2, 2]
        assert [len(animals) for _, animals in shown] == [1, 3, 2]
        species.update("".join(animals for _, animals in shown))
    assert species == dict.fromkeys(WILDLIFE_LETTERS, 6)
    assert [place_of(cell) for cell in tables.STARTER_CELL.tolist()] == [(0, 0), (-1, 1), (0, 1)]


def test_tiles_in_the_game_are_20_a_player_and_three() -> None:
    assert tables.TURNS == 20
    assert tables.TILES_IN_GAME.tolist() == [0, 43, 43, 63, 83]


# -- geometry --------------------------------------------------------------------------------------------------


def test_a_tile_shows_each_terrain_on_three_edges_in_a_row() -> None:
    for face, (terrains, _) in enumerate(tables.FACES):
        first, last = (TERRAIN_LETTERS.index(letter) for letter in (terrains[0], terrains[-1]))
        for spin in range(6):
            edges = tables.EDGE[face, spin].tolist()
            assert [edges[(spin + step) % 6] for step in range(6)] == [first] * 3 + [last] * 3
        looks = {tuple(tables.EDGE[face, spin].tolist()) for spin in range(6)}
        assert len(looks) == tables.SPIN_COUNT[face]


def test_halves_change_places_by_three_sixths() -> None:
    assert tables.in_order("RP", 0) == ("PR", 3)
    assert tables.in_order("PR", 4) == ("PR", 4)
    assert tables.in_order("W", 0) == ("W", 0)


def test_directions_go_round_counter_clockwise_and_the_opposite_is_three_further() -> None:
    assert tables.DIRECTIONS == ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    for direction, (q, r) in enumerate(tables.DIRECTIONS):
        assert tables.DIRECTIONS[(direction + 3) % 6] == (-q, -r)
        step = cell_at(q, r) - cell_at(0, 0)
        assert step == tables.STEP[direction]
        assert tables.DIRECTION_OF[step + layout.SIDE] == direction
    assert (tables.DIRECTION_OF >= 0).sum() == 6


def test_cells_read_back_and_no_environment_leaves_the_field() -> None:
    for q in range(-layout.HOME, layout.HOME + 1):
        assert place_of(cell_at(q, -q)) == (q, -q)
    # Twenty tiles from the starter: -1,1 is its westernmost hex, 0,1 its lowest.
    assert layout.HOME == 1 + tables.TURNS
    assert 2 * layout.HOME + 1 == layout.SIDE


def test_an_edge_has_room_for_the_longest() -> None:
    """A starter has nine cells around it; a tile takes one and adds at most three."""
    assert 9 + 2 * tables.TURNS == layout.EDGE_CELLS
    most = (9 + 2 * (tables.TURNS - 1)) * layout.SPINS
    assert most <= GAME.spec.legal_limit


# -- ids and points --------------------------------------------------------------------------------------------


def test_ids_follow_each_other_without_a_gap() -> None:
    sizes = {
        Base.WIPE: 16,
        Base.TAKE: 16,
        Base.TILE: 43 * 43 * 6,
        Base.TOKEN: 43 * 43,
        Base.RETURN: 1,
        Base.CARD: 4,
        Base.STARTER: 5,
        Base.DRAW_TILE: 75,
        Base.DRAW_TOKEN: 5,
    }
    at = 0
    for base, size in sizes.items():
        assert base == at
        at += size
    assert at == Base.END == GAME.spec.action_count
    assert list(Phase) == list(range(7))


def test_no_byte_of_a_record_is_without_a_field() -> None:
    assert not GAME.gaps.any()


def test_points_are_the_cards() -> None:
    assert tables.BEAR_PAIRS.tolist() == [0, 4, 11, 19, 27]
    assert tables.BEAR_SIZES.tolist()[1:] == [[0, 0, 0, 10, 0], [0, 2, 5, 8, 0], [0, 0, 5, 8, 13]]
    assert tables.BEAR_ALL_SIZES.tolist() == [0, 0, 3, 0]
    assert tables.ELK_SIZES[0, :5].tolist() == tables.ELK_SIZES[1, :5].tolist() == [0, 2, 5, 9, 13]
    assert tables.ELK_SIZES[2].tolist() == [0, 2, 4, 7, 10, 14, 18, 23, 28]
    assert tables.ELK_SIZES[3, :7].tolist() == [0, 2, 5, 8, 12, 16, 21]
    assert tables.HAWK_COUNTS[0].tolist() == [0, 2, 5, 8, 11, 14, 18, 22, 26]
    assert tables.HAWK_COUNTS[1].tolist() == [0, 0, 5, 9, 12, 16, 20, 24, 28]
    assert tables.GROUP_SIZES.tolist() == [[0, 2, 5, 9, 9], [0, 0, 5, 8, 12]]


def test_the_best_herd_is_no_less_than_any_cut() -> None:
    best = tables.BEST_HERD.tolist()
    assert best[:9] == [0, 2, 4, 7, 10, 14, 18, 23, 28]
    for size in range(1, len(best)):
        assert all(best[size] >= best[part] + best[size - part] for part in range(1, size))


@pytest.mark.parametrize("module", [tables])
def test_tables_cannot_be_written(module: object) -> None:
    arrays = [value for value in vars(module).values() if isinstance(value, np.ndarray)]
    assert len(arrays) > 20
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
