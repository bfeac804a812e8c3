"""Barricado as text: actions such as `build 0,1:3,1`, descriptions for the log, and drawings of the board.

Tiles and cells are written `X,Y`: X grows to the east, Y to the south. The start tile is `0,0` and covers the cells
`0,0` to `1,1`. `rN` is a number of quarter turns clockwise. Words name a tile by its cells, as the edges of the board
are numbered.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from stockade.core.errors import IllegalAction, ParseError
from stockade.core.language import cache_by_language, mark, turned
from stockade.core.layout import OVER
from stockade.games.barricado.language import counted, say
from stockade.games.barricado.layout import CELLS, HOME, MOST_SEGMENTS, PLACES, Phase, Record
from stockade.games.barricado.rules.actions import (
    Base,
    build_action,
    build_of,
    extend_action,
    extend_of,
    rotate_action,
    rotate_of,
    tile_action,
    tile_of,
)
from stockade.games.barricado.rules.dispatch import growth
from stockade.games.barricado.tables import (
    COLOUR_NAMES,
    CORNER_COLOUR,
    KIND_NAMES,
    LETTERS,
    PRINTED_CORNER,
    SEGMENTS,
    VARIATIONS,
)
from stockade.games.barricado.text.words import CORNERS, name_of, place_words, tile_colours

CELL_HOME = 2 * HOME
NUMBER = r"\s*(-?\d{1,2})\s*"
PAIR = rf"{NUMBER},{NUMBER}"
TILE = re.compile(rf"\s*(tile|rotate)\s{PAIR}\s*r\s*([0-3])\s*", re.IGNORECASE | re.ASCII)
RUN = re.compile(rf"\s*(build|extend)\s{PAIR}:{PAIR}", re.IGNORECASE | re.ASCII)
REVEAL = re.compile(r"\s*reveal\s+(?:v([1-6])|([a-z]+)|cell\s+([1-4]))\s*", re.IGNORECASE | re.ASCII)
KIND_TOLD = (mark("the tile is plain"), mark("the tile has a plaza"), mark("the tile has a sewer"))
ACTIONS = (  # all but rotations: the first action after the kind, what a player does, and the same as an order
    (Base.TILE, mark("{who} draws a tile"), mark("Draw a tile")),
    (Base.BUILD, mark("{who} places the tile on {place}"), mark("Place the tile on {place}")),
    (
        Base.EXTEND,
        mark("{who} builds from {first} to {last}: {segments}"),
        mark("Build from {first} to {last}: {segments}"),
    ),
    (
        Base.ROTATE,
        mark("{who} extends a barricade from {first} to {last}: {segments}"),
        mark("Extend a barricade from {first} to {last}: {segments}"),
    ),
)


class Cell(NamedTuple):
    """A cell as people write it."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.x},{self.y}"


class Run(NamedTuple):
    """A build or an extension: its line and the indices along it."""

    line: int
    first: int  # build: the lower end; extend: the current end of the barricade
    last: int  # build: the higher end; extend: the new end

    def cells(self) -> tuple[Cell, Cell]:
        return cell_on(self.line, self.first), cell_on(self.line, self.last)


def cell_on(line: int, place: int) -> Cell:
    row, column = (line, place) if line < CELLS else (place, line - CELLS)
    return Cell(column - CELL_HOME, row - CELL_HOME)


def seat_name(state: Record, seat: int) -> str:  # noqa: ARG001  (one form for every game)
    return name_of(seat)


# -- what an id means --------------------------------------------------------------------------------------


def turned_tile(action: int) -> tuple[int, int, int]:
    """Return the row, column and quarter turns of a `tile` or `rotate` id."""
    return rotate_of(action) if action >= Base.ROTATE else tile_of(action)


def run_of(state: Record, action: int) -> Run:
    """Return the run of a `build` or `extend` id. The length of an extension follows from the state."""
    if action < Base.EXTEND:
        return Run(*build_of(action))
    line, end, upwards = extend_of(action)
    count = max(int(growth(int(state.open[line]), end, upwards)), 1)  # zero if the new end is closed
    return Run(line, end - count if upwards else end + count, end)


def segments_needed(state: Record, action: int) -> int:
    run = run_of(state, action)
    return abs(run.last - run.first) + (action < Base.EXTEND)


def format_action(state: Record, action: int) -> str:
    if action >= Base.CELL:
        return f"reveal cell {action - Base.CELL + 1}"
    if action >= Base.KIND:
        return f"reveal {KIND_NAMES[action - Base.KIND]}"
    if action >= Base.VARIATION:
        return f"reveal v{action - Base.VARIATION + 1}"
    if Base.BUILD <= action < Base.ROTATE:
        first, last = run_of(state, action).cells()
        return f"{'build' if action < Base.EXTEND else 'extend'} {first}:{last}"
    if action == Base.DRAW:
        return "draw"
    row, column, turn = turned_tile(action)
    return f"{'tile' if action < Base.BUILD else 'rotate'} {column - HOME},{row - HOME} r{turn}"


