"""`stockade openings`: what the first choices of a game are worth, in games that bots play."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import stockade
from stockade.cli.options import GameName, Json, page
from stockade.core.errors import BadOption, NotAllowed

if TYPE_CHECKING:
    from stockade.core.game import Game
    from stockade.openings.table import Row

SEED_LIMIT = 2**62
HELP = page(
    "Show what the first choices of a game are worth. With --make, bots play: every sort of first choice is tried "
    "once in each deal, for every number of players. For a solved game see `stockade solve`, which is exact.",
    "openings OTHER                                    the table that there is",
    "openings OTHER --make 40 --out mine.ndjson        a quick try",
    "openings OTHER --make 40 --out mine.ndjson --bots mybot.py:MyBot,greedy",
    json="game, file, rows (players, choice, action, seed, games, wins, wins_interval, points, points_interval); and "
    "timing, if a table was made",
)


def openings(
    game: GameName,
    make: Annotated[int | None, typer.Option("--make", "-n", help="How many deals to play.", min=1)] = None,
    seed: Annotated[int, typer.Option("--seed", help="Sets the deals.", min=0, max=SEED_LIMIT)] = 0,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bots", "-b", metavar="BOT,BOT",
                     help="Who plays on after the first choice. Bots take the seats in turn.",
                     show_default="what looks best"),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="How many processes share the work.", min=1)] = 1,
    out: Annotated[
        Path | None, typer.Option("--out", help="The file to write.", show_default="data/openings.ndjson of the game")
    ] = None,
    json: Json = False,
) -> None:  # fmt: skip
    from stockade.cli.terminal import print_json
    from stockade.openings.table import file_of, read

    found = stockade.game(game)
    if bots and make is None:
        raise BadOption("--bots needs --make: the table that is shown was made by other bots")
    if found.solution is not None:
        raise NotAllowed(f"{found.spec.title} is solved: see `stockade solve {found.name}`")
    file = out or file_of(found)
    started = time.perf_counter()
    if make is not None:
        _make(found, make, seed, jobs, file, bots or [])
    rows = _named(found, read(file) if file.is_file() else [])
    report: dict[str, Any] = {"game": found.name, "file": str(file), "rows": rows}
    if make is not None:
        report["timing"] = {"seconds": time.perf_counter() - started, "jobs": jobs}
    if json:
        print_json(report)
    else:
        _show(found, rows, make is not None)


def _make(game: Game, deals: int, seed: int, jobs: int, file: Path, bots: list[str]) -> None:
    from stockade.cli.terminal import busy, progress
    from stockade.openings.making import counts_of, make
    from stockade.openings.table import write

    with busy(f"setting up {game.spec.title}"):
        game.compile()
    with progress(f"{game.spec.title}: deals", deals * len(counts_of(game))) as advance:
        for done, rows in make(game, deals, seed, jobs, bots):
            advance(done)
            if rows:
                write(file, rows)


def _named(game: Game, rows: list[Row]) -> list[dict[str, Any]]:
    from stockade.openings.table import first_choice, sorts_of

    named = []
    for row in rows:
        state = first_choice(game, row.players, row.seed)
        named.append({"choice": sorts_of(state)[state.parse(row.action)]} | asdict(row))
    return named


def _show(game: Game, rows: list[dict[str, Any]], is_made: bool) -> None:
    from rich.markup import escape
    from rich.table import Table

    from stockade.cli.terminal import console, say
    from stockade.openings.making import FEWEST

    if not rows:
        few = f"These are too few deals: a choice needs {FEWEST} games to be in the table."
        none = f"{escape(game.spec.title)} has no table of openings yet. Make one with --make."
        say(few if is_made else none)
        return
    table = Table(box=None, header_style="dim", pad_edge=False)
    table.add_column("players", justify="right")
    table.add_column("first choice")
    for name in ("games", "won", "95% interval", "points", "95% interval"):
        table.add_column(name, justify="right")
    for row in rows:
        (low, high), (least, most) = row["wins_interval"], row["points_interval"]
        won = f"{row['wins']:.1%}", f"{low:.1%} to {high:.1%}"
        points = f"{row['points']:.1f}", f"{least:.1f} to {most:.1f}"
        table.add_row(str(row["players"]), escape(row["choice"]), f"{row['games']:,}", *won, *points)
    console().print(table)
