"""The places of the parts of the table, for a landscape screen and for a phone held upright."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from stockade.core.scene import Box, Point, Shape
from stockade.games.cascade_barricade.layout import BLOCK, TOP_ROW


class Plate(NamedTuple):
    """The place of a colour's sign, money and three slots. Sign and money are beside the slots, or above them on a
    narrow plate."""

    box: Box
    slot_wide: float
    is_narrow: bool = False


class Frame(NamedTuple):
    """What depends on the client's shape and on the number of colours."""

    shape: Shape
    size: Point
    spot: Point  # size of a spot of the block
    spots: tuple[Point, ...]
    deck: Box
    round: Box
    strip: Box  # the auction, or else the turn order
    island: Box
    market: Box
    plates: tuple[Plate, ...]  # one for each colour, the viewer's first


@lru_cache
def frame_of(shape: Shape, colours: int) -> Frame:
    if shape == "wide":
        step = min(800 / colours, 160.0)
        return Frame(
            shape, (1280, 820), spot=(88, 104),
            spots=tuple((10 + place % 3 * 88, 10 + place // 3 * 112) for place in range(BLOCK)),
            deck=(14, 234, 110, 68), round=(202, 234, 68, 68), strip=(290, 10, 678, 60),
            island=(286, 78, 686, 732), market=(10, 310, 264, 500),
            plates=tuple(Plate((980, 10 + place * step, 292, 131), 78) for place in range(colours)),
        )  # fmt: skip
    plates = tall_plates(colours)
    return Frame(
        shape, (750, max(y + h for (_, y, _, h), _, _ in plates) + 6), spot=(98, 115.8),
        spots=tuple((6 + place * 98 + place // TOP_ROW * 10, 6) for place in range(BLOCK)),
        deck=(618, 18, 126, 92), round=(6, 127, 60, 60), strip=(76, 127, 668, 60),
        island=(6, 190, 738, 662), market=(6, 856, 738, 150), plates=plates,
    )  # fmt: skip


def tall_plates(colours: int) -> tuple[Plate, ...]:
    """Return the plates of a tall table, two in a line. From five colours on, all but the first two share one line,
    so that the island stays large."""
    large = colours if colours < 5 else 2
    plates = [Plate((6 + place % 2 * 371, 1012 + place // 2 * 172, 366, 166), 100) for place in range(large)]
    small = colours - large
    if small:
        step = 738 / small
        plates += [Plate((6 + place * step, 1184, step - 4, 136), 57, is_narrow=True) for place in range(small)]
    return tuple(plates)
