"""Blockade as text: moves such as `B3-5`, descriptions for the log, and the board as a side view.

A move is a unit's letter, the square it leaves and the square it reaches. B bridge, H high bridge, C castle, D push
(written as the castle's move), K high castle, T tower.
"""

from __future__ import annotations

import re

from stockade.core.errors import ParseError
from stockade.core.layout import OVER
from stockade.games.blockade.layout import NO_ACTION, SQUARES, Ending, Record, Unit
from stockade.games.blockade.tables import (
    ARRANGEMENT,
    BOARD,
    DISTANCE,
    LETTERS,
    Arrangement,
    action_id,
    action_parts,
)

SIDE_NAMES = tuple(str(side["name"]) for side in BOARD["sides"])
UNIT_NAMES = tuple(str(unit["name"]) for unit in BOARD["units"])
MOVE = re.compile(rf"\s*([{LETTERS}])\s*(\d{{1,2}})\s*-\s*(\d{{1,2}})\s*", re.IGNORECASE | re.ASCII)


def seat_of(state: Record, side: int) -> int:
    """Return the seat that plays Black (0) or White (1) in this round."""
    return 0 if state.side[0] == side else 1


def pieces_of(state: Record, seat: int) -> Arrangement:
    return ARRANGEMENT[int(state.arrangement[seat])]


def seat_name(state: Record, seat: int) -> str:
    return SIDE_NAMES[int(state.side[seat])]


def format_action(state: Record, action: int) -> str:  # noqa: ARG001  (one form for every game)
    unit, start, end = action_parts(action)
    return f"{LETTERS[unit]}{start}-{end}"


def parse_action(state: Record, text: str) -> int:  # noqa: ARG001
    found = MOVE.fullmatch(text)
    if found is None:
        raise ParseError(
            f"{text!r} is no move; a move is a letter of {', '.join(LETTERS)} and two squares, like B3-5"
        )
    letter, start, end = found[1].upper(), int(found[2]), int(found[3])
    unit = LETTERS.index(letter)
    if not (1 <= start <= SQUARES and 1 <= end <= SQUARES):
        raise ParseError(f"{text!r} leaves the board: squares go from 1 to {SQUARES}")
    if abs(end - start) != DISTANCE[unit]:
        steps = "1 square" if DISTANCE[unit] == 1 else f"{DISTANCE[unit]} squares"
        raise ParseError(f"{text!r}: a {UNIT_NAMES[unit]} moves exactly {steps}", "8")
    return action_id(unit, start, end)


def describe_action(state: Record, action: int) -> str:
    """Describe a move: `Black: bridge from 3 to 5, onto the other bridge`."""
    unit, start, end = action_parts(action)
    seat = int(state.current_player)
    pieces = pieces_of(state, seat)
    who = seat_name(state, seat)
    if unit == Unit.PUSH:
        return f"{who}: castle from {start} to {end}, pushing the bridge to {2 * end - start}"
    onto = ("", ", onto a bridge", ", onto the high bridge")[pieces.bridges_on(end)]
    return f"{who}: {UNIT_NAMES[unit]} from {start} to {end}{onto}"


def describe_last_round(state: Record) -> str:
    """Describe how the last round ended, with the colours of that round."""
    if state.winner < 0:
        return f"drawn after {state.limit} moves"
    has_swapped = state.current_player != OVER
    winning = int(state.side[state.winner]) ^ has_swapped
    winner, loser = SIDE_NAMES[winning], SIDE_NAMES[1 - winning]
    if state.ending == Ending.MOAT:
        return f"{winner}'s castle stands in {loser}'s moat"
    return f"{loser} has no valid move"


def describe_end(state: Record) -> str:
    """Describe how the last round ended and, in a match, how the match ended."""
    end = describe_last_round(state)
    if state.target > 0:
        end += f"; the match ends {state.points[0]} to {state.points[1]}"
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
