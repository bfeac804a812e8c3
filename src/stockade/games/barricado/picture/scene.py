"""Barricado's scene: the streets from above, at night, and the places where tiles can be added.

The board is always drawn into the same square. The tiles are in its middle, with space for a ring of empty places
around them; a tile on a new edge moves everything by half a place. Tiles become smaller as the city grows, a few
times in a game, and fill the square once the city has its full width and depth. The numbers along the edges name the
cells.

A touch on a tile means the cell under the finger or, if that cannot be chosen, the place. So an X that can be built
from is never hidden by a tile that can be rotated.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from stockade.core.language import cache_by_language, listed_or, mark, winning
from stockade.core.scene import Area, Box, Choice, Fact, Panel, Piece, Point, Scene, Shape, Sheet, choosable
from stockade.core.state import State
from stockade.games.barricado.language import counted, say
from stockade.games.barricado.layout import CELLS, HOME, PLACES, Kind, Phase, Record
from stockade.games.barricado.rules.actions import Base, tile_of
from stockade.games.barricado.rules.dispatch import legal_tile
from stockade.games.barricado.tables import (
    COLOUR_NAMES,
    CORNER_AT,
    CORNER_COLOUR,
    KIND_NAMES,
    PRINTED_CORNER,
    SEGMENTS,
)
from stockade.games.barricado.text.notation import CELL_HOME, cell_on, order_words, run_of, turned_tile
from stockade.games.barricado.text.words import (
    COLOURS,
    CORNERS,
    KINDS,
    MARKS_OF,
    SEGMENTS_OF,
    name_of,
    place_words,
    tile_colours,
)

PAINTS = ("#e0484b", "#4a86e8", "#35a86b", "#e3b023")
SEATS = tuple(name.lower() for name in COLOUR_NAMES)  # in ids and names of art
EDGE = 38.0  # space for the numbers, left of the board and above it, and for the ends of planks
BOARD = 830.0
HAND = 144.0  # size of the tiles beside the board
LAYER = 5.0  # offset from one tile of the stack to the next
TILES_PER_LAYER = 4
FEWEST_PLACES = 5  # along a side of the square, even if the city is smaller
VERBS = (
    (mark("draw"), Base.DRAW, Base.TILE),
    (mark("build"), Base.BUILD, Base.EXTEND),
    (mark("extend"), Base.EXTEND, Base.ROTATE),
    (mark("rotate"), Base.ROTATE, Base.VARIATION),
)
ACTION_KINDS = (  # the first action after the kind, its name, and what each touch chooses
    (Base.TILE, mark("Draw"), (mark("the stack"),)),
    (Base.BUILD, mark("Place tile"), (mark("a place for the tile"),)),
    (Base.EXTEND, mark("Build"), (mark("an X at one end"), mark("the X at the other end"))),
    (Base.ROTATE, mark("Extend"), (mark("an end of a barricade"), mark("where it will end"))),
    (Base.VARIATION, mark("Rotate"), (mark("a tile to rotate"),)),
)
OFFSETS: list[list[int]] = CORNER_AT.tolist()
PRINTED: list[list[int]] = PRINTED_CORNER.tolist()
FACES: list[list[list[int]]] = CORNER_COLOUR.tolist()


class Frame(NamedTuple):
    """Sizes and places that depend on the client's shape: the stack and the hand are beside the board or below it."""

    shape: Shape
    size: Point
    stack: Point  # middle of the lowest tile
    tally: Point  # middle of the number of places left
    hand: Point


FRAMES: dict[Shape, Frame] = {
    "wide": Frame("wide", (1080, 880), stack=(976, 170), tally=(976, 272), hand=(976, 410)),
    "tall": Frame("tall", (880, 1068), stack=(230, 976), tally=(352, 976), hand=(560, 976)),
}


def scene(state: State, viewer: int | None, shape: Shape) -> Scene:
    """Return what a client draws. All viewers see the board from the same side."""
    table = _Table(state.record, FRAMES[shape])
    return Scene.of(
        state,
        viewer,
        size=table.frame.size,
        areas=table.areas(),
        pieces=table.pieces(),
        panels=tuple(_panel(state.record, seat) for seat in range(state.players)),
        prompt=_prompt(state),
        choices=tuple(_choice(state, table, action) for action in choosable(state, viewer)),
        sheets=(_unseen(state.record),),
    )


# -- the board -----------------------------------------------------------------------------------------------


class _Grid(NamedTuple):
    """Where the places of the board are in the picture."""

    left: float
    top: float
    unit: float  # size of a place
    west: int  # the first column and row with a tile
    north: int

    def place(self, row: int, column: int) -> Box:
        left = self.left + (column - self.west) * self.unit
        return left, self.top + (row - self.north) * self.unit, self.unit, self.unit