# -- reading -----------------------------------------------------------------------------------------------


def parse_action(state: Record, text: str) -> int:
    if text.strip().lower() == "draw":
        return Base.DRAW.value
    if found := TILE.fullmatch(text):
        return _tile(text, found)
    if found := RUN.fullmatch(text):
        return _run(state, text, found)
    if found := REVEAL.fullmatch(text):
        return _reveal(text, found)
    wrong = mark("{text} is not a move; write draw, tile X,Y rN, build X,Y:X,Y, extend X,Y:X,Y or rotate X,Y rN")
    raise ParseError(say(wrong, text=repr(text)))


def _tile(text: str, found: re.Match[str]) -> int:
    column, row, turn = int(found[2]) + HOME, int(found[3]) + HOME, int(found[4])
    if not (0 <= column < PLACES and 0 <= row < PLACES):
        wrong = mark("{text} is off the table: places go from {first} to {last}")
        raise ParseError(say(wrong, text=repr(text), first=-HOME, last=HOME), "4")
    if found[1].lower() == "tile":
        return tile_action(row, column, turn)
    if turn == 0:
        raise ParseError(say("{text} turns nothing: a rotation is r1, r2 or r3", text=repr(text)), "9")
    return rotate_action(row, column, turn)


def _run(state: Record, text: str, found: re.Match[str]) -> int:
    ax, ay, bx, by = (int(number) + CELL_HOME for number in found.groups()[1:])
    if not all(0 <= number < CELLS for number in (ax, ay, bx, by)):
        wrong = mark("{text} is off the table: cells go from {first} to {last}")
        raise ParseError(say(wrong, text=repr(text), first=-CELL_HOME, last=CELL_HOME + 1), "4")
    if (ax == bx) == (ay == by):
        raise ParseError(say("{text} is no straight line of two cells or more", text=repr(text)), "5")
    line, first, last = (ay, ax, bx) if ay == by else (CELLS + ax, ay, by)
    if abs(last - first) >= MOST_SEGMENTS:
        wrong = mark("{text} is longer than the board: a barricade has at most {most} segments")
        raise ParseError(say(wrong, text=repr(text), most=MOST_SEGMENTS), "5")
    if found[1].lower() == "build":
        return build_action(line, min(first, last), max(first, last))
    action = extend_action(line, last, int(last > first))
    end = run_of(state, action).first
    if state.open[line] >> last & 1 and end != first:
        wrong = mark("{text}: the line is free as far as {end}, not {first}")
        raise IllegalAction(say(wrong, text=repr(text), end=cell_on(line, end), first=cell_on(line, first)), "8")
    return action


def _reveal(text: str, found: re.Match[str]) -> int:
    variation, kind, cell = found.groups()
    if variation:
        return Base.VARIATION + int(variation) - 1
    if cell:
        return Base.CELL + int(cell) - 1
    if kind.lower() not in KIND_NAMES:
        kinds = ", ".join(KIND_NAMES)
        raise ParseError(say("{text}: a tile is one of {kinds}", text=repr(text), kinds=kinds), "12")
    return Base.KIND + KIND_NAMES.index(kind.lower())


# -- in words ----------------------------------------------------------------------------------------------


def describe_action(state: Record, action: int) -> str:
    who = seat_name(state, int(state.turn_owner))
    if action >= Base.CELL:
        corner = say(CORNERS[action - Base.CELL])
        return say("its {corner} cell, as printed, is the special one", corner=corner)
    if action >= Base.KIND:
        return say(KIND_TOLD[action - Base.KIND])
    if action >= Base.VARIATION:
        colours = tile_colours(action - Base.VARIATION)
        return say("{who} reveals a tile: {colours} clockwise", who=who, colours=colours)
    if action >= Base.ROTATE:
        row, column, turn = rotate_of(action)
        return counted(
            turn,
            "{who} rotates the tile on {place}, turned {count} step to the right",
            "{who} rotates the tile on {place}, turned {count} steps to the right",
            who=who,
            place=place_words(row, column),
        )
    words = next(told for end, told, _ in ACTIONS if action < end)
    return _about(state, action, words, who=who)


def order_words(state: Record, action: int) -> str:
    """Describe what a player can do: `Build from 0,0 to 3,0: 4 segments`."""
    if action >= Base.ROTATE:
        return _rotate_words(*rotate_of(action))
    return _about(state, action, next(order for end, _, order in ACTIONS if action < end))


@cache_by_language
def _rotate_words(row: int, column: int, turn: int) -> str:
    return counted(
        turn,
        "Rotate the tile on {place}, turned {count} step to the right",
        "Rotate the tile on {place}, turned {count} steps to the right",
        place=place_words(row, column),
    )


