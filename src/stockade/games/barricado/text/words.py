"""The words of Barricado for colours, tiles, cells and places."""

from __future__ import annotations

from stockade.core.language import cache_by_language, mark
from stockade.games.barricado.language import say
from stockade.games.barricado.layout import HOME
from stockade.games.barricado.tables import LETTERS, VARIATIONS

SEAT_NAMES = (mark("Red"), mark("Blue"), mark("Green"), mark("Yellow"))
COLOURS = (mark("red"), mark("blue"), mark("green"), mark("yellow"))
SEGMENTS_OF = (mark("red segment"), mark("blue segment"), mark("green segment"), mark("yellow segment"))
MARKS_OF = (mark("red X"), mark("blue X"), mark("green X"), mark("yellow X"))
KINDS = (mark("plain"), mark("plaza"), mark("sewer"))
CORNERS = (mark("north-west"), mark("north-east"), mark("south-east"), mark("south-west"))


def name_of(seat: int) -> str:
    return say(SEAT_NAMES[seat])


@cache_by_language
def tile_colours(variation: int) -> str:
    """Return the colours of a tile, clockwise from the north-west corner as printed."""
    return ", ".join(say(COLOURS[LETTERS.index(letter)]) for letter in VARIATIONS[variation])


@cache_by_language
def place_words(row: int, column: int) -> str:
    """Return the cells of a tile's place, from the north-west to the south-east one: `2,0 to 3,1`."""
    x, y = 2 * (column - HOME), 2 * (row - HOME)
    return say("{first} to {last}", first=f"{x},{y}", last=f"{x + 1},{y + 1}")
