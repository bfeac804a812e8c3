"""What can be put on Barricado's board while a position is set up: tiles, barricades, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from stockade.core.language import capital
from stockade.core.scene import Shape
from stockade.core.state import State
from stockade.core.tray import Dial, Item, Tray
from stockade.games.barricado.language import say
from stockade.games.barricado.layout import CELLS, HOME, Record
from stockade.games.barricado.picture.scene import SEATS, empty_places, tile_art
from stockade.games.barricado.text.notation import cell_on
from stockade.games.barricado.text.words import name_of, tile_colours

VARIATIONS = 6


def tray(state: State, viewer: int | None, shape: Shape) -> Tray:  # noqa: ARG001
    record = state.record
    players, laid = int(record.players), _laid(record)
    places = tuple((f"place-{column - HOME},{row - HOME}",) for row, column in empty_places(record)) + tuple(laid)
    tiles = [
        Item(
            f"tile-{variation + 1}",
            capital(tile_colours(variation)),
            places,
            tile_art(variation, players),
            group=say("Tiles: lay the same one again to turn it"),
        )
        for variation in range(VARIATIONS)
    ]
    barricades = [
        Item(
            f"barricade-{SEATS[seat]}", name_of(seat), tuple(_runs(record, seat)), f"plank-{SEATS[seat]}-east",
            group=say("Barricades: touch both ends"), owner=seat,
        )
        for seat in range(players)
    ]  # fmt: skip
    segments = [
        (f"segment-{cell_on(line, place)}",)
        for lines in record.bars.tolist()
        for line, bits in enumerate(lines)
        for place in range(CELLS)
        if bits >> place & 1
    ]
    remove = Item("remove", say("Take away"), (*segments, *laid))
    seats = tuple((word, name_of(seat)) for seat, word in enumerate(SEATS[:players]))
    turn = Dial("turn", say("To move"), SEATS[int(record.turn_owner) % players], choices=seats)
    return Tray((*tiles, *barricades, remove), (turn,))


def _laid(record: Record) -> list[tuple[str]]:
    """Return the places of all tiles but the first, which never changes."""
    rows = enumerate(record.tile.tolist())
    return [
        (f"place-{column - HOME},{row - HOME}",)
        for row, tiles in rows
        for column, tile in enumerate(tiles)
        if tile and (row, column) != (HOME, HOME)
    ]


def _runs(record: Record, seat: int) -> Iterator[tuple[str, str]]:
    """Return the ends of all barricades that a seat could build, with as many segments as it likes."""
    for line, marks in enumerate(record.marks[seat].tolist()):
        free = int(record.open[line])
        ends = [place for place in range(CELLS) if marks & free & 1 << place]
        for low, high in combinations(ends, 2):
            run = (2 << high) - (1 << low)
            if free & run == run:
                yield f"cell-{cell_on(line, low)}", f"cell-{cell_on(line, high)}"
