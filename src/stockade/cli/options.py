"""What all commands share: common options, and the format of the help pages."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Annotated

import typer

from stockade import Match, game, games
from stockade.core.errors import BadOption

if TYPE_CHECKING:
    from stockade.arena.jobs import Workers

GameName = Annotated[str, typer.Argument(metavar="GAME", help="One of `stockade games`.", show_default=False)]
Players = Annotated[
    int | None, typer.Option("--players", "-p", help="How many players; by default the game's usual number.")
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; can be given several times."),
]
Seed = Annotated[int | None, typer.Option("--seed", help="A whole number that determines everything left to chance.")]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="FILE|URL",
        help="Where matches are kept: a file, or postgresql+psycopg://host/name. By default $STOCKADE_DATABASE.",
        show_default=False,
    ),
]
Jobs = Annotated[int, typer.Option("--jobs", "-j", help="How many processes share the work.", min=1)]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Work on a Ray cluster instead: its address such as host:6379, `auto` for the one that runs here, "
        "or `local` to start one.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs, and nothing else.")]


def page(text: str, *examples: str, json: str = "") -> str:
    """Return a help page: what the command does, what its JSON holds, and examples that can be run as they are.

    Some words in capitals stand for what a real game has: see `_words`.
    """
    words = _words()
    lines = []
    for example in examples:
        command, _, remark = example.partition("  ")
        names = [name for name in words if re.search(rf"\b{name}\b", command)]
        if not all(words[name] for name in names):
            continue  # no game has this
        for name in names:
            command = re.sub(rf"\b{name}\b", words[name], command)
        lines.append(f"  stockade {command}")
        if remark:
            lines.append(f"      [dim]{remark.strip()}[/dim]")
    output = [f"With --json: {json}.", ""] if json else []
    return "\n".join([text, "", *output, "\b", "[bold]Examples[/bold]", *lines])


@cache
def _words() -> dict[str, str]:
    """Return what the words in capitals stand for in examples. A word that fits no game stands for nothing.

    GAME is a quick game, a solved one if there is one, and OTHER another game. TABLED is a game with an option that
    is a table of data, TABLE that option, CELL one value in it, and NUMBER and FLAG are other options of that game,
    each with a few values.
    """
    found = [game(name) for name in games()]
    quick = next((each for each in found if each.has("solution")), None) or next(iter(found), None)
    other = next((each for each in found if each is not quick), None)
    tabled = next((each for each in found if any(option.read for option in each.spec.offered)), None)
    options = tabled.spec.offered if tabled else ()
    table = next((option for option in options if option.read), None)
    number = next((option for option in options if option.kind == "int"), None)
    flag = next((option for option in options if option.kind == "bool"), None)
    return {
        "GAME": quick.name if quick else "",
        "OTHER": other.name if other else "",
        "TABLED": tabled.name if tabled else "",
        "TABLE": table.name if table else "",
        "CELL": table.example if table else "",
        "NUMBER": f"{number.name}={number.low}..{number.high}" if number else "",
        "FLAG": f"{flag.name}=true,false" if flag else "",
    }


def workers(jobs: int, ray: str | None) -> int | Workers:
    """Return where work is done: on so many processes, or on a Ray cluster."""
    if ray is None:
        return jobs
    if jobs > 1:
        raise BadOption("--jobs is for this machine and --ray for a cluster: give one of them")
    from stockade.arena.cluster import Cluster

    return Cluster(ray)


def options_text(match: Match) -> str:
    """Return the options of a match that differ from the defaults, such as `Move limit: 100`."""
    return ", ".join(
        f"{option.heading}: {option.title_of(value)}"
        for option in match.game.spec.offered
        if (value := match.options[option.name]) != option.default
    )