@lru_cache(1 << 10)
def _numbers(grid: _Grid, wide: int, deep: int) -> tuple[Area, ...]:
    """Return the numbers of the cells along the top and left edges, for so many columns and rows of tiles."""
    half, numbers = grid.unit / 2, []
    for number in range(2 * wide):
        x, name = grid.left + (number + 0.5) * half, 2 * (grid.west - HOME) + number
        numbers.append(Area(f"column-{name}", x - 16, 5, 32, 19.2, label="", art=f"number-{name}"))
    for number in range(2 * deep):
        y, name = grid.top + (number + 0.5) * half, 2 * (grid.north - HOME) + number
        numbers.append(Area(f"row-{name}", 0, y - 9.6, 32, 19.2, label="", art=f"number-{name}"))
    return tuple(numbers)


@cache_by_language
def _place_area(grid: _Grid, row: int, column: int, has_tile: bool) -> Area:
    words, art = (mark("Place {place}, with a tile"), "") if has_tile else (mark("Place {place}, empty"), "place")
    label = say(words, place=place_words(row, column))
    return Area(f"place-{column - HOME},{row - HOME}", *grid.place(row, column), label=label, art=art)


@cache_by_language
def _cell_area(grid: _Grid, row: int, column: int, corner: int, face: str) -> Area:
    """Return a cell. `face` says in English what it shows."""
    down, right = OFFSETS[corner]
    x, y, unit, _ = grid.place(row, column)
    cell = f"{2 * column + right - CELL_HOME},{2 * row + down - CELL_HOME}"
    half = unit / 2
    label = say("Cell {cell}: {face}", cell=cell, face=say(face))
    return Area(f"cell-{cell}", x + right * half, y + down * half, half, half, label=label)


@cache_by_language
def _tile_pieces(name: str, where: str, box: Box, tile: int, special: int, players: int) -> tuple[Piece, ...]:
    """Return a tile and its special cell."""
    variation, turn = divmod(tile - 1, 4)
    colours = ", ".join(say(COLOURS[c]) if c < players else say("plain") for c in FACES[variation][turn])
    label, angle = say("Tile {where}: {colours} clockwise", where=where, colours=colours), 90.0 * turn
    piece = Piece(f"tile-{name}", tile_art(variation, players), *box, label, turn=angle)
    if not special:
        return (piece,)
    kind, printed = Kind.PLAZA if special < 5 else Kind.SEWER, (special - 1) % 4
    words = mark("Plaza {where}, {corner}") if kind == Kind.PLAZA else mark("Sewer {where}, {corner}")
    label = say(words, where=where, corner=say(CORNERS[(printed + turn) % 4]))
    return piece, Piece(f"special-{name}", f"{KIND_NAMES[kind]}-{printed + 1}", *box, label, turn=angle)


@cache_by_language
def _placed_pieces(grid: _Grid, row: int, column: int, tile: int, special: int, players: int) -> tuple[Piece, ...]:
    """Return a tile on the board and its special cell."""
    where, box = say("on {place}", place=place_words(row, column)), grid.place(row, column)
    return _tile_pieces(f"{column - HOME},{row - HOME}", where, box, tile, special, players)


@cache_by_language
def _segment_piece(grid: _Grid, seat: int, line: int, place: int) -> Piece:
    """Return a plank that is slightly longer than its cell, so that a barricade looks continuous."""
    cell, half = cell_on(line, place), grid.unit / 2
    x = grid.left + (cell.x + CELL_HOME - 2 * grid.west + 0.5) * half
    y = grid.top + (cell.y + CELL_HOME - 2 * grid.north + 0.5) * half
    long, across = half * 1.1, half * 0.75
    w, h, way = (long, across, "east") if line < CELLS else (across, long, "south")
    label = say("{player} segment on {cell}", player=name_of(seat), cell=cell)
    return Piece(
        f"segment-{cell}", f"plank-{SEATS[seat]}-{way}", x - w / 2, y - h / 2, w, h,
        label, seat, place=f"cell-{cell}",
    )  # fmt: skip


