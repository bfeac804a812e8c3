"""`stockade simulate`: let bots play each other many times, and report the results with their uncertainty."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

import stockade
from stockade.arena.options import read_options
from stockade.cli.options import GameName, GameOptions, Jobs, Json, Players, Ray, page, workers

if TYPE_CHECKING:
    from stockade.arena.jobs import Workers
    from stockade.arena.plan import Plan
    from stockade.arena.tally import Tally
    from stockade.core.game import Game

SEED_LIMIT = 2**63
HELP = page(
    "Let bots play each other many times. Reports wins with 95% intervals, lengths and thinking times. Seats rotate "
    "from game to game, so that no bot has an advantage from going first. The same seed gives the same games for any "
    "number of --jobs and on any cluster; only bots that search by seconds differ from run to run.",
    "simulate GAME                                     a thousand random games",
    "simulate GAME --bots greedy,random --games 20",
    "simulate GAME --bots mcts:simulations=50,threads=1,greedy --games 8 --jobs 2",
    "simulate GAME --bots mybot.py:MyBot,random --games 20       a bot of your own; see docs/write-a-bot.md",
    "simulate GAME --games 10000 --json",
    "simulate GAME --bots greedy,random --games 20 --ray local",
    json="game, players, options, games, seed, swap, reproducible, bots (bot, games, wins, draws, losses, win_rate, "
    "win_interval, points), seats (seat, name, wins), shared, nobody, length (mean, shortest, longest), points "
    "(mean, interval; of a seat, null for random play), decisions; and timing, the only part that differs between "
    "runs",
)


def simulate(
    game: GameName,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bots", "-b", metavar="BOT,BOT", help="Who plays. Bots take the seats in turn.",
                     show_default="random"),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games.", min=1)] = 1000,
    seed: Annotated[int, typer.Option("--seed", help="Sets chance and the bots.", min=0, max=SEED_LIMIT - 1)] = 0,
    players: Players = None,
    option: GameOptions = None,
    swap: Annotated[bool, typer.Option("--swap/--no-swap", help="Rotate the seats from game to game.")] = True,
    jobs: Jobs = 1,
    ray: Ray = None,
    json: Json = False,
) -> None:  # fmt: skip
    from stockade.arena.jobs import workers_of
    from stockade.arena.plan import plan_series
    from stockade.arena.series import report
    from stockade.cli.terminal import print_json

    found = stockade.game(game)
    options = read_options(option, found.spec)
    plan = plan_series(found, bots or ["random"], players, options, games, seed, swap)
    where = workers(jobs, ray)
    started = time.perf_counter()
    tally = _run(found, plan, where)
    results = report(plan, tally, time.perf_counter() - started, workers_of(where).count)
    if json:
        print_json(results)
    else:
        _show(results)


def _run(game: Game, plan: Plan, where: int | Workers) -> Tally:
    from stockade.arena.series import play_all
    from stockade.arena.tally import Tally
    from stockade.cli.terminal import busy, progress

    with busy(f"setting up {game.spec.title}"):
        game.compile()
        game.start(plan.players, plan.options)
    tally = Tally.empty(plan)
    with progress(f"{game.spec.title}: {', '.join(plan.bots)}", plan.games) as advance:
        for piece in play_all(plan, where):
            tally.add(piece)
            advance(piece.games)
    return tally


def _show(report: dict[str, Any]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from stockade.arena.report.markup import duration
    from stockade.cli.terminal import console, say

    timing, length = report["timing"], report["length"]
    table = Table(box=None, header_style="dim", pad_edge=False)
    table.add_column("bot", overflow="fold")
    for name in ("games", "wins", "draws", "losses", "won", "95% interval", "points", "per decision"):
        table.add_column(name, justify="right")
    names = [row["bot"] for row in report["bots"]]
    for number, (row, time_each) in enumerate(zip(report["bots"], timing["microseconds_per_decision"], strict=True)):
        name = row["bot"] + (f" #{number + 1}" if names.count(row["bot"]) > 1 else "")
        low, high = row["win_interval"]
        counts = [f"{row[name]:,}" for name in ("games", "wins", "draws", "losses")]
        interval = f"{low:.1%} to {high:.1%}"
        points = "-" if row["points"] is None else f"{row['points']:.2f}"
        shares = (f"{row['win_rate']:.1%}", interval, points)
        table.add_row(f"[key]{escape(name)}[/]", *counts, *shares, duration(time_each / 1e6))
    console().print(table)
    seats = ", ".join(f"{seat['name']} {seat['wins']:,}" for seat in report["seats"])
    say(f"\nWon by seat: {escape(seats)}; shared: {report['shared']:,}; by nobody: {report['nobody']:,}")
    say(f"Length: {length['mean']:.1f} moves on average, {length['shortest']} to {length['longest']}")
    if report["points"]:
        low, high = report["points"]["interval"]
        known = f", 95% interval {low:.2f} to {high:.2f}" if low < high else ""
        say(f"Points of a seat: {report['points']['mean']:.2f} on average{known}")
    games = f"{report['games']:,} game{'s' * (report['games'] > 1)}"
    say(
        f"{games}, {report['decisions']:,} decisions in {timing['seconds']:.2f} s "
        f"[dim]({timing['decisions_per_second']:,.0f} decisions a second)[/]"
    )
    if not report["reproducible"]:
        say("[dim]A bot searched by seconds, so another run may differ. Use simulations instead to avoid that.[/]")
