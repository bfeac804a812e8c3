"""Read-only tables of Cascade Barricade: the land in its sizes.

LAND[radius]        rows of bits of the spaces
CORNERS[radius]     the cells of the six corners, in order
"""

from __future__ import annotations

import numpy as np

from stockade.core.tables import freeze
from stockade.games.cascade_barricade.layout import LARGEST, MIDDLE, SIDE

DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def cell_number(q: int, r: int) -> int:
    return (r + MIDDLE) * SIDE + q + MIDDLE


LAND = np.zeros((LARGEST + 1, SIDE), np.int16)
CORNERS = np.zeros((LARGEST + 1, 6), np.int16)
for _radius in range(LARGEST + 1):
    for _q in range(-_radius, _radius + 1):
        for _r in range(max(-_radius, -_radius - _q), min(_radius, _radius - _q) + 1):
            LAND[_radius, _r + MIDDLE] |= 1 << (_q + MIDDLE)
    _at = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    CORNERS[_radius] = [cell_number(_radius * q, _radius * r) for q, r in _at]

NEIGHBOURS = np.full((SIDE * SIDE, 6), -1, np.int16)
"""The neighbours of each cell, or -1 outside the field."""
for _cell in range(SIDE * SIDE):
    _row, _column = divmod(_cell, SIDE)
    for _direction, (_q, _r) in enumerate(DIRECTIONS):
        if 0 <= _row + _r < SIDE and 0 <= _column + _q < SIDE:
            NEIGHBOURS[_cell, _direction] = (_row + _r) * SIDE + _column + _q

freeze(globals())
