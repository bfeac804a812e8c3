"""`stockade analyse`: where a game was won, what was luck, and which choices would have been better."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stockade.cli.options import Json, Ray, page, workers

if TYPE_CHECKING:
    from stockade.analysis import Analysis, Mistake
    from stockade.core.match import Match, Step

HELP = page(
    "Analyse a played game: everybody's chances and points over time, what chance gave, the costliest mistakes, each "
    "with a better choice and what it changes in the end, and what every other choice has cost. A solved game is "
    "analysed exactly. The file may be in any format that `stockade record` reads.",
    "analyse match.json",
    "analyse match.json --html report.html     one page with curves and boards",
    "analyse match.json --setting deep         takes several times as long",
    "analyse match.json --json",
    "analyse match.json --ray local",
    json="game, players, setting, is_exact, moments (ply, chances, points), decisions (ply, seat, played, better, "
    "loss, points, is_checked, low, high), luck (ply, gains), mistakes, summary and least (chance, points: a smaller "
    "loss is no mistake)",
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
        show(match, found)
        if html is not None:
            say_whole(f"[good]✓[/] {escape(str(html))}")


def show(match: Match, found: Analysis) -> None:
    """Print an analysis as text."""
    from rich.markup import escape

    from stockade.analysis.words import gain_words, percent
    from stockade.cli.terminal import say
    from stockade.core.language import ENGLISH

    steps = list(match.steps())
    for sentence in found.summary[ENGLISH]:
        say(escape(sentence))
    if match.players > 1:
        _curve(match, found, "Chances to win", [[f"{each:.0%}" for each in m.chances] for m in found.moments])
    if found.has_points:
        _curve(match, found, "Points", [[f"{each:g}" for each in moment.points] for moment in found.moments])
    _luck(match, steps, found)
    for seat in range(match.players):
        mine = [mistake for mistake in found.mistakes if mistake.decision.seat == seat]
        luck = f"luck {gain_words(found.luck_of(seat))}, " if found.luck else ""
        loss = f"average loss {percent(found.loss_of(seat), 1)}" if match.players > 1 else ""
        say(f"\n[bold]{escape(match.state.seat_name(seat))}[/] [dim]{luck}{loss}[/]")
        if not mine:
            say("  [dim]no clear mistake[/]")
        for mistake in sorted(mine, key=lambda each: -each.decision.size(found.players)):
            _show_mistake(found, mistake)
    _costly(found, steps)


def _show_mistake(found: Analysis, mistake: Mistake) -> None:
    from rich.markup import escape

    from stockade.analysis.words import cost_words
    from stockade.cli.terminal import say
    from stockade.core.language import ENGLISH

    decision, words = mistake.decision, mistake.words[ENGLISH]
    say(f"  [dim]{decision.ply + 1}.[/] {escape(words.played)} [bad]{cost_words(found, decision)}[/]")
    say(f"      better: {escape(words.better)}")
    if words.reasons:
        say(f"      [dim]in the end: {escape(', '.join(words.reasons))}[/]")
    for title, events in (("only as played", words.played_events), ("only if better", words.events)):
        for event in events:
            say(f"      [dim]{title}: {escape(event)}[/]")


def _curve(match: Match, found: Analysis, title: str, rows: list[list[str]]) -> None:
    """Show a figure of every seat at ten moments of the game, or at all if there are fewer."""
    from rich.markup import escape

    from stockade.cli.terminal import say_whole

    last = len(found.moments) - 1
    shown = sorted({round(k * last / 9) for k in range(10)})
    names = [match.state.seat_name(seat) for seat in range(match.players)]
    width = max(len(name) for name in names)
    say_whole(f"\n{title}")
    say_whole(f"[dim]{'move':<{width}}  " + " ".join(f"{found.moments[at].ply:>4}" for at in shown) + "[/]")
    for seat, name in enumerate(names):
        figures = " ".join(f"{rows[at][seat]:>4}" for at in shown)
        say_whole(f"{escape(name):<{width}}  {figures}")


def _luck(match: Match, steps: list[Step], found: Analysis) -> None:
    """Show at which moments chance changed the most, in the order of the game."""
    from rich.markup import escape

    from stockade.analysis.page import STROKES
    from stockade.analysis.words import luck_words
    from stockade.cli.terminal import say

    strokes = found.strokes_of_luck(STROKES)
    if strokes:
        say("\nLuck")
    for stroke in sorted(strokes, key=lambda each: each[0].ply):
        say(f"  {escape(luck_words(match, steps, *stroke))}")


def _costly(found: Analysis, steps: list[Step]) -> None:
    """Show all choices that have lost something."""
    from rich.markup import escape
    from rich.table import Table

    from stockade.analysis.page import ESTIMATES
    from stockade.analysis.words import cost_words
    from stockade.cli.terminal import console, say

    costly = found.costly()
    if not costly:
        return
    say("\nAll choices that have cost something")
    if not all(found.is_measured(decision) for decision in costly):
        say(f"[dim]{ESTIMATES}[/]")
    table = Table(box=None, header_style="dim", pad_edge=False)
    table.add_column("move", justify="right")
    table.add_column("player")
    table.add_column("cost", justify="right", no_wrap=True)
    table.add_column("played")
    table.add_column("better")
    for decision in costly:
        state = steps[decision.ply].before
        choices = escape(state.describe(decision.played)), escape(state.describe(decision.better))
        player = escape(state.seat_name(decision.seat))
        table.add_row(str(decision.ply + 1), player, cost_words(found, decision), *choices)
    console().print(table)
