"""`stockade tournament`: let bots meet in one or more games, and rate them."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import stockade
from stockade.cli.options import GameOptions, Jobs, Json, Ray, page, workers
from stockade.core.english import counted
from stockade.core.errors import BadOption

if TYPE_CHECKING:
    from stockade.arena.jobs import Workers
    from stockade.arena.tournament.kept import Kept
    from stockade.arena.tournament.run import Tournament
    from stockade.arena.tournament.standings import Standings

SEED_LIMIT = 2**63
HELP = page(
    "Let bots meet in a tournament, and rate them. Every deal is played with every rotation of the seats, so that "
    "luck and seats cancel out. The report has ratings on the Elo scale and the results of each two bots with 95% "
    "intervals, as a page with plots and as tables. A round robin has all sets of bots, a ladder each bot and the "
    "next, a gauntlet the first bot and each other one. With --until, a table stops as soon as its result is clear, "
    "at an error rate of 5%. Everything that was played is kept in the folder: --resume goes on after Ctrl-C, or "
    "after a crash.",
    "tournament GAME --bots greedy --bots greedy:slip=0.5 --bots random --games 40",
    "tournament GAME -b greedy,random,greedy:slip=0.3 --format ladder --until decided --games 400 --out ladder",
    "tournament GAME OTHER --bots greedy,random --games 8 --jobs 2   two games",
    "tournament TABLED --bots greedy,random --players 2..3 --set NUMBER --games 2",
    "tournament GAME --bots greedy,random --games 20 --out mine --resume",
    "tournament GAME --bots greedy,random --games 20 --ray local --out ours",
    json="settings, bots, format, games (the most of a table), seed, until, reproducible, complete, played, results "
    "(title, players, pairs, games, deals, same; of each setting, and of all together), files; and timing, the only "
    "part that differs between runs",
)


def tournament(
    games_given: Annotated[
        list[str], typer.Argument(metavar="GAME...", help="One or more of `stockade games`.", show_default=False)
    ],
    bots: Annotated[
        list[str],
        typer.Option("--bots", "-b", metavar="BOT", help="Who takes part; can be given several times.",
                     show_default=False),
    ],
    form: Annotated[
        str, typer.Option("--format", "-f", help="Who meets whom: round-robin, ladder or gauntlet.")
    ] = "round-robin",
    games: Annotated[int, typer.Option("--games", "-n", help="The most games that a table plays.", min=1)] = 200,
    until: Annotated[
        list[str] | None,
        typer.Option("--until", metavar="CONDITION",
                     help="Stop a table when it is `decided` who is better, or the interval of the share is narrower "
                     "than `width=0.1`. Can be given several times."),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option("--players", "-p", metavar="VALUES", help="2..4 or 2,4; by default the game's usual number."),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", metavar="NAME=VALUES",
                     help="Play in several settings: 4..6 or a,b,c. Can be given several times."),
    ] = None,
    option: GameOptions = None,
    seed: Annotated[int, typer.Option("--seed", help="Sets chance and the bots.", min=0, max=SEED_LIMIT - 1)] = 0,
    jobs: Jobs = 1,
    ray: Ray = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="The folder of the report.", show_default="tournament-GAME")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the tournament in that folder.")] = False,
    json: Json = False,
) -> None:  # fmt: skip
    from stockade.arena.botspec import read_bots
    from stockade.arena.report.files import PAGE, check_plots, make_folder
    from stockade.arena.tournament.kept import Kept
    from stockade.arena.tournament.plan import plan_tournament
    from stockade.arena.tournament.run import Tournament
    from stockade.arena.tournament.stopping import read_until
    from stockade.cli.terminal import busy, print_json

    found = [stockade.game(name) for name in dict.fromkeys(games_given)]
    for game in found:
        specs = read_bots(game, bots)
    plan = plan_tournament(found, specs, players, option, settings, form, games, seed, read_until(until))
    check_plots()
    where = workers(jobs, ray)
    folder = make_folder(out or Path("-".join(["tournament", *(game.name for game in found)])))
    started = time.perf_counter()
    played = Tournament(plan)
    with Kept(folder, plan, resume) as kept:
        played.take(kept.deals)
        interrupted = _play(played, where, kept)
    if not played.played:
        raise BadOption("nothing was played, so there is nothing to report")
    with busy("writing the report"):
        from stockade.arena.report.tournament import write_tournament

        report, results = write_tournament(played, folder)
    report["timing"] |= {
        "seconds": time.perf_counter() - started,
        "jobs": where if isinstance(where, int) else where.count,
    }
    if json:
        print_json(report)
    else:
        _show(report, results, folder / PAGE, interrupted)


def _play(tournament: Tournament, where: int | Workers, kept: Kept) -> bool:
    """Play what is left, and return whether it was interrupted."""
    from stockade.cli.terminal import busy, progress

    titles = {event.game: stockade.game(event.game) for event in tournament.plan.events}
    for game in titles.values():
        with busy(f"setting up {game.spec.title}"):
            game.compile()
    try:
        names = ", ".join(game.spec.title for game in titles.values())
        with progress(f"{names}: {counted(len(tournament.meetings), 'table')}", tournament.games) as advance:
            advance(tournament.played)
            for done in tournament.play(where, kept):
                advance(done)
    except KeyboardInterrupt:
        return True
    return False


def _show(report: dict[str, Any], results: list[Standings], path: Path, interrupted: bool) -> None:
    from rich.markup import escape
    from rich.table import Table

    from stockade.arena.report.markup import duration
    from stockade.cli.terminal import console, say, say_whole

    for each in results:
        say(f"[key]{escape(each.title)}[/] [dim]({counted(each.games, 'game')}, {counted(each.deals, 'deal')})[/]")
        table = Table(box=None, header_style="dim", pad_edge=False)
        table.add_column("bot", overflow="fold")
        for name in ("rating", "95% interval", "games", "won", "points", "per decision"):
            table.add_column(name, justify="right")
        costs = {cost.bot: cost.seconds for cost in each.costs}
        for row in each.players:
            shown = [f"{row.rating:.0f}", f"{row.low:.0f} to {row.high:.0f}", f"{row.games:,}"]
            shown += [
                f"{row.wins / row.games:.1%}",
                f"{row.points:.2f}",
                duration(costs[row.bot]) if row.bot in costs else "-",
            ]
            table.add_row(f"[key]{escape(row.bot)}[/]", *shown)
        console().print(table)
        for pair in each.pairs:
            low, high = pair.interval
            clear = "" if not low <= 0.5 <= high else " [dim](not clear)[/]"
            say(
                f"  {escape(pair.bot)} : {escape(pair.against)}  {pair.share:.1%} "
                f"[dim]({low:.1%} to {high:.1%}, {counted(pair.deals, 'deal')})[/]{clear}"
            )
        if each.same:
            say("[prompt]Every deal gave the same games:[/] neither these bots nor chance vary.")
    if interrupted:
        say("[bad]Interrupted:[/] some tables have fewer games, or none. Go on with --resume.")
    if not report["reproducible"]:
        say("[dim]A bot searched by seconds, so another run may differ. Use simulations instead to avoid that.[/]")
    say_whole(f"\nReport: {escape(str(path))}")