class _Table:
    """A record that is read once, and where its places are in the picture."""

    def __init__(self, record: Record, frame: Frame) -> None:
        self.record, self.frame = record, frame
        self.players = int(record.players)
        self.tile: list[list[int]] = record.tile.tolist()
        self.special: list[list[int]] = record.special.tolist()
        self.bars: list[list[int]] = record.bars.tolist()
        self.west, self.north = int(record.west), int(record.north)
        self.wide, self.deep = int(record.east) - self.west + 1, int(record.south) - self.north + 1
        self.unit = BOARD / _places_along(self.wide, self.deep, int(record.length))
        self.left = EDGE + (BOARD - self.wide * self.unit) / 2
        self.top = EDGE + (BOARD - self.deep * self.unit) / 2
        self.grid = _Grid(self.left, self.top, self.unit, self.west, self.north)
        self.hand = _hand(record)
        self.placed = [(row, column) for row in range(PLACES) for column in range(PLACES) if self.tile[row][column]]
        self.segments = list(self._segments())
        self.covered: dict[tuple[int, int], int] = {cell_on(line, place): seat for seat, line, place in self.segments}

    def _segments(self) -> Iterator[tuple[int, int, int]]:
        """Yield the seat, the line and the index along the line of every segment."""
        for seat, lines in enumerate(self.bars):
            for line, bits in enumerate(lines):
                if bits:
                    yield from ((seat, line, place) for place in range(CELLS) if bits >> place & 1)

    # -- areas

    def areas(self) -> tuple[Area, ...]:
        placed, empty = self.placed, empty_places(self.record)
        ground = Area("ground", 0, 0, *self.frame.size, label="", art=f"ground-{self.frame.shape}")
        areas = [ground, *_numbers(self.grid, self.wide, self.deep), *self._stack_ground()]
        areas += [_place_area(self.grid, row, column, False) for row, column in empty]
        areas += [_place_area(self.grid, row, column, True) for row, column in placed]
        areas += [
            _cell_area(self.grid, row, column, corner, self._face(row, column, corner))
            for row, column in placed
            for corner in range(4)
        ]
        return tuple(areas)

    def _face(self, row: int, column: int, corner: int) -> str:
        """Return in English what a cell shows."""
        down, right = OFFSETS[corner]
        seat = self.covered.get((2 * column + right - CELL_HOME, 2 * row + down - CELL_HOME))
        if seat is not None:
            return SEGMENTS_OF[seat]
        variation, turn = divmod(self.tile[row][column] - 1, 4)
        special = self.special[row][column]
        if special and (special - 1) % 4 == PRINTED[turn][corner]:
            return mark("plaza, a white X") if special < 5 else mark("sewer")
        colour = FACES[variation][turn][corner]
        return MARKS_OF[colour] if colour < self.players else mark("plain")

    # -- the stack and the hand

    def _stack_ground(self) -> list[Area]:
        """Return the place of the hand, the lower tiles of the stack, and the number of places left to fill."""
        left, (x, y) = int(self.record.tiles_left), self.frame.stack
        if left == 0:
            return []
        under = [
            Area(f"stack-{layer}", *_tile_box(x, y - layer * LAYER), label="", art="tile-back")
            for layer in range(_layers(left) - 1)
        ]
        x, y = self.frame.tally
        tally = Area("tally", x - 40, y - 24, 80, 48, label="", art=f"number-{left}")
        x, y = self.frame.hand
        hand = Area("hand", x - HAND / 2 - 8, y - HAND / 2 - 8, HAND + 16, HAND + 16, label="", art="hand")
        return [*under, tally, hand]

    def _stack(self) -> list[Piece]:
        left, (x, y) = int(self.record.tiles_left), self.frame.stack
        if left == 0:
            return []
        label = counted(
            left, "Stack of tiles: {count} place left to fill", "Stack of tiles: {count} places left to fill"
        )
        return [Piece("stack", "tile-back", *_tile_box(x, y - (_layers(left) - 1) * LAYER), label)]

    def drawn(self, turn: int = 0, at: tuple[int, int] | None = None) -> tuple[Piece, ...]:
        """Return the drawn tile, in the hand or as it would be on a place."""
        variation, special = self.hand
        if variation < 0:
            return ()
        box = _tile_box(*self.frame.hand) if at is None else self.grid.place(*at)
        return _tile_pieces("drawn", say("in hand"), box, 1 + variation * 4 + turn, special, self.players)

    # -- pieces

    def pieces(self) -> tuple[Piece, ...]:
        tiles = [piece for row, column in self.placed for piece in self.tile_pieces(row, column)]
        return (*tiles, *(self.segment(*at) for at in self.segments), *self._stack(), *self.drawn())

    def tile_pieces(self, row: int, column: int, turned: int = 0) -> tuple[Piece, ...]:
        """Return a placed tile and its special cell, as it is or turned further."""
        variation, turn = divmod(self.tile[row][column] - 1, 4)
        tile = 1 + variation * 4 + (turn + turned) % 4
        return _placed_pieces(self.grid, row, column, tile, self.special[row][column], self.players)

    def segment(self, seat: int, line: int, place: int) -> Piece:
        return _segment_piece(self.grid, seat, line, place)


def _hand(record: Record) -> tuple[int, int]:
    """Return the variation and the special cell of the drawn tile. If there is none, the variation is negative."""
    variation, cell = int(record.drawn_variation), int(record.drawn_cell)
    return variation, 0 if cell < 0 else (1 if record.drawn_kind == Kind.PLAZA else 5) + cell


