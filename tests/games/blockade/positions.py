"""Boards for tests in short notation: a side is its three pieces with their squares, castle first: "C2 B1 B3".

Black moves up the board.
"""

from __future__ import annotations

from typing import Any

import stockade
from stockade.core.state import State

GAME = stockade.game("blockade")
BLACK_HOME, WHITE_HOME = "C2 B1 B3", "C9 B8 B10"
FAR = "C9 B10 B10"  # White packed together, out of the way of the lower squares


def side(pieces: str, retreat: str | None) -> dict[str, Any]:
    castle, *bridges = pieces.split()
    assert castle[0] == "C"
    assert [bridge[0] for bridge in bridges] == ["B", "B"]
    return {"castle": int(castle[1:]), "bridges": [int(bridge[1:]) for bridge in bridges], "retreat": retreat}


def at(
    black: str = BLACK_HOME, white: str = WHITE_HOME, retreats: dict[str, str] | None = None, **rest: Any
) -> State:
    barred = retreats or {}
    sides = {"black": side(black, barred.get("black")), "white": side(white, barred.get("white"))}
    return GAME.from_json({**sides, **rest})


def turned(pieces: str) -> str:
    """Return the same pieces on the mirrored board."""
    return " ".join(f"{piece[0]}{11 - int(piece[1:])}" for piece in pieces.split())


def legal(state: State, letters: str = "BHCDKT") -> set[str]:
    return {text for text in map(state.format, state.legal_actions()) if text[0] in letters}


def pieces(state: State, colour: str) -> str:
    given = state.to_json()[colour]
    return f"C{given['castle']} B{given['bridges'][0]} B{given['bridges'][1]}"
