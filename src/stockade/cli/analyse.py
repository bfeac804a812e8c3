"""`stockade analyse`: where a game was won, what was luck, and which choices would have been better."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stockade.cli.options import Json, Ray, page, workers

if TYPE_CHECKING:
    from stockade.analysis import Analysis, Mistake
    from stockade.core.match import Match

HELP = page(
    "Analyse a played game: everybody's chances over time, what chance gave, and the costliest mistakes, each with a "
    "better choice and what it changes in the end. A solved game is analysed exactly. The file may be in any format "
    "that `stockade record` reads.",
    "analyse match.json",
    "analyse match.json --html report.html     one page with curves and boards",
    "analyse match.json --setting deep         takes several times as long",
    "analyse match.json --json",
    "analyse match.json --ray local",
    json="game, players, setting, is_exact, moments (ply, chances, points), decisions (ply, seat, played, better, "
    "loss, points, is_checked, low, high), luck (ply, gains), mistakes and summary",
)


def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record of a match.", show_default=False)],
    setting: Annotated[str, typer.Option("--setting", "-s", help="How thorough it is: quick or deep.")] = "quick",
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the report to this file, as one HTML page.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Sets the search.")] = 1,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Threads; by default one a core.")] = None,
    ray: Ray = None,
    json: Json = False,
) -> None:
    from stockade import records
    from stockade.analysis import analyse as work_out
    from stockade.analysis import setting_of
    from stockade.arena.report.files import make_way
    from stockade.cli.terminal import busy, print_json, progress, say_whole
    from stockade.core.language import ENGLISH

    budget = setting_of(setting)
    if html is not None:
        html = make_way(html.expanduser())
    with busy("checking the record"):
        match = records.read(file.expanduser().read_bytes()).match
    where = workers(jobs or 1, ray)
    spread = None if isinstance(where, int) else where.share_out
    with progress(f"{match.game.spec.title}: analysis", 100) as advance:
        done = [0]

        def report(share: float) -> None:
            advance(round(100 * share) - done[0])
            done[0] = round(100 * share)

        found = work_out(match, budget, seed, jobs, report, codes=[ENGLISH], spread=spread)
    if html is not None:
        from stockade.analysis.page import page as html_page

        html.write_text(html_page(match, found), "utf-8")
    from rich.markup import escape

    if json:
        print_json(found.to_json())
    else:
        _show(match, found)
        if html is not None:
            say_whole(f"[good]✓[/] {escape(str(html))}")


def _show(match: Match, found: Analysis) -> None:
    from rich.markup import escape

    from stockade.cli.terminal import say
    from stockade.core.language import ENGLISH

    for sentence in found.summary[ENGLISH]:
        say(escape(sentence))
    say()
    _curve(match, found)
    for seat in range(match.players):
        mine = [mistake for mistake in found.mistakes if mistake.decision.seat == seat]
        luck = f"luck {found.luck_of(seat):+.0%}, " if found.luck else ""
        loss = f"a choice −{found.loss_of(seat):.1%}" if match.players > 1 else ""
        say(f"\n[bold]{escape(match.state.seat_name(seat))}[/] [dim]{luck}{loss}[/]")
        if not mine:
            say("  [dim]no clear mistake[/]")
        for mistake in sorted(mine, key=lambda each: -each.decision.loss):
            _show_mistake(mistake)


def _show_mistake(mistake: Mistake) -> None:
    from rich.markup import escape

    from stockade.cli.terminal import say
    from stockade.core.language import ENGLISH

    decision, words = mistake.decision, mistake.words[ENGLISH]
    cost = f"−{decision.loss:.0%}" if len(mistake.before) > 1 else f"−{decision.points or 0:.1f} points"
    say(f"  [dim]{decision.ply + 1}.[/] {escape(words.played)} [bad]{cost}[/]")
    say(f"      better: {escape(words.better)}")
    if words.reasons:
        say(f"      [dim]in the end: {escape(', '.join(words.reasons))}[/]")


def _curve(match: Match, found: Analysis) -> None:
    """Show the chances of every seat at ten moments of the game."""
    from rich.markup import escape

    from stockade.cli.terminal import say_whole

    if match.players == 1:
        return
    last = len(found.moments) - 1
    shown = [found.moments[round(k * last / 9)] for k in range(10)]
    names = [match.state.seat_name(seat) for seat in range(match.players)]
    width = max(len(name) for name in names)
    say_whole("[dim]" + " " * (width + 2) + " ".join(f"{moment.ply:>4}" for moment in shown) + "[/]")
    for seat, name in enumerate(names):
        figures = " ".join(f"{moment.chances[seat]:>4.0%}" for moment in shown)
        say_whole(f"{escape(name):<{width}}  {figures}")
