"""`stockade rules`: read how a game is played."""

from __future__ import annotations

import contextlib
from typing import Annotated

import typer

import stockade
from stockade.cli.options import GameName, page

HELP = page(
    "Print the rules of a game, with boards; or one numbered ruling, as error messages name them.",
    "rules GAME",
    "rules GAME 2",
)


def rules(
    game: GameName,
    ruling: Annotated[str | None, typer.Argument(metavar="RULING", help="A ruling's number.")] = None,
) -> None:
    from stockade.cli.keyboard import Leave
    from stockade.cli.lesson import show_lesson, show_ruling

    found = stockade.game(game)
    if ruling:
        show_ruling(found, ruling)
        return
    with contextlib.suppress(Leave):  # Ctrl-D closes the book
        show_lesson(found)
