"""Positions of Barricado from drawings.

A drawing shows all cells, row by row: `r b g y` for an X of that colour, `*` a white one, `#` a sewer, `.` no tile.
Every block of two by two is a tile. Its variation and turn are looked up in the printed list.
"""

from __future__ import annotations

from typing import Any

from tests.games import positions
from tests.games.positions import played

import stockade
from stockade.core.state import State

GAME = stockade.game("barricado")
PRINTED = ("rbgy", "rbyg", "rgby", "rgyb", "rybg", "rygb")  # v1 to v6, clockwise from the north-west
COLOURS = ("red", "blue", "green", "yellow")
SPECIAL = {"*": "plaza", "#": "sewer"}


def tile(clockwise: str) -> dict[str, Any]:
    """Return the variation, turn and special cell of the tile that shows these cells."""
    odd = next((corner for corner, face in enumerate(clockwise) if face in SPECIAL), None)
    colours = clockwise
    if odd is not None:
        (hidden,) = set("rbgy") - set(clockwise)
        colours = clockwise[:odd] + hidden + clockwise[odd + 1 :]
    for variation, printed in enumerate(PRINTED, 1):
        for turn in range(4):
            if printed[-turn:] + printed[:-turn] == colours:
                special = {} if odd is None else {SPECIAL[clockwise[odd]]: (odd - turn) % 4 + 1}
                return {"variation": variation, "turn": turn} | special
    raise AssertionError(f"no tile shows {clockwise}")


def tiles(drawing: str, west: int = 0, north: int = 0) -> list[dict[str, Any]]:
    """Return the tiles of a drawing whose north-western tile is on place `west,north`."""
    rows = drawing.split()
    assert len(rows) % 2 == 0
    assert len({len(row) for row in rows}) == 1
    found = []
    for y in range(0, len(rows), 2):
        for x in range(0, len(rows[0]), 2):
            clockwise = rows[y][x : x + 2] + rows[y + 1][x : x + 2][::-1]
            if clockwise != "....":
                found.append({"at": [west + x // 2, north + y // 2], **tile(clockwise)})
    return found


def barricades(**by_owner: str) -> list[dict[str, Any]]:
    """Read barricades written as `red="0,0:3,0 2,4:2,7"`."""
    found = []
    for owner, runs in by_owner.items():
        for run in runs.split():
            first, last = ([int(number) for number in cell.split(",")] for cell in run.split(":"))
            found.append({"owner": owner, "from": first, "to": last})
    return found


def position(drawing: str, corner: tuple[int, int] = (0, 0), built: dict[str, str] | None = None, **rest: Any) -> Any:
    """Return a position as JSON: the drawing, the barricades on it, and any other fields."""
    return {"ply": 60, "tiles": tiles(drawing, *corner), "barricades": barricades(**(built or {})), **rest}


def at(drawing: str, corner: tuple[int, int] = (0, 0), built: dict[str, str] | None = None, **rest: Any) -> State:
    return GAME.from_json(position(drawing, corner, built, **rest))


def legal(state: State, *verbs: str) -> set[str]:
    """Return the texts of the legal actions with some verbs, or with all, as a set."""
    return set(positions.legal(state, *verbs))


def faces(state: State) -> dict[tuple[int, int], str]:
    """Return what the terminal shows on every cell, by its coordinates."""
    header, *lines = str(state).split("\n\n")[0].splitlines()
    columns = [int(number) for number in header.split()]
    shown = {}
    for line in lines:
        for place, x in enumerate(columns):
            cell = line[5 + 3 * place : 8 + 3 * place].strip()
            if cell:
                shown[x, int(line[:5])] = cell
    return shown


def run_cells(text: str) -> list[tuple[int, int]]:
    """Return every cell from one end of a run to the other."""
    (ax, ay), (bx, by) = (map(int, cell.split(",")) for cell in text.split()[-1].split(":"))
    return [(x, y) for x in range(min(ax, bx), max(ax, bx) + 1) for y in range(min(ay, by), max(ay, by) + 1)]


# -- for tests that play ---------------------------------------------------------------------------------------


def revealed(state: State, variation: int, kind: str = "plain", cell: int = 0) -> State:
    """Return the state with a tile drawn, revealed and in hand."""
    state = played(state, "draw", f"reveal v{variation}")
    if state.to_json()["plazas_and_sewers"]:
        state.apply(f"reveal {kind}")
        if kind != "plain":
            state.apply(f"reveal cell {cell}")
    return state


def bag(state: State, seat: int) -> int:
    """Return the segments that a seat has left."""
    return int(state.record.segments[seat])


def turn(state: State) -> str:
    """Return the colour to move."""
    assert not state.is_over
    assert not state.is_chance
    return COLOURS[state.current_player]


def place(text: str) -> tuple[int, int]:
    """Return the place of a `tile` or `rotate` text."""
    x, y = text.split()[1].split(",")
    return int(x), int(y)
