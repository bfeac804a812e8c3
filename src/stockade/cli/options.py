"""What the commands have in common: their shared options, and the look of their help pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from stockade import BadOption, Match, games

GameName = Annotated[str, typer.Argument(metavar="GAME", help="One of `stockade games`.", show_default=False)]
Players = Annotated[
    int | None, typer.Option("--players", "-p", help="How many players; the game's usual number if not said.")
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be given several times."),
]
Seed = Annotated[int | None, typer.Option("--seed", help="A whole number that fixes everything left to chance.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs, and nothing else, on the output.")]


def page(text: str, *examples: str, json: str = "") -> str:
    """A help page: what the command does, what its JSON holds, then examples with the name of a real game."""
    sample = next(iter(games()), "GAME")
    lines = []
    for example in examples:
        command, _, remark = example.partition("  ")
        lines.append(f"  stockade {command.replace('GAME', sample)}")
        if remark:
            lines.append(f"      [dim]{remark.strip()}[/dim]")
    output = [f"With --json: {json}.", ""] if json else []
    return "\n".join([text, "", *output, "\b", "[bold]Examples[/bold]", *lines])


def read_options(given: Iterable[str] | None) -> dict[str, str]:
    """`name=value` texts as a mapping. The game itself checks the names and values."""
    options: dict[str, str] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not name.strip() or not equals:
            raise BadOption(f"an option is written name=value, not {text!r}")
        options[name.strip()] = value.strip()
    return options


def options_text(match: Match) -> str:
    """The options of a match that differ from the usual: `match 11`."""
    usual = {option.name: option.default for option in match.game.spec.options}
    return ", ".join(f"{name} {value}" for name, value in match.options.items() if value != usual[name])
