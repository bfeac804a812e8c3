"""Blockade as text: moves such as `B3-5`, descriptions for the log, and the board as a side view.

A move is a unit's letter, the square it leaves and the square it reaches. B bridge, H high bridge, C castle, D push
(written as the castle's move), K high castle, T tower.
"""

from __future__ import annotations

import re

from stockade.core.errors import ParseError
from stockade.core.language import mark
from stockade.core.layout import OVER
from stockade.games.blockade.language import counted, say
from stockade.games.blockade.layout import NO_ACTION, SQUARES, Ending, Record, Unit
from stockade.games.blockade.tables import (
    ARRANGEMENT,
    DISTANCE,
    LETTERS,
    Arrangement,
    action_id,
    action_parts,
)

SIDE_NAMES = (mark("Black"), mark("White"))
UNIT_NAMES = (
    mark("bridge"),
    mark("high bridge"),
    mark("castle"),
    mark("push"),
    mark("high castle"),
    mark("tower"),
)
A_UNIT = (
    mark("a bridge"),
    mark("a high bridge"),
    mark("a castle"),
    mark("a push"),
    mark("a high castle"),
    mark("a tower"),
)
"""Units with an article, as the subject of a sentence."""
UNIT_MOVES = (
    mark("{unit} from {start} to {end}"),
    mark("{unit} from {start} to {end}, onto a bridge"),
    mark("{unit} from {start} to {end}, onto the high bridge"),
)
"""A move, by the number of the side's own bridges where it ends."""
MOVE = re.compile(rf"\s*([{LETTERS}])\s*(\d{{1,2}})\s*-\s*(\d{{1,2}})\s*", re.IGNORECASE | re.ASCII)


def seat_of(state: Record, side: int) -> int:
    """Return the seat that plays Black (0) or White (1) in this round."""
    return 0 if state.side[0] == side else 1


def pieces_of(state: Record, seat: int) -> Arrangement:
    return ARRANGEMENT[int(state.arrangement[seat])]


def seat_name(state: Record, seat: int) -> str:
    return say(SIDE_NAMES[int(state.side[seat])])


def format_action(state: Record, action: int) -> str:  # noqa: ARG001  (one form for every game)
    unit, start, end = action_parts(action)
    return f"{LETTERS[unit]}{start}-{end}"


def parse_action(state: Record, text: str) -> int:  # noqa: ARG001
    found = MOVE.fullmatch(text)
    if found is None:
        letters = ", ".join(LETTERS)
        wrong = say(
            "{text} is not a move; write a letter of {letters} and two squares, like B3-5",
            text=repr(text),
            letters=letters,
        )
        raise ParseError(wrong)
    letter, start, end = found[1].upper(), int(found[2]), int(found[3])
    unit = LETTERS.index(letter)
    if not (1 <= start <= SQUARES and 1 <= end <= SQUARES):
        raise ParseError(say("{text} leaves the board: squares go from 1 to {last}", text=repr(text), last=SQUARES))
    if abs(end - start) != DISTANCE[unit]:
        wrong = counted(
            DISTANCE[unit],
            "{text}: {unit} moves exactly {count} square",
            "{text}: {unit} moves exactly {count} squares",
            text=repr(text),
            unit=say(A_UNIT[unit]),
        )
        raise ParseError(wrong, "8")
    return action_id(unit, start, end)


def describe_action(state: Record, action: int) -> str:
    """Describe a move and who makes it: `Black: bridge from 3 to 5, onto a bridge`."""
    seat = int(state.current_player)
    return f"{seat_name(state, seat)}: {move_words(pieces_of(state, seat), action)}"


def move_words(own: Arrangement, action: int) -> str:
    """Describe a move of these pieces: `bridge from 3 to 5, onto a bridge`."""
    unit, start, end = action_parts(action)
    if unit == Unit.PUSH:
        behind = 2 * end - start
        return say(
            "castle from {start} to {end}, pushing the bridge to {behind}", start=start, end=end, behind=behind
        )
    bridges = own.bridges_on(end)
    return say(UNIT_MOVES[bridges], unit=say(UNIT_NAMES[unit]), start=start, end=end)


def describe_last_round(state: Record) -> str:
    """Describe how the last round ended, with the colours of that round."""
    if state.winner < 0:
        return counted(int(state.limit), "drawn after {count} move", "drawn after {count} moves")
    has_swapped = state.current_player != OVER
    winning = int(state.side[state.winner]) ^ has_swapped
    winner, loser = say(SIDE_NAMES[winning]), say(SIDE_NAMES[1 - winning])
    if state.ending == Ending.MOAT:
        return say("{winner}'s castle stands in {loser}'s moat", winner=winner, loser=loser)
    return say("{loser} has no valid move", loser=loser)


def describe_end(state: Record) -> str:
    """Describe how the last round ended and, in a match, how the match ended."""
    end = describe_last_round(state)
    if state.target > 0:
        first, second = state.points.tolist()
        return say("{end}; the match ends {first} to {second}", end=end, first=first, second=second)
    return end


def draw(state: Record) -> str:
    """Draw the causeway from the side: filled blocks are Black's, hollow ones White's.

    ■B■  ■C■  ■B■                         □B□  □C□  □B□
     1    2    3    4    5   |   6    7    8    9   10
    ~~~                                             ~~~
    """
    stacks: list[list[str]] = [[] for _ in range(SQUARES)]
    for side, block in enumerate("■□"):
        seat = seat_of(state, side)
        pieces = pieces_of(state, seat)
        for square in range(1, SQUARES + 1):
            stack = stacks[square - 1]
            stack += [f"[seat{side}]{block}B{block}[/]"] * pieces.bridges_on(square)
            stack += [f"[seat{side}]{block}C{block}[/]"] * (pieces.castle == square)
    lines = []
    for height in (2, 1, 0):
        cells = [stack[height] if height < len(stack) else "   " for stack in stacks]
        lines.append(" " + "  ".join(cells[:5]) + "     " + "  ".join(cells[5:]))
    squares = [f"{square:^3}" for square in range(1, SQUARES + 1)]
    lines.append(" " + "  ".join(squares[:5]) + "  |  " + "  ".join(squares[5:]))
    lines.append(" [dim]~~~[/]" + " " * 45 + "[dim]~~~[/]")
    return "\n".join(lines + notes(state))


def notes(state: Record) -> list[str]:
    """Return what the board does not show: match points, and the move that would be a retreat."""
    lines = []
    if state.target > 0:
        points = ", ".join(f"{seat_name(state, seat)} {state.points[seat]}" for seat in range(2))
        lines.append(f" round {state.round_no + (state.current_player != OVER)}; points: {points}; to {state.target}")
    if state.moves == 0 and state.round_no > 0:
        lines.append(f" last round: {describe_last_round(state)}; colours are swapped")
    if state.current_player != OVER and state.retreat[state.current_player] != NO_ACTION:
        retreat = format_action(state, int(state.retreat[state.current_player]))
        lines.append(f" {seat_name(state, int(state.current_player))} may not retreat with {retreat}")
    return lines
