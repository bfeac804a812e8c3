"""`stockade bench`: how fast a game is here, in a few seconds."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

import stockade
from stockade.cli.options import Json, page

if TYPE_CHECKING:
    from stockade.core.game import Game

HELP = page(
    "Measure how fast the games are here, in a few seconds. On one core: random playouts in compiled code, stepping "
    "and copying states from Python, and simulations of the tree search. `make bench` measures with care.",
    "bench",
    "bench GAME",
    json="a list of objects with game, seconds, playout_decisions_per_second, python_decisions_per_second, "
    "clones_per_second and mcts_simulations_per_second",
)
SECONDS = 0.5


def bench(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="One of `stockade games`; all if not said.")
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", help="How long each measurement takes.", min=0.01)] = SECONDS,
    json: Json = False,
) -> None:
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


def measure(game: Game, seconds: float) -> dict[str, Any]:
    """All measurements of one game. Each runs once before it is timed, so that nothing is compiled on the clock."""
    return {
        "game": game.name,
        "seconds": seconds,
        "playout_decisions_per_second": _playouts(game, seconds),
        "python_decisions_per_second": _stepping(game, seconds),
        "clones_per_second": _clones(game, seconds),
        "mcts_simulations_per_second": _search(game, seconds),
    }


def _rate(work: Callable[[], int], seconds: float) -> float:
    """How many a second, of whatever `work` says it did."""
    work()
    done, started = 0, time.perf_counter()
    while True:
        done += work()
        elapsed = time.perf_counter() - started
        if elapsed >= seconds:
            return done / elapsed


def _playouts(game: Game, seconds: float) -> float:
    from stockade.research import random_playouts

    seeds = itertools.count(1)
    return _rate(lambda: random_playouts(game.name, 500, seed=next(seeds)).decisions, seconds)


def _stepping(game: Game, seconds: float) -> float:
    """List, choose, apply: what a bot in plain Python does; games that end are started anew."""
    generator = random.Random(1)

    def work() -> int:
        state = game.start()
        steps = 0
        while not state.is_over and steps < 1000:
            state.apply(generator.choice(state.legal_actions()))
            steps += 1
        return steps

    return _rate(work, seconds)


def _clones(game: Game, seconds: float) -> float:
    state = game.start()

    def work() -> int:
        for _ in range(1000):
            state.clone()
        return 1000

    return _rate(work, seconds)


def _search(game: Game, seconds: float) -> float:
    from stockade.bots.mcts import MctsBot

    state = game.start()
    generator = random.Random(1)
    while state.is_chance:
        state.apply(generator.choice(state.legal_actions()))
    bot = MctsBot(simulations=2000, threads=1, keep_tree=False, seed=1)

    def work() -> int:
        bot.analyse(state)
        return bot.last_simulations

    return _rate(work, seconds)


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
    say("[dim]One core; each measured for a moment only.[/]")
