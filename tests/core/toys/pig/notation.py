"""Pig in text."""

from __future__ import annotations

from typing import Any

from stockade.core.errors import ParseError

WORDS = ("small", "large", "roll", "hold", "1", "2", "3", "4", "5", "6")
NAMES = ("Ham", "Chop", "Rib", "Loin")


def seat_name(state: Any, seat: int) -> str:  # noqa: ARG001
    return NAMES[seat]


def format_action(state: Any, action: int) -> str:  # noqa: ARG001
    return WORDS[action]


def parse_action(state: Any, text: str) -> int:  # noqa: ARG001
    word = text.strip().lower()
    if word not in WORDS:
        raise ParseError(f"{text!r} is none of {', '.join(WORDS)}")
    return WORDS.index(word)


def describe_action(state: Any, action: int) -> str:
    return f"{NAMES[int(state.turn_owner)]}: {WORDS[action]}"


def describe_end(state: Any) -> str:
    won = max(state.points) >= state.target
    return f"{state.target} points are reached" if won else "the last turn is played"


def draw(state: Any) -> str:
    rows = [f"[seat{seat}]{NAMES[seat]:5}[/] {state.points[seat]}" for seat in range(state.players)]
    return "\n".join([*rows, f"turn {state.turns}, saved {state.saved}, phase {state.phase}, ply {state.ply}"])