def _about(state: Record, action: int, words: str, who: str = "") -> str:
    """Say where a tile is placed or a barricade is built, in the words for that kind of action."""
    if action == Base.DRAW:
        return say(words, who=who)
    if Base.BUILD <= action < Base.ROTATE:
        first, last = run_of(state, action).cells()
        segments = counted(segments_needed(state, action), "{count} segment", "{count} segments")
        return say(words, first=first, last=last, segments=segments, who=who)
    return _about_tile(*tile_of(action), words, who)


@cache_by_language
def _about_tile(row: int, column: int, turn: int, words: str, who: str) -> str:
    said = say(words, place=place_words(row, column), who=who)
    return ", ".join(filter(None, (said, turned(turn))))


def describe_end(state: Record) -> str:
    built = [int(SEGMENTS[seat] - state.segments[seat]) for seat in range(state.players)]
    told = ", ".join(f"{name_of(seat)} {count}" for seat, count in enumerate(built))
    return say("nobody can build any more; segments on the board: {built}", built=told)


# -- the streets from above --------------------------------------------------------------------------------


def draw(state: Record) -> str:
    """Draw the tiles cell by cell.

    A lowercase letter is an open X, `*` a white one, `#` a sewer. A barricade is the letter of its colour between
    dashes or bars, depending on its direction.

         0  1  2  3
     0   r -B--B- r
     1   y  g  y  g
    """
    rows = range(2 * state.north, 2 * state.south + 2)
    columns = range(2 * state.west, 2 * state.east + 2)
    lines = ["     " + "".join(f"{column - CELL_HOME:^3}" for column in columns)]
    for row in rows:
        cells = "".join(cell_text(state, row, column) for column in columns)
        lines.append(f" {row - CELL_HOME:>3} {cells}")
    return "\n".join(lines + notes(state))


def cell_text(state: Record, row: int, column: int) -> str:
    tile = int(state.tile[row // 2, column // 2])
    if tile == 0:
        return "   "
    for seat, letter in enumerate(LETTERS):
        if state.bars[seat, row] >> column & 1:
            return f"[seat{seat}]-{letter}-[/]"
        if state.bars[seat, CELLS + column] >> row & 1:
            return f"[seat{seat}]|{letter}|[/]"
    colour, is_plaza, is_sewer = cell_face(state, row, column)
    if is_sewer:
        return "[dim] # [/]"
    if is_plaza:
        return " * "
    return f"[seat{colour}] {LETTERS[colour].lower()} [/]" if colour < state.players else "[dim] . [/]"


def corner_no(row: int, column: int) -> int:
    """Return which corner of its tile a cell is, clockwise from north-west."""
    return (0, 1, 3, 2)[(row % 2) * 2 + column % 2]


def cell_face(state: Record, row: int, column: int) -> tuple[int, bool, bool]:
    """Return what a cell of a placed tile shows: the colour of its X, and whether it is a plaza or a sewer."""
    variation, turn = divmod(int(state.tile[row // 2, column // 2]) - 1, 4)
    corner = corner_no(row, column)
    printed = int(PRINTED_CORNER[turn, corner])
    special = int(state.special[row // 2, column // 2])
    return int(CORNER_COLOUR[variation, turn, corner]), special == 1 + printed, special == 5 + printed


def notes(state: Record) -> list[str]:
    """Return what the board does not show: the tile in hand, the stack and the bags."""
    bags = ", ".join(f"[seat{s}]{COLOUR_NAMES[s]} {state.segments[s]}[/]" for s in range(state.players))
    unseen = " ".join(f"v{number + 1}:{count}" for number, count in enumerate(state.unseen.tolist()))
    lines = ["", f" segments left: {bags}", f" unseen tiles: {unseen}; places left: {state.tiles_left}"]
    if state.drawn_variation >= 0 and state.current_player != OVER:
        top, bottom = hand_rows(state)
        lines += [f" in hand (r0):  {top}", f"                {bottom}"]
    if state.phase == Phase.ACT and state.revolution:
        lines.append(f" rotations in a row: {state.rotations} of {state.players}")
    return lines


def hand_rows(state: Record) -> tuple[str, str]:
    """Return the drawn tile as printed."""
    faces = []
    for corner, letter in enumerate(VARIATIONS[int(state.drawn_variation)]):
        seat = LETTERS.index(letter)
        face = f"[seat{seat}]{letter.lower()}[/]" if seat < state.players else "[dim].[/]"
        if corner == state.drawn_cell:
            face = "*" if KIND_NAMES[int(state.drawn_kind)] == "plaza" else "[dim]#[/]"
        faces.append(face)
    return f"{faces[0]} {faces[1]}", f"{faces[3]} {faces[2]}"
