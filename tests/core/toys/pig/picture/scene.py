"""The scene of Pig."""

from __future__ import annotations

from stockade.games.pig.layout import Act
from stockade.games.pig.text import NAMES

from stockade.core.scene import Area, Choice, Fact, Panel, Piece, Scene, Shape, Sheet, seat_columns
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
        choices=tuple(choice(state, action) for action in legal),
        current_player=state.current_player,
        ply=state.ply,
        is_over=state.is_over,
        viewer=viewer,
        sheets=(score_sheet(state),),
        focus=(0, 0, 50, 50),
    )


def choice(state: State, action: int) -> Choice:
    text, label = state.format(action), state.describe(action)
    if action != Act.HOLD:
        return Choice(action, text, label, (), kind="Roll")
    gain = f"+{state.record.saved}"
    return Choice(action, text, label, (), gain, gains=(("Held", gain), ("Total", gain)), kind="Hold")


def score_sheet(state: State) -> Sheet:
    record = state.record
    seats = range(state.players)
    held = tuple(str(record.points[seat]) for seat in seats)
    turn = tuple(str(record.saved) if seat == record.turn_owner else "" for seat in seats)
    return Sheet(
        "score",
        "Score sheet",
        (
            Fact("Held", "", "pig", "What was held at the end of a turn.", held),
            Fact("This turn", "", "cup", "What a one would lose.", turn),
            Fact("Total", "", detail="What counts in the end.", values=held, strong=True),
        ),
        columns=seat_columns(NAMES[: state.players]),
        pinned=True,
    )
