"""Read-only tables of Barricado, computed from `data/tiles.json`.

    CORNER_COLOUR[variation, turn, corner]   colour of the X in a corner of a placed tile
    CORNER_AT[corner]                        row and column of the corner inside the tile
    PRINTED_CORNER[turn, corner]             where that corner was before the tile was turned

Corners count clockwise from the north-west:

    0 1
    3 2
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import numpy as np

from stockade.core.tables import freeze

DATA: dict[str, Any] = json.loads(resources.files(__package__).joinpath("data/tiles.json").read_text("utf-8"))
COLOUR_NAMES = tuple(str(colour["name"]) for colour in DATA["colours"])
LETTERS = "".join(colour["letter"] for colour in DATA["colours"])
KIND_NAMES = tuple(str(kind["name"]) for kind in DATA["kinds"])
VARIATIONS = tuple(str(variation) for variation in DATA["variations"])
START_VARIATION = int(DATA["start"]["variation"]) - 1
START_TURN = int(DATA["start"]["turn"])

CORNER_AT = np.array([(0, 0), (0, 1), (1, 1), (1, 0)], np.int8)
PRINTED_CORNER = np.array([[(corner - turn) % 4 for corner in range(4)] for turn in range(4)], np.int8)
CORNER_COLOUR = np.array(
    [[[LETTERS.index(name[PRINTED_CORNER[turn, c]]) for c in range(4)] for turn in range(4)] for name in VARIATIONS],
    np.int8,
)
SEGMENTS = np.array([colour["segments"] for colour in DATA["colours"]], np.int8)
COPIES = np.array([DATA["copies"]] * len(VARIATIONS), np.int8)
KIND_TILES = np.array([kind["tiles"] for kind in DATA["kinds"]], np.int8)

freeze(globals())
