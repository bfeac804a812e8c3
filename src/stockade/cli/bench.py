"""`stockade bench`: measure how fast a game is on this machine, in a few seconds."""

from __future__ import annotations

from typing import Annotated, Any

import typer

import stockade
from stockade.cli.options import Json, page

HELP = page(
    "Measure how fast the games are on this machine, in a few seconds. All measurements use one core: random "
    "playouts in compiled code, stepping and copying states from Python, and simulations of the tree search. "
    "`make bench` measures more carefully.",
    "bench --seconds 0.1    every game, in short",
    "bench GAME",
    json="a list of objects with game, seconds, playout_decisions_per_second, python_decisions_per_second, "
    "clones_per_second and mcts_simulations_per_second",
)
SECONDS = 0.5


def bench(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="One of `stockade games`; by default all of them.")
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", help="How long each measurement takes.", min=0.01)] = SECONDS,
    json: Json = False,
) -> None:
    from stockade.arena.speed import measure
    from stockade.cli.terminal import busy, print_json

    reports = []
    for found in [stockade.game(name) for name in ([game] if game else stockade.games())]:
        with busy(f"measuring {found.spec.title}"):
            found.compile()
            reports.append(measure(found, seconds))
    if json:
        print_json(reports)
    else:
        _show(reports)


def _show(reports: list[dict[str, Any]]) -> None:
    from rich.table import Table

    from stockade.cli.terminal import console, say

    table = Table(box=None, header_style="dim", pad_edge=False)
    table.add_column("game")
    for name in ("playout decisions/s", "Python decisions/s", "clones/s", "MCTS simulations/s"):
        table.add_column(name, justify="right")
    for report in reports:
        rates = [f"{value:,.0f}" for name, value in report.items() if name.endswith("per_second")]
        table.add_row(f"[key]{report['game']}[/]", *rates)
    console().print(table)
    say("[dim]On one core; each was measured for a moment only.[/]")
