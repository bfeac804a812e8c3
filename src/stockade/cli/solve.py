"""`stockade solve`: show the result of perfect play, for games that are solved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import stockade
from stockade.cli.options import GameName, Json, page
from stockade.core.errors import NotAllowed

if TYPE_CHECKING:
    from stockade.core.contract import Solution
    from stockade.core.game import Game

HELP = page(
    "Solve a game: show the result of perfect play from the start, after every first move and from all positions. "
    "The first time it is computed; afterwards it is read from the cache. Not every game can be solved.",
    "solve GAME",
    json="positions, wins, draws, losses, longest_win, start (player, value from -1 to 1, distance), "
    "first_moves (action, label, value, distance), seconds and cached",
)


def solve(game: GameName, json: Json = False) -> None:
    from stockade.cli.terminal import print_json

    found = stockade.game(game)
    if found.solution is None:
        solved = [name for name in stockade.games() if stockade.game(name).solution is not None]
        raise NotAllowed(f"{found.spec.title} is not solved; these are: {', '.join(solved) or 'none'}")
    summary = _summary(found, found.solution)
    if json:
        print_json(summary)
    else:
        _show(found, summary)


def _summary(game: Game, solution: Solution) -> dict[str, Any]:
    from stockade.cli.terminal import busy, interruptible

    with busy(f"{game.spec.title}: loading") as tell:

        def report(stage: str, share: float) -> None:
            tell(f"{game.spec.title}: {stage} {share:.0%}")

        return interruptible(lambda: solution.solution(report)).summary()


def _show(game: Game, summary: dict[str, Any]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from stockade.cli.terminal import console, say

    start = summary["start"]
    title = f"[bold]{escape(game.spec.title)}[/] is a [bold]{_verdict(start)}[/]"
    say(f"{title} for {escape(start['player'])}, who begins.\n")
    counts = Table("", "positions", "share", box=None, header_style="dim", pad_edge=False)
    counts.columns[1].justify = counts.columns[2].justify = "right"
    total = summary["positions"]
    for name, text in (("wins", "won"), ("draws", "drawn"), ("losses", "lost")):
        counts.add_row(f"{text} for the player to move", f"{summary[name]:,}", f"{summary[name] / total:.1%}")
    counts.add_row("all that can be reached", f"{total:,}", "")
    console().print(counts)
    say(f"The longest forced win takes {summary['longest_win']} moves of both players together.\n")
    moves = Table("first move", "", "after it", box=None, header_style="dim", pad_edge=False)
    for row in summary["first_moves"]:
        moves.add_row(f"[key]{escape(row['action'])}[/]", escape(row["label"]), _verdict(row))
    console().print(moves)
    source = "read from the cache" if summary["cached"] else "solved"
    say(f"[dim]{source} in {summary['seconds']:.1f} s[/]")


def _verdict(row: dict[str, Any]) -> str:
    from stockade.core.solution import Verdict

    return str(Verdict(row["value"], row["distance"]))