def _places_along(wide: int, deep: int, length: int) -> int:
    """Return the number of places along a side: the tiles, and an empty place at either end while it is needed."""
    return length if wide == deep == length else max(FEWEST_PLACES, min(max(wide, deep) + 2, length + 1))


def empty_places(record: Record) -> list[tuple[int, int]]:
    """Return row and column of the places where a tile could be put now."""
    actions = np.empty(PLACES * PLACES * 4, np.int32)
    n = legal_tile(record, actions)
    return [tile_of(action)[:2] for action in actions[:n:4].tolist()]


def _tile_box(x: float, y: float) -> Box:
    return x - HAND / 2, y - HAND / 2, HAND, HAND


def tile_art(variation: int, players: int) -> str:
    return f"tile-v{variation + 1}-p{players}"


def _layers(tiles_left: int) -> int:
    return -(-tiles_left // TILES_PER_LAYER)


# -- what may be done ----------------------------------------------------------------------------------------


def _choice(state: State, table: _Table, action: int) -> Choice:
    touches, ghost, turn = _means(state, table, action)
    kind, asks = _kind(next(number for number, (end, _, _) in enumerate(ACTION_KINDS) if action < end))
    return Choice(
        action=action,
        text=state.format(action),
        label=order_words(state.record, action),
        touches=touches,
        ghost=ghost,
        turn=turn,
        either=Base.BUILD <= action < Base.EXTEND,
        kind=kind,
        asks=asks,
    )


@cache_by_language
def _kind(number: int) -> tuple[str, tuple[str, ...]]:
    """Return the name of a kind of action, and what each touch chooses."""
    _, kind, asks = ACTION_KINDS[number]
    return say(kind), tuple(map(say, asks))


def _means(state: State, table: _Table, action: int) -> tuple[tuple[str, ...], tuple[Piece, ...], int | None]:
    """Return what is touched, the preview, and the number of quarter turns."""
    if action == Base.DRAW:
        return ("stack",), (), None
    if Base.BUILD <= action < Base.ROTATE:
        run = run_of(table.record, action)
        first, last = run.cells()
        step = 1 if run.last > run.first else -1
        begin = run.first if action < Base.EXTEND else run.first + step
        places = sorted(range(begin, run.last + step, step))
        ghost = tuple(table.segment(state.current_player, run.line, place) for place in places)
        return (f"cell-{first}", f"cell-{last}"), ghost, None
    row, column, turn = turned_tile(action)
    is_new = action < Base.BUILD
    ghost = table.drawn(turn, (row, column)) if is_new else table.tile_pieces(row, column, turn)
    return (f"place-{column - HOME},{row - HOME}",), ghost, turn


# -- what is said beside the board ---------------------------------------------------------------------------


def _panel(record: Record, seat: int) -> Panel:
    left = int(record.segments[seat])
    facts = (
        Fact(say("Segments on the board"), str(SEGMENTS[seat] - left), art=f"plank-{SEATS[seat]}-east"),
        Fact(say("Left in the bag"), str(left)),
    )
    return Panel(seat, name_of(seat), f"sign-{SEATS[seat]}", PAINTS[seat], facts)


def _prompt(state: State) -> str:
    if state.is_over:
        names = [state.seat_name(seat) for seat in state.winners()]
        return f"{winning(names)}: {state.describe_end()}"
    record, who = state.record, state.seat_name(int(state.record.turn_owner))
    if state.is_chance:
        return say("{who} draws a tile", who=who)
    if record.phase == Phase.PLACE:
        return say("{who}: place the tile", who=who)
    legal = state.legal_actions()
    verbs = [verb for verb, first, end in VERBS if any(first <= action < end for action in legal)]
    what = say("draw a tile") if verbs == ["draw"] else listed_or([say(verb) for verb in verbs])
    if not record.rotations:
        return f"{who}: {what}"
    words = mark("{who}: {what} ({rotations} of {players} rotations in a row)")
    return say(words, who=who, what=what, rotations=record.rotations, players=record.players)


@cache_by_language
def _unseen_fact(variation: int, count: int, players: int) -> Fact:
    return Fact(tile_colours(variation), str(count), art=tile_art(variation, players))


def _unseen(record: Record) -> Sheet:
    """List the unseen tiles. Those in excess of the empty places will never be drawn."""
    players = int(record.players)
    facts = [_unseen_fact(variation, count, players) for variation, count in enumerate(record.unseen.tolist())]
    if record.special_tiles:
        arts = ("br-streets", "plaza", "sewer")
        facts += [Fact(say(KINDS[kind]), str(record.unseen_kinds[kind]), art=arts[kind]) for kind in Kind]
    return Sheet("unseen", say("Unseen tiles"), tuple(facts))
