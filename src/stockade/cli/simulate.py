"""`stockade simulate`: bots play each other many times, and the results come with their uncertainty."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

import stockade
from stockade.cli.options import GameName, GameOptions, Json, Players, page, read_options
from stockade.core.errors import BadOption

if TYPE_CHECKING:
    from stockade.cli.botspec import BotSpec
    from stockade.cli.series import Plan, Tally
    from stockade.core.game import Game

SEED_LIMIT = 2**63
HELP = page(
    "Let bots play each other many times. Reports wins with 95% intervals, lengths and thinking times. Seats rotate "
    "from game to game, so that no bot profits from beginning. The same seed gives the same games, however many "
    "--jobs work on them; only bots that search by seconds differ from run to run.",
    "simulate GAME                                     a thousand random games",
    "simulate GAME --bots greedy,random --games 200",
    "simulate GAME --bots mcts:simulations=200,threads=1,greedy --games 50 --jobs 2",
    "simulate GAME --games 10000 --json",
    json="game, players, options, games, seed, swap, reproducible, bots (bot, games, wins, draws, losses, win_rate, "
    "win_interval, points), seats (seat, name, wins), shared, length (mean, shortest, longest), points (mean, "
    "interval; of a seat, null for random play), decisions; and timing, which alone differs between runs",
)


def simulate(
    game: GameName,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bots", "-b", metavar="BOT,BOT", help="Who plays. Fewer bots than seats take them in turn.",
                     show_default="random"),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games.", min=1)] = 1000,
    seed: Annotated[int, typer.Option("--seed", help="Fixes chance and the bots.", min=0, max=SEED_LIMIT - 1)] = 0,
    players: Players = None,
    option: GameOptions = None,
    swap: Annotated[bool, typer.Option("--swap/--no-swap", help="Rotate the seats from game to game.")] = True,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="How many processes share the work.", min=1)] = 1,
    json: Json = False,
) -> None:  # fmt: skip
    from stockade.cli.terminal import print_json

    found = stockade.game(game)
    options = read_options(option, found.spec)
    specs = read_bots(found, bots or ["random"])
    count = _count(found, players, len(specs), options)
    checked = found.options(count, options)
    seats = count - len(found.spec.auto_seats(count, checked))
    if len(specs) == 1:
        specs *= seats  # a bot against itself
    if len(specs) > seats:
        raise BadOption(f"{len(specs)} bots are too many for {seats} seats")
    from stockade.cli.series import Plan

    plan = Plan(found.name, count, checked, tuple(spec.text for spec in specs), games, seed, swap)
    started = time.perf_counter()
    tally = _run(found, plan, jobs)
    report = _report(found, plan, specs, tally, time.perf_counter() - started, jobs)
    if json:
        print_json(report)
    else:
        _show(report)


def _count(game: Game, players: int | None, bots: int, options: Mapping[str, object]) -> int:
    """How many play: as many as was said, or as there are bots and seats without any, or the usual number."""
    spec = game.spec
    autos = str(options.get(spec.auto.option, 0)) if spec.auto else "0"
    wanted = bots + (int(autos) if autos.isdecimal() else 0)
    return wanted if players is None and wanted in spec.players else spec.check_players(players)


def read_bots(game: Game, texts: list[str]) -> list[BotSpec]:
    """Bots for many games, checked."""
    from stockade.cli.botspec import parse_bots

    specs = parse_bots(texts)
    for spec in specs:
        if spec.level:
            raise BadOption(f"levels are for people: name the bot instead of level {spec.level} (`stockade bots`)")
        spec.make(game)  # refuses what it cannot be, before anything is played
    return specs


def _run(game: Game, plan: Plan, jobs: int) -> Tally:
    from stockade.cli.series import Tally, play_all
    from stockade.cli.terminal import busy, progress

    with busy(f"setting up {game.spec.title}"):
        game.compile()
        game.start(plan.players, plan.options)
    tally = Tally.empty(plan)
    with progress(f"{game.spec.title}: {', '.join(plan.bots)}", plan.games) as advance:
        for piece in play_all(plan, jobs):
            tally.add(piece)
            advance(piece.games)
    return tally


def _report(game: Game, plan: Plan, specs: list[BotSpec], tally: Tally, seconds: float, jobs: int) -> dict[str, Any]:
    from stockade.research.intervals import mean_interval, wilson

    state = game.start(plan.players, plan.options)
    decisions = sum(tally.decisions)
    bots, times = [], []
    for number, name in enumerate(plan.sitters):
        wins, draws, played = tally.wins[number], tally.draws[number], tally.played[number]
        row = {"bot": name, "games": played, "wins": wins, "draws": draws, "losses": played - wins - draws}
        scored = tally.scored[number]
        row |= {"win_rate": wins / max(played, 1), "win_interval": list(wilson(wins, played))}
        bots.append(row | {"points": tally.points[number] / scored if scored else None})
        # Compiled random play is timed as a whole, under the first bot.
        clock = 0 if plan.is_random and number < len(specs) else number
        times.append(1e6 * tally.seconds[clock] / max(tally.timed[clock], 1))
    points = None
    if any(tally.scored):
        interval = mean_interval(tally.means, tally.squares, tally.games)
        points = {"mean": tally.means / tally.games, "interval": list(interval)}
    return {
        "game": game.name,
        "players": plan.players,
        "options": plan.options,
        "games": tally.games,
        "seed": plan.seed,
        "swap": plan.swap,
        "reproducible": not any(getattr(spec.make(game), "seconds", None) for spec in specs),
        "bots": bots,
        "seats": [{"seat": n, "name": state.seat_name(n), "wins": wins} for n, wins in enumerate(tally.seat_wins)],
        "shared": tally.shared,
        "length": {"mean": tally.plies / tally.games, "shortest": tally.shortest, "longest": tally.longest},
        "points": points,
        "decisions": decisions,
        "timing": {
            "seconds": seconds,
            "jobs": jobs,
            "games_per_second": tally.games / seconds,
            "decisions_per_second": decisions / seconds,
            "microseconds_per_decision": times,
        },
    }


def _show(report: dict[str, Any]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from stockade.cli.terminal import console, say

    timing, length = report["timing"], report["length"]
    table = Table(box=None, header_style="dim", pad_edge=False)
    table.add_column("bot")
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
        table.add_row(f"[key]{escape(name)}[/]", *counts, *shares, _time(time_each))
    console().print(table)
    seats = ", ".join(f"{seat['name']} {seat['wins']:,}" for seat in report["seats"])
    say(f"\nWon by seat: {escape(seats)}; shared: {report['shared']:,}")
    say(f"Length: {length['mean']:.1f} plies on average, {length['shortest']} to {length['longest']}")
    if report["points"]:
        low, high = report["points"]["interval"]
        say(f"Points of a seat: {report['points']['mean']:.2f} on average, 95% interval {low:.2f} to {high:.2f}")
    say(
        f"{report['games']:,} games, {report['decisions']:,} decisions in {timing['seconds']:.2f} s "
        f"[dim]({timing['decisions_per_second']:,.0f} decisions a second)[/]"
    )
    if not report["reproducible"]:
        say("[dim]A bot searched by seconds: another run may differ. Give it simulations to fix that.[/]")


def _time(microseconds: float) -> str:
    return f"{microseconds:.2f} µs" if microseconds < 1000 else f"{microseconds / 1000:.1f} ms"
