"""What can be moved on Blockade's board while a position is set up: every piece, to every square."""

from __future__ import annotations

from stockade.core.language import mark
from stockade.core.scene import Shape
from stockade.core.state import State
from stockade.core.tray import Dial, Item, Tray
from stockade.games.blockade.language import say
from stockade.games.blockade.layout import SIDES, SQUARES
from stockade.games.blockade.picture.scene import SIDE_ART
from stockade.games.blockade.text.notation import SIDE_NAMES, seat_of

PIECES = ("bridge-a", "bridge-b", "castle")
NAMES = ((mark("Black bridge"), mark("Black castle")), (mark("White bridge"), mark("White castle")))


def tray(state: State, viewer: int | None, shape: Shape) -> Tray:  # noqa: ARG001
    record = state.record
    squares = [f"square-{square}" for square in range(1, SQUARES + 1)]
    items = [
        Item(
            f"{SIDE_ART[side]}-{piece}",
            say(NAMES[side][piece == "castle"]),
            tuple((f"{SIDE_ART[side]}-{piece}", square) for square in squares),
            owner=seat_of(record, side),
            is_loose=True,
        )
        for side in range(SIDES)
        for piece in PIECES
    ]
    sides = tuple((art, say(name)) for art, name in zip(SIDE_ART, SIDE_NAMES, strict=True))
    mover = int(record.current_player)
    turn = SIDE_ART[record.side[mover]] if mover >= 0 else SIDE_ART[0]
    most = int(record.limit) - 1
    return Tray(
        tuple(items),
        (
            Dial("to_move", say("To move"), turn, choices=sides),
            Dial("moves", say("Moves played"), min(int(record.moves), most), 0, most),
        ),
    )
