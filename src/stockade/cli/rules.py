"""`stockade rules`: show how a game is played."""

from __future__ import annotations

import contextlib
from typing import Annotated

import typer

import stockade
from stockade.cli.options import GameName, page

HELP = page(
    "Print the rules of a game, with boards, or one ruling by the number that error messages give.",
    "rules GAME",
    "rules GAME 2",
)


def rules(
    game: GameName,
    ruling: Annotated[str | None, typer.Argument(metavar="RULING", help="The number of a ruling.")] = None,
) -> None:
    from stockade.cli.keyboard import Leave
    from stockade.cli.lesson import show_lesson, show_ruling

    found = stockade.game(game)
    if ruling:
        show_ruling(found, ruling)
        return
    with contextlib.suppress(Leave):  # Ctrl-D stops reading
        show_lesson(found)
