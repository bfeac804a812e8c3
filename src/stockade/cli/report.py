"""`stockade report`: let bots play a game, and write a page about luck, seats, skill, choices, length and drama."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import stockade
from stockade.cli.options import GameName, GameOptions, Json, page

if TYPE_CHECKING:
    from stockade.insight.claims import Claim
    from stockade.insight.figures import Figures
    from stockade.insight.series import Programme

SEED_LIMIT = 2**63
HELP = page(
    "Write a page about what a game is like. Bots play it, and the page says with plots how much seats, skill and "
    "luck decide, how many choices there are, how long games take, how often the lead changes and where points "
    "come from. It begins with three findings in words. Findings and figures have 95% intervals, and the page "
    "says how each figure is measured. The same seed gives the same page for any number of --jobs.",
    "report GAME --games 60                            few games, for a first look",
    "report GAME --games 60 --seed 7 --out seven.html",
    "report OTHER --players 2..3 --games 8 --jobs 2",
    "report GAME --bots mybot.py:MyBot,greedy --games 8         a bot of your own among equals, and against ours",
    "report GAME --games 60 --json",
    json="game, options, games, seed, findings (subject, text, figures, surprise), figures (players, games, "
    "seats, check, duels, equals, unequals, lucky, branching, lengths, nobody, drama, race, sources_by, "
    "sources), file; and timing, the only part that differs between runs",
)  # fmt: skip


def report(
    game: GameName,
    games: Annotated[
        int,
        typer.Option("--games", "-n", min=1,
                     help="How many games of equal bots for each number of players, and of each pair of bots."),
    ] = 300,
    players: Annotated[
        str | None,
        typer.Option("--players", "-p", metavar="VALUES", help="2..4 or 2,4; by default all from two on."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Sets chance and the bots.", min=0, max=SEED_LIMIT - 1)] = 0,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bots", "-b", metavar="BOT,BOT",
                     help="Who plays the games of equal bots, and then its rivals. Rivals meet it in pairs.",
                     show_default="greedy:slip=0.2"),
    ] = None,
    option: GameOptions = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="How many processes share the work.", min=1)] = 1,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The page.", show_default="report-GAME.html")
    ] = None,
    json: Json = False,
) -> None:  # fmt: skip
    from stockade.arena.grid import read_cells, read_players
    from stockade.arena.report.files import check_plots, make_way
    from stockade.cli.terminal import print_json
    from stockade.insight.claims import findings
    from stockade.insight.figures import figures_of
    from stockade.insight.page import page as write_page
    from stockade.insight.series import plan_report

    found = stockade.game(game)
    counts = read_players(players, found) if players else [n for n in found.spec.players if n > 1] or [1]
    programme = plan_report(found, read_cells(found, counts, option, None), games, seed, bots or [])
    check_plots()
    path = make_way(out or Path(f"report-{found.name}.html"))
    started = time.perf_counter()
    figures = figures_of(programme, _play(programme, jobs))
    told = findings(figures)
    path.write_text(write_page(programme, figures, told), "utf-8")
    if json:
        print_json(_as_json(programme, figures, told, path, {"seconds": time.perf_counter() - started, "jobs": jobs}))
    else:
        _show(told, path)


def _play(programme: Programme, jobs: int) -> list[list[Any]]:
    """Play all games, and return those of each series in their order."""
    from stockade.cli.terminal import busy, progress

    title, plan = programme.game.spec.title, programme.equal[0].plan
    with busy(f"setting up {title}"):
        programme.game.compile()
        programme.game.start(plan.players, plan.options)
    pieces: list[dict[int, list[Any]]] = [{} for _ in programme.all]
    with progress(title, programme.total) as advance:
        for series, first, played in programme.play(jobs):
            pieces[series][first] = played
            advance(len(played))
    return [[game for _, played in sorted(each.items()) for game in played] for each in pieces]


def _as_json(
    programme: Programme, figures: Figures, told: list[Claim], path: Path, timing: dict[str, Any]
) -> dict[str, Any]:
    return {
        "game": programme.game.name,
        "options": programme.close.plan.options,
        "games": programme.games,
        "seed": programme.seed,
        "findings": [asdict(claim) for claim in told],
        "figures": asdict(figures),
        "file": str(path),
        "timing": timing,
    }


def _show(told: list[Claim], path: Path) -> None:
    from rich.markup import escape

    from stockade.cli.terminal import say, say_whole

    for claim in told:
        say(f"[key]·[/] {escape(claim.text)} [dim]({escape(claim.figures)})[/]")
    if not told:
        say("There are too few games for a finding that their intervals support.")
    say_whole(f"\nReport: {escape(str(path))}")
