"""Boards of pointy-top hexes: names of cells, and where a picture shows them.

A place is written `q,r`: q grows to the east, r to the south-east. Games number the cells of a square field row by
row, with the place `0,0` in its middle.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from stockade.core.scene import Box

Place = tuple[int, int]
HIGH = 120 / 104  # height of a hex, relative to its width
DOWN = 0.75 * HIGH  # distance from one row to the next


class HexField(NamedTuple):
    """The cells of a square field, numbered row by row."""

    side: int
    home: int  # row and column of the place 0,0

    def place_of(self, cell: int) -> Place:
        """Return the `q,r` of a cell."""
        row, column = divmod(int(cell), self.side)
        return column - self.home, row - self.home

    def place_text(self, cell: int) -> str:
        q, r = self.place_of(cell)
        return f"{q},{r}"


class HexGrid(NamedTuple):
    """How a picture shows hexes: the width of a hex, and the middle of the place 0,0."""

    wide: float
    x: float
    y: float

    def box(self, place: Place, share: float = 1.0, high: float = HIGH, aside: float = 0.0) -> Box:
        """Return the box of a hex, or of something in its middle.

        `share` is its width relative to the hex, `high` its height relative to its width; `aside` moves it to the
        right, in widths of a hex.
        """
        return _box(self, place, share, high, aside)


@lru_cache(1 << 14)
def _box(grid: HexGrid, place: Place, share: float, high: float, aside: float) -> Box:
    q, r = place
    w = grid.wide * share
    x, y = grid.x + (q + r / 2 + aside) * grid.wide, grid.y + r * grid.wide * DOWN
    return round(x - w / 2, 1), round(y - w * high / 2, 1), round(w, 1), round(w * high, 1)


def fit_hexes(places: Iterable[Place], room: Box, largest: float = math.inf) -> HexGrid:
    """Return the grid that shows these places as large as possible, in the middle of the available space."""
    x, y, w, h = room
    shown = list(places) or [(0, 0)]
    across, down = [q + r / 2 for q, r in shown], [r for _, r in shown]
    left, right, top, bottom = min(across), max(across), min(down), max(down)
    wide = min(largest, w / (right - left + 1), h / ((bottom - top) * DOWN + HIGH))
    return HexGrid(wide, x + w / 2 - (left + right) / 2 * wide, y + h / 2 - (top + bottom) / 2 * wide * DOWN)
