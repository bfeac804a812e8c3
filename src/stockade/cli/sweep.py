"""`stockade sweep`: bots play a game in many settings, and a designer reads what each setting does to it."""

from __future__ import annotations

import importlib.util
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import stockade
from stockade.cli.options import GameName, GameOptions, Json, page
from stockade.core.errors import BadOption

if TYPE_CHECKING:
    from stockade.cli.grid import Cell
    from stockade.cli.series import Plan
    from stockade.cli.sweeping import Swept
    from stockade.core.game import Game

SEED_LIMIT = 2**63
PAGE = "report.html"
HELP = page(
    "Play a game in many settings and report what each does to it. Every combination of the values of --set and "
    "--players is played by bots. The report is a page with plots, and tables beside it: lengths, wins by seat and "
    "place, how games end and, where a game says more of itself, money by round and what is worth its price. What is "
    "set is an option, or a place in an option that is a table of data, such as an edition. Ctrl-C ends a sweep "
    "early; what was played is reported.",
    "sweep GAME                                        one setting: the usual one",
    "sweep GAME --players 2..4 --games 500 --jobs 4",
    "sweep GAME --set OPTION=4..6 --set OTHER=true,false",
    "sweep GAME --set edition.start_money=80,100,120   where a game has an edition",
    "sweep GAME --option edition=mine.json --out mine",
    json="game, bots, games (of each setting), seed, reproducible, interrupted, settings (players, settings, games, "
    "decided, rounds, actions, points, seats, places, endings, groups, prices, verdict), files; and timing, which "
    "alone differs between runs",
)


def sweep(
    game: GameName,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", metavar="NAME=VALUES",
                     help="What to vary: 4..6 or a,b,c. May be given several times."),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option("--players", "-p", metavar="VALUES", help="2..4 or 2,4; the game's usual number if not said."),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games in each setting.", min=1)] = 1000,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bots", "-b", metavar="BOT,BOT", help="Who plays. Fewer bots than seats take them in turn.",
                     show_default="greedy"),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Fixes chance and the bots.", min=0, max=SEED_LIMIT - 1)] = 0,
    option: GameOptions = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="How many processes share the work.", min=1)] = 1,
    out: Annotated[
        Path | None, typer.Option("--out", help="The folder of the report.", show_default="sweep-GAME")
    ] = None,
    json: Json = False,
) -> None:  # fmt: skip
    from stockade.cli.terminal import print_json

    found = stockade.game(game)
    cells, plans, reproducible = _plan(found, settings, players, option, bots or ["greedy"], games, seed)
    folder = _folder(out or Path(f"sweep-{found.name}"))
    started = time.perf_counter()
    swept, interrupted = _play(found, cells, plans, jobs)
    if not swept:
        raise BadOption("nothing was played, and nothing is reported")
    files = _write(found, plans[0], swept, folder, interrupted)
    report = {
        "game": found.name,
        "bots": list(plans[0].bots),
        "games": games,
        "seed": seed,
        "reproducible": reproducible,
        "interrupted": interrupted,
        "settings": [_setting(each) for each in swept],
        "files": [str(folder / name) for name in files],
        "timing": {"seconds": time.perf_counter() - started, "jobs": jobs},
    }
    if json:
        print_json(report)
    else:
        _show(swept, report, folder / PAGE)


def _plan(
    game: Game,
    settings: list[str] | None,
    players: str | None,
    option: list[str] | None,
    bots: list[str],
    games: int,
    seed: int,
) -> tuple[list[Cell], list[Plan], bool]:
    """What is to be played; refuses whatever is wrong with it before anything is. Also whether it can be repeated."""
    from stockade.cli.grid import read_cells, read_players
    from stockade.cli.series import Plan
    from stockade.cli.simulate import read_bots

    specs = read_bots(game, bots)
    counts = read_players(players, game)
    cells = read_cells(game, counts, option, settings)
    fewest = min(cell.players - len(game.spec.auto_seats(cell.players, cell.options)) for cell in cells)
    if len(specs) > fewest:
        raise BadOption(f"{len(specs)} bots are too many for {fewest} seats")
    if importlib.util.find_spec("matplotlib") is None:
        raise BadOption("the plots of a report need matplotlib: pip install 'stockade[report]'")
    texts = tuple(spec.text for spec in specs)
    plans = [Plan(game.name, cell.players, cell.options, texts, games, seed, True) for cell in cells]
    return cells, plans, not any(getattr(spec.make(game), "seconds", None) for spec in specs)


def _folder(folder: Path) -> Path:
    """Made before the games are played: a report that cannot be written is best known early."""
    if folder.exists() and not folder.is_dir():
        raise BadOption(f"{folder} is a file; a report is a folder")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _play(game: Game, cells: list[Cell], plans: list[Plan], jobs: int) -> tuple[list[Swept], bool]:
    """Settings that were played, in part where it was interrupted; and whether it was."""
    from stockade.cli.sweeping import play_plans, sum_up, words_of
    from stockade.cli.terminal import busy, progress
    from stockade.research.played import Played

    words, interrupted = words_of(game), False
    with busy(f"setting up {game.spec.title}"):
        game.compile()
        game.start(plans[0].players, plans[0].options)
    waiting: dict[int, list[Played]] = {number: [] for number in range(len(cells))}
    swept: dict[int, Swept] = {}
    try:
        with progress(f"{game.spec.title}: {len(cells)} settings", sum(plan.games for plan in plans)) as advance:
            for number, played in play_plans(plans, jobs):
                waiting[number] += played
                if len(waiting[number]) == plans[number].games:
                    swept[number] = sum_up(cells[number], waiting.pop(number), words)
                advance(len(played))
    except KeyboardInterrupt:
        interrupted = True
    for number, played in waiting.items():
        if played:
            swept[number] = sum_up(cells[number], played, words)
    return [each for _, each in sorted(swept.items())], interrupted


def _write(game: Game, plan: Plan, swept: list[Swept], folder: Path, interrupted: bool) -> list[str]:
    """The files of the report; gives their names."""
    from stockade.cli.report.page import page
    from stockade.cli.report.tables import write_tables
    from stockade.cli.sweeping import words_of
    from stockade.cli.terminal import busy

    with busy("writing the report"):
        most = max(swept, key=lambda each: each.cell.players).cell
        state = game.start(most.players, most.options)
        names = [state.seat_name(seat) for seat in range(most.players)]
        files = write_tables(swept, names, folder)
        told = [
            f"{', '.join(plan.bots)}; {plan.games:,} games in each setting; seed {plan.seed}; "
            f"rules version {game.spec.rules_version}."
        ]
        if interrupted:
            told.append("The sweep was interrupted: some settings have fewer games, or none.")
        text = page(f"{game.spec.title}: a sweep", told, swept, names, words_of(game), files)
        (folder / PAGE).write_text(text, "utf-8")
    return [PAGE, *files]


def _setting(each: Swept) -> dict[str, Any]:
    """A setting in the JSON; curves and single things are in the tables."""
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
        say(f"[key]{escape(each.cell.title)}[/] [dim]({each.summary.games:,} games)[/]")
        for verdict in each.verdicts:
            if len(swept) == 1 or verdict.mark in ("bad", "plain"):
                say(f"  [{styles[verdict.mark]}]{marks[verdict.mark]}[/] {escape(verdict.text)}")
    if report["interrupted"]:
        say("[bad]Interrupted:[/] some settings have fewer games, or none.")
    if not report["reproducible"]:
        say("[dim]A bot searched by seconds: another run may differ. Give it simulations to fix that.[/]")
    say_whole(f"\nReport: {escape(str(path))}")
