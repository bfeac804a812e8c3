"""Pig's picture."""

from __future__ import annotations

from stockade.games.pig.notation import NAMES

from stockade.core.scene import Area, Choice, Fact, Panel, Piece, Scene, Shape
from stockade.core.state import State

COLOURS = ("#a33", "#3a3", "#33a", "#993")


def scene(state: State, viewer: int | None, shape: Shape) -> Scene:
    record = state.record
    mine = state.current_player >= 0 and viewer in (None, state.current_player)
    legal = state.legal_actions() if mine else []
    return Scene(
        game="pig",
        size=(200, 100) if shape == "wide" else (100, 200),
        areas=(Area("cup", 0, 0, 40, 40, "Cup", "cup"),),
        pieces=tuple(
            Piece(f"pig-{seat}", "pig", min(90, int(record.points[seat])), 5 + 10 * seat, 8, 8, NAMES[seat], seat)
            for seat in range(state.players)
        ),
        panels=tuple(
            Panel(seat, NAMES[seat], f"sign-{seat}", COLOURS[seat], (Fact("Points", str(record.points[seat])),))
            for seat in range(state.players)
        ),
        prompt=f"{NAMES[int(record.turn_owner)]} & the die",
        choices=tuple(Choice(action, state.format(action), state.describe(action), ()) for action in legal),
        current_player=state.current_player,
        ply=state.ply,
        is_over=state.is_over,
        viewer=viewer,
    )
