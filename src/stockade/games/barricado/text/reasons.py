"""Reasons why an action is not legal, with the ruling that forbids it."""

from __future__ import annotations

from stockade.core.errors import Reason
from stockade.games.barricado.layout import CELLS, HOME, Phase, Record
from stockade.games.barricado.rules.actions import Base
from stockade.games.barricado.rules.dispatch import can_rotate
from stockade.games.barricado.text.notation import (
    Run,
    cell_on,
    format_action,
    place_words,
    run_of,
    seat_name,
    segments_needed,
    turned_tile,
)


def why_not(state: Record, action: int) -> Reason:
    """Return the first rule that forbids the action, in the order in which a player would check them."""
    text = format_action(state, action)
    phase = Phase(int(state.phase))
    if action >= Base.VARIATION:
        return _reveal(text, action, phase)
    if phase in (Phase.VARIATION, Phase.KIND, Phase.CELL):
        return Reason("the top tile is being revealed: chance decides")
    if phase == Phase.PLACE:
        if Base.TILE <= action < Base.BUILD:
            return _place(state, text, action)
        return Reason(f"{text}: the drawn tile must be placed first", "4")
    if Base.TILE <= action < Base.BUILD:
        return Reason(f"{text}: no tile is drawn; say draw first", "4")
    if action == Base.DRAW:
        return Reason("the board is full: there is no tile to draw", "7")
    if state.ply == 0:
        return Reason(f"{text}: the first turn of the game is a draw", "6")
    if action >= Base.ROTATE:
        return _rotate(state, text, action)
    return _run(state, text, action)


def _reveal(text: str, action: int, phase: Phase) -> Reason:
    due = {
        Phase.VARIATION: range(Base.VARIATION, Base.KIND),
        Phase.KIND: range(Base.KIND, Base.CELL),
        Phase.CELL: range(Base.CELL, Base.END),
    }
    if phase not in due:
        return Reason(f"{text}: what the stack shows is left to chance")
    if action in due[phase]:
        return Reason(f"{text}: no such tile is left in the stack", "2" if phase == Phase.VARIATION else "12")
    return Reason(f"{text}: it is the tile's {phase.name.lower()} that is revealed now")


def _place(state: Record, text: str, action: int) -> Reason:
    row, column, _ = turned_tile(action)
    if state.tile[row, column]:
        return Reason(f"{text}: a tile lies there already", "4")
    width = max(column, int(state.east)) - min(column, int(state.west)) + 1
    height = max(row, int(state.south)) - min(row, int(state.north)) + 1
    if max(width, height) > state.length:
        return Reason(f"{text}: the tiles must stay inside a square of {state.length} by {state.length}", "4")
    return Reason(f"{text}: the place shares no side with a placed tile", "4")


def _rotate(state: Record, text: str, action: int) -> Reason:
    row, column, _ = turned_tile(action)
    if not state.revolution:
        return Reason(f"{text}: tiles are only rotated in the variant Revolution in the Streets", "9")
    if state.tiles_left == 0:
        return Reason(f"{text}: no rotations are made on a full board", "7")
    if state.rotations >= state.players:
        return Reason(f"{text}: after {state.players} rotations in a row the next turn must be something else", "9")
    if state.tile[row, column] == 0:
        return Reason(f"{text}: no tile lies on {place_words(row, column)}", "9")
    if not can_rotate(state, row, column):
        return Reason(f"{text}: the tile carries a segment", "9")
    return Reason(f"{text} is not possible here", "9")


def _run(state: Record, text: str, action: int) -> Reason:
    seat = int(state.turn_owner)
    who = seat_name(state, seat)
    run = run_of(state, action)
    is_build = action < Base.EXTEND
    ruling = "5" if is_build else "8"
    if run.last >= CELLS:
        return Reason(f"{text} leaves the table", "4")
    ends = (run.first, run.last) if is_build else (run.last,)
    for place in ends:
        if not state.open[run.line] >> place & 1:
            return _closed(state, text, run.line, place, ruling)
        if not state.marks[seat, run.line] >> place & 1:
            return Reason(f"{text}: {cell_on(run.line, place)} is no X of {who}", ruling)
    if is_build and (closed := _first_closed(state, run)) is not None:
        return _closed(state, text, run.line, closed, ruling)
    if not is_build and not (0 <= run.first < CELLS and state.bars[seat, run.line] >> run.first & 1):
        return Reason(f"{text}: no barricade of {who} ends there along this line", ruling)
    needed = segments_needed(state, action)
    if needed > state.segments[seat]:
        return Reason(f"{text} takes {needed} segments; {who} has {state.segments[seat]} left", "6")
    return Reason(f"{text} is not possible here", ruling)


def _first_closed(state: Record, run: Run) -> int | None:
    for place in range(run.first, run.last + 1):
        if not state.open[run.line] >> place & 1:
            return place
    return None


def _closed(state: Record, text: str, line: int, place: int, ruling: str) -> Reason:
    cell = cell_on(line, place)
    row, column = cell.y + 2 * HOME, cell.x + 2 * HOME
    if state.tile[row // 2, column // 2] == 0:
        return Reason(f"{text}: there is no tile under {cell}", ruling)
    if (state.bars[:, row] >> column & 1).any() or (state.bars[:, CELLS + column] >> row & 1).any():
        return Reason(f"{text}: {cell} carries a segment already", ruling)
    return Reason(f"{text}: {cell} is a sewer, which no segment ever covers", "12")
