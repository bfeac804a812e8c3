"""Read-only tables of Cascadia, computed from the files in `data`.

    EDGE[face, spin, direction]    terrain on an edge of a tile after its spin
    SIDES[face, spin, terrain]     the directions in which that terrain is, as bits
    SHOWS[face, species]           whether a token of the species may stand on it
    KEYSTONE[face]                 whether a token on it earns a nature token
    SPIN_COUNT[face]               number of different spins: a tile with one terrain has one

Directions count counter-clockwise from east; the opposite direction is three further. A face is a kind of tile: the
terrains it shows in the order M F P W R, and its wildlife. The first `KINDS` are in the stack, the others only in
starters.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import numpy as np

from stockade.core.tables import freeze
from stockade.games.cascadia.layout import HOME, KINDS, SIDE, SPECIES, SPINS, STARTERS, TERRAINS


def _data(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(resources.files(__package__).joinpath(f"data/{name}.json").read_text("utf-8"))
    return found


TILES, CARDS, SCENARIOS = _data("tiles"), _data("cards"), _data("scenarios")
TERRAIN_LETTERS = "".join(terrain["letter"] for terrain in TILES["terrains"])
TERRAIN_NAMES = tuple(str(terrain["name"]) for terrain in TILES["terrains"])
WILDLIFE_LETTERS = "".join(animal["letter"] for animal in TILES["wildlife"])
WILDLIFE_NAMES = tuple(str(animal["name"]) for animal in TILES["wildlife"])
SCENARIO_CARDS = np.array(
    [[0] * SPECIES] + [["ABCD".index(letter) for letter in each["cards"]] for each in SCENARIOS["scenarios"]], np.int8
)
"""By the number of the scenario. There is no scenario 0."""
TOKENS = np.array([animal["tokens"] for animal in TILES["wildlife"]], np.int8)
TURNS = int(TILES["turns"])
TILES_IN_GAME = np.array([0] + [TILES["tiles_in_game"][str(players)] for players in range(1, 5)], np.int8)
DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
STEP = np.array([r * SIDE + q for q, r in DIRECTIONS], np.int32)
"""What to add to a cell's number for one step in a direction."""
COLUMN_STEP = np.array([q for q, _ in DIRECTIONS], np.int32)
ROW_STEP = np.array([r for _, r in DIRECTIONS], np.int32)
DIRECTION_OF = np.full(2 * SIDE + 1, -1, np.int8)
"""The direction of a step, indexed by `step + SIDE`; -1 for a step to a cell that is not adjacent."""
for _direction, _step in enumerate(STEP.tolist()):
    DIRECTION_OF[_step + SIDE] = _direction


def in_order(terrains: str, spin: int) -> tuple[str, int]:
    """Return the same tile with its terrains in the order M F P W R. Swapping the halves turns it by three."""
    if len(terrains) == 2 and TERRAIN_LETTERS.index(terrains[0]) > TERRAIN_LETTERS.index(terrains[1]):
        return terrains[::-1], (spin + 3) % SPINS
    return terrains, spin


def _faces() -> list[tuple[str, str]]:
    faces = [(terrains, wildlife) for terrains, wildlife, _ in TILES["tiles"]]
    for starter in TILES["starters"]:
        for _, terrains, spin, wildlife in starter:
            face = (in_order(terrains, spin)[0], wildlife)
            if face not in faces:
                faces.append(face)
    return faces


FACES = tuple(_faces())
COPIES = np.array([copies for _, _, copies in TILES["tiles"]], np.int8)


def face_of(terrains: str, wildlife: str) -> int:
    """Return the row of a face. Its terrains are in the order M F P W R."""
    return FACES.index((terrains, wildlife))


def _edges(terrains: str, spin: int) -> list[int]:
    first, last = TERRAIN_LETTERS.index(terrains[0]), TERRAIN_LETTERS.index(terrains[-1])
    return [first if (direction - spin) % SPINS < 3 else last for direction in range(SPINS)]


def _sides(edges: list[int], terrain: int) -> int:
    """Return the directions in which a tile has a terrain, as bits."""
    return sum(1 << direction for direction, found in enumerate(edges) if found == terrain)


