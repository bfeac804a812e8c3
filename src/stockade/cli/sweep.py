"""`stockade sweep`: let bots play a game in many settings, and report what each setting does to it."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import stockade
from stockade.cli.options import GameName, GameOptions, Jobs, Json, Ray, page, workers
from stockade.core.english import counted
from stockade.core.errors import BadOption

if TYPE_CHECKING:
    from stockade.arena.jobs import Workers
    from stockade.arena.sweep import Sweep, Swept

SEED_LIMIT = 2**63
HELP = page(
    "Play a game in many settings and report what each does to it. Every combination of the values of --set and "
    "--players is played by bots. The report is a page with plots, and tables beside it: lengths, wins by seat and "
    "place, how games end and, for games with a study, money by round and what is worth its price. A setting is an "
    "option, or a place in an option that is a table of data, such as an edition. Ctrl-C ends a sweep early; what "
    "was played is reported.",
    "sweep GAME --games 100                            one setting, the usual one",
    "sweep TABLED --players 2..3 --games 4 --jobs 2    two settings, with few games for a first look",
    "sweep TABLED --set NUMBER --set FLAG --games 2    every combination of two options",
    "sweep TABLED --set CELL --games 4                 one value of a table of data",
    "sweep GAME --bots mybot.py:MyBot,greedy --games 4           bots of your own, as for `simulate`",
    "sweep TABLED --option TABLE=mine.json --games 4 --out mine",
    "sweep GAME --games 20 --ray local",
    json="game, bots, games (of each setting), seed, reproducible, interrupted, settings (players, settings, games, "
    "decided, rounds, actions, points, seats, places, endings, groups, prices, verdict), files; and timing, the "
    "only part that differs between runs",
)


def sweep(
    game: GameName,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", metavar="NAME=VALUES",
                     help="What to vary: 4..6 or a,b,c. Can be given several times."),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option("--players", "-p", metavar="VALUES", help="2..4 or 2,4; by default the game's usual number."),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games in each setting.", min=1)] = 1000,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bots", "-b", metavar="BOT,BOT", help="Who plays. Bots take the seats in turn.",
                     show_default="greedy"),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Sets chance and the bots.", min=0, max=SEED_LIMIT - 1)] = 0,
    option: GameOptions = None,
    jobs: Jobs = 1,
    ray: Ray = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="The folder of the report.", show_default="sweep-GAME")
    ] = None,
    json: Json = False,
) -> None:  # fmt: skip
    from stockade.arena.grid import read_cells, read_players
    from stockade.arena.jobs import workers_of
    from stockade.arena.report.files import PAGE, check_plots, make_folder, write_report
    from stockade.arena.sweep import Sweep
    from stockade.cli.terminal import busy, print_json

    found = stockade.game(game)
    cells = read_cells(found, read_players(players, found), option, settings)
    planned = Sweep(found, cells, bots or ["greedy"], games, seed)
    check_plots()
    where = workers(jobs, ray)
    folder = make_folder(out or Path(f"sweep-{found.name}"))
    started = time.perf_counter()
    interrupted = _play(planned, where)
    swept = planned.results()
    if not swept:
        raise BadOption("nothing was played, so there is nothing to report")
    with busy("writing the report"):
        files = write_report(planned, folder, interrupted)
    report = {
        "game": found.name,
        "bots": list(planned.plans[0].bots),
        "games": games,
        "seed": seed,
        "reproducible": planned.is_reproducible,
        "interrupted": interrupted,
        "settings": [_setting(each) for each in swept],
        "files": [str(folder / name) for name in files],
        "timing": {"seconds": time.perf_counter() - started, "jobs": workers_of(where).count},
    }
    if json:
        print_json(report)
    else:
        _show(swept, report, folder / PAGE)


def _play(sweep: Sweep, where: int | Workers) -> bool:
    """Play the games, and return whether the sweep was interrupted."""
    from stockade.cli.terminal import busy, progress

    title = sweep.game.spec.title
    with busy(f"setting up {title}"):
        sweep.game.compile()
        sweep.game.start(sweep.plans[0].players, sweep.plans[0].options)
    try:
        with progress(f"{title}: {counted(len(sweep.cells), 'setting')}", sweep.games) as advance:
            for done in sweep.play(where):
                advance(done)
    except KeyboardInterrupt:
        return True
    return False


def _setting(each: Swept) -> dict[str, Any]:
    """Return a setting for the JSON. Curves and single things are only in the tables."""
    summary = asdict(each.summary)
    for name in ("curves", "things", "everything"):
        del summary[name]
    shown = {"players": each.cell.players, "settings": each.cell.settings}
    return shown | summary | {"verdict": [asdict(verdict) for verdict in each.verdicts]}


def _show(swept: list[Swept], report: dict[str, Any], path: Path) -> None:
    from rich.markup import escape

    from stockade.cli.terminal import say, say_whole

    styles = {"good": "good", "bad": "bad", "open": "prompt", "plain": "dim"}
    marks = {"good": "✓", "bad": "!", "open": "?", "plain": "·"}
    for each in swept:
        say(
            f"[key]{escape(each.cell.title)}[/] [dim]({each.summary.games:,} game{'s' * (each.summary.games > 1)})[/]"
        )
        for verdict in each.verdicts:
            if len(swept) == 1 or verdict.mark in ("bad", "plain"):
                say(f"  [{styles[verdict.mark]}]{marks[verdict.mark]}[/] {escape(verdict.text)}")
    if report["interrupted"]:
        say("[bad]Interrupted:[/] some settings have fewer games, or none.")
    if not report["reproducible"]:
        say("[dim]A bot searched by seconds, so another run may differ. Use simulations instead to avoid that.[/]")
    say_whole(f"\nReport: {escape(str(path))}")
