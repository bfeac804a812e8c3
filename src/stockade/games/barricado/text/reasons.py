"""Reasons why an action is not legal, with the ruling that forbids it."""

from __future__ import annotations

from stockade.core.errors import Reason
from stockade.core.language import mark
from stockade.games.barricado.language import counted, say
from stockade.games.barricado.layout import CELLS, HOME, Phase, Record
from stockade.games.barricado.rules.actions import Base
from stockade.games.barricado.rules.dispatch import can_rotate
from stockade.games.barricado.text.notation import (
    Run,
    cell_on,
    format_action,
    run_of,
    seat_name,
    segments_needed,
    turned_tile,
)
from stockade.games.barricado.text.words import place_words

REVEALED = {
    Phase.VARIATION: mark("{text}: it is the tile's variation that is revealed now"),
    Phase.KIND: mark("{text}: it is the tile's kind that is revealed now"),
    Phase.CELL: mark("{text}: it is the tile's cell that is revealed now"),
}


def why_not(state: Record, action: int) -> Reason:
    """Return the first rule that forbids the action, in the order in which a player would check them."""
    text = format_action(state, action)
    phase = Phase(int(state.phase))
    if action >= Base.VARIATION:
        return _reveal(text, action, phase)
    if phase in (Phase.VARIATION, Phase.KIND, Phase.CELL):
        return Reason(say("the top tile is being revealed: chance decides"))
    if phase == Phase.PLACE:
        if Base.TILE <= action < Base.BUILD:
            return _place(state, text, action)
        return Reason(say("{text}: the drawn tile must be placed first", text=text), "4")
    if Base.TILE <= action < Base.BUILD:
        return Reason(say("{text}: no tile is drawn; say draw first", text=text), "4")
    if action == Base.DRAW:
        return Reason(say("the board is full: there is no tile to draw"), "7")
    if state.ply == 0:
        return Reason(say("{text}: the first turn of the game is a draw", text=text), "6")
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
        return Reason(say("{text}: what the stack shows is left to chance", text=text))
    if action in due[phase]:
        return Reason(
            say("{text}: no such tile is left in the stack", text=text), "2" if phase == Phase.VARIATION else "12"
        )
    return Reason(say(REVEALED[phase], text=text))


def _place(state: Record, text: str, action: int) -> Reason:
    row, column, _ = turned_tile(action)
    if state.tile[row, column]:
        return Reason(say("{text}: a tile lies there already", text=text), "4")
    width = max(column, int(state.east)) - min(column, int(state.west)) + 1
    height = max(row, int(state.south)) - min(row, int(state.north)) + 1
    if max(width, height) > state.length:
        wrong = mark("{text}: the tiles must stay inside a square of {size} by {size}")
        return Reason(say(wrong, text=text, size=state.length), "4")
    return Reason(say("{text}: the place shares no side with a placed tile", text=text), "4")


def _rotate(state: Record, text: str, action: int) -> Reason:
    row, column, _ = turned_tile(action)
    if not state.revolution:
        return Reason(say("{text}: tiles are only rotated in the variant Revolution in the Streets", text=text), "9")
    if state.tiles_left == 0:
        return Reason(say("{text}: no rotations are made on a full board", text=text), "7")
    if state.rotations >= state.players:
        wrong = counted(
            int(state.players),
            "{text}: after {count} rotation in a row the next turn must be something else",
            "{text}: after {count} rotations in a row the next turn must be something else",
            text=text,
        )
        return Reason(wrong, "9")
    if state.tile[row, column] == 0:
        return Reason(say("{text}: no tile lies on {place}", text=text, place=place_words(row, column)), "9")
    if not can_rotate(state, row, column):
        return Reason(say("{text}: the tile carries a segment", text=text), "9")
    return Reason(say("{text} is not possible here", text=text), "9")


def _run(state: Record, text: str, action: int) -> Reason:
    seat = int(state.turn_owner)
    who = seat_name(state, seat)
    run = run_of(state, action)
    is_build = action < Base.EXTEND
    ruling = "5" if is_build else "8"
    if run.last >= CELLS:
        return Reason(say("{text} leaves the table", text=text), "4")
    ends = (run.first, run.last) if is_build else (run.last,)
    for place in ends:
        if not state.open[run.line] >> place & 1:
            return _closed(state, text, run.line, place, ruling)
        if not state.marks[seat, run.line] >> place & 1:
            cell = cell_on(run.line, place)
            return Reason(say("{text}: {cell} is no X of {who}", text=text, cell=cell, who=who), ruling)
    if is_build and (closed := _first_closed(state, run)) is not None:
        return _closed(state, text, run.line, closed, ruling)
    if not is_build and not (0 <= run.first < CELLS and state.bars[seat, run.line] >> run.first & 1):
        return Reason(say("{text}: no barricade of {who} ends there along this line", text=text, who=who), ruling)
    needed = segments_needed(state, action)
    if needed > state.segments[seat]:
        wrong = counted(
            needed,
            "{text} takes {count} segment; {who} has {left} left",
            "{text} takes {count} segments; {who} has {left} left",
            text=text,
            who=who,
            left=state.segments[seat],
        )
        return Reason(wrong, "6")
    return Reason(say("{text} is not possible here", text=text), ruling)


def _first_closed(state: Record, run: Run) -> int | None:
    for place in range(run.first, run.last + 1):
        if not state.open[run.line] >> place & 1:
            return place
    return None


def _closed(state: Record, text: str, line: int, place: int, ruling: str) -> Reason:
    cell = cell_on(line, place)
    row, column = cell.y + 2 * HOME, cell.x + 2 * HOME
    if state.tile[row // 2, column // 2] == 0:
        return Reason(say("{text}: there is no tile under {cell}", text=text, cell=cell), ruling)
    if (state.bars[:, row] >> column & 1).any() or (state.bars[:, CELLS + column] >> row & 1).any():
        return Reason(say("{text}: {cell} carries a segment already", text=text, cell=cell), ruling)
    return Reason(say("{text}: {cell} is a sewer, which no segment ever covers", text=text, cell=cell), "12")
