"""`stockade compile`: compile games before anybody plays them."""

from __future__ import annotations

from typing import Annotated

import typer

import stockade
from stockade.cli.options import page

HELP = page(
    "Compile games for this machine, all of them or those named. Nobody has to: a game plays at once and is compiled "
    "meanwhile. But a server that starts with compiled games has its strongest bots from the first minute.",
    "compile            every game, a process for each core",
    "compile GAME OTHER",
)


def compile(names: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...")] = None) -> None:
    from stockade.cli.terminal import error_console, progress
    from stockade.ready import builds

    games = [stockade.game(name) for name in names or stockade.games()]
    with progress("compiling", len(games)) as advance:
        builds.wait_for_all(games, lambda _: advance(1))
    error_console().print(f"ready: {', '.join(game.spec.title for game in games)}")