EDGE = np.array([[_edges(terrains, spin) for spin in range(SPINS)] for terrains, _ in FACES], np.int8)
SIDES = np.array(
    [[[_sides(edges, terrain) for terrain in range(TERRAINS)] for edges in spins] for spins in EDGE.tolist()], np.int8
)
SHOWS = np.array([[letter in wildlife for letter in WILDLIFE_LETTERS] for _, wildlife in FACES], np.bool_)
KEYSTONE = np.array([len(terrains) == 1 for terrains, _ in FACES], np.bool_)
SPIN_COUNT = np.array([1 if len(terrains) == 1 else SPINS for terrains, _ in FACES], np.int8)
FIRST_TERRAIN = np.array([TERRAIN_LETTERS.index(terrains[0]) for terrains, _ in FACES], np.int8)
LAST_TERRAIN = np.array([TERRAIN_LETTERS.index(terrains[-1]) for terrains, _ in FACES], np.int8)
STARTER_LETTERS = "".join(starter[0][1] for starter in TILES["starters"])
STARTER_CELL = np.array([(r + HOME) * SIDE + q + HOME for (q, r), *_ in TILES["starters"][0]], np.int16)
STARTER_FACE = np.zeros((STARTERS, 3), np.int8)
STARTER_SPIN = np.zeros((STARTERS, 3), np.int8)
for _starter, _hexes in enumerate(TILES["starters"]):
    for _hex, (_at, _terrains, _spin, _wildlife) in enumerate(_hexes):
        _terrains, STARTER_SPIN[_starter, _hex] = in_order(_terrains, _spin)
        STARTER_FACE[_starter, _hex] = face_of(_terrains, _wildlife)


# -- points --------------------------------------------------------------------------------------------------


def _points(species: str, name: str, cards: str = "ABCD") -> np.ndarray[Any, np.dtype[np.int32]]:
    """Return one row of points for every card, padded with zeros. Cards that score in another way have only zeros."""
    rows = [CARDS[species][card].get(name, []) for card in cards]
    longest = max(map(len, rows))
    return np.array([row + [0] * (longest - len(row)) for row in rows], np.int32)


BEAR_PAIRS = np.array(CARDS["bear"]["A"]["points_by_pairs"], np.int32)
BEAR_SIZES = _points("bear", "points_by_size")
BEAR_ALL_SIZES = np.array([CARDS["bear"][card].get("all_sizes", 0) for card in "ABCD"], np.int32)
ELK_SIZES = _points("elk", "points_by_size")
SALMON_LENGTHS = _points("salmon", "points_by_length")
SALMON_SHORTEST = int(CARDS["salmon"]["D"]["shortest"])
SALMON_EACH = int(CARDS["salmon"]["D"]["each_salmon"])
SALMON_NEIGHBOUR = int(CARDS["salmon"]["D"]["each_neighbour"])
HAWK_COUNTS = _points("hawk", "points_by_count")
HAWK_LINE = int(CARDS["hawk"]["C"]["each_line"])
HAWK_BETWEEN = np.array(CARDS["hawk"]["D"]["points_by_species"], np.int32)
FOX_SPECIES = np.array(CARDS["fox"]["A"]["points_by_species"], np.int32)
FOX_PAIRS = _points("fox", "points_by_pairs")
FOX_MOST = np.array(CARDS["fox"]["C"]["points_by_most"], np.int32)
GROUP_SIZES = np.array([CARDS[name]["points_by_size"] for name in ("family", "intermediate")], np.int32)
_alone, _two, _more = (CARDS["majorities"][name] for name in ("alone", "two", "more"))
MAJORITY_LEAST, MAJORITY_ALONE = int(_alone["least"]), int(_alone["points"])
MAJORITY_FIRST = np.array([[0] * 4, [0] * 4, _two["first"] + [0, 0], _more["first"], _more["first"]], np.int32)
"""By players, then by how many others share the largest corridor."""
MAJORITY_SECOND = np.array([0, 0, _two["second"], _more["second"], _more["second"]], np.int32)


def _best_herd() -> np.ndarray[Any, np.dtype[np.int32]]:
    """Return the most points for this many elk on card C, whatever their shape."""
    points = CARDS["elk"]["C"]["points_by_size"]
    best = [0]
    for size in range(1, TURNS + 4):
        best.append(max(points[part] + best[size - part] for part in range(1, min(size, len(points) - 1) + 1)))
    return np.array(best, np.int32)


BEST_HERD = _best_herd()

freeze(globals())
assert len(COPIES) == KINDS
