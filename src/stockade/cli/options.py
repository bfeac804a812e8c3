"""What all commands share: common options, and the format of the help pages."""

from __future__ import annotations

from typing import Annotated

import typer

from stockade import Match, games

GameName = Annotated[str, typer.Argument(metavar="GAME", help="One of `stockade games`.", show_default=False)]
Players = Annotated[
    int | None, typer.Option("--players", "-p", help="How many players; by default the game's usual number.")
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; can be given several times."),
]
Seed = Annotated[int | None, typer.Option("--seed", help="A whole number that determines everything left to chance.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs, and nothing else.")]


def page(text: str, *examples: str, json: str = "") -> str:
    """Return a help page: what the command does, what its JSON holds, and examples with the name of a real game."""
    sample = next(iter(games()), "GAME")
    lines = []
    for example in examples:
        command, _, remark = example.partition("  ")
        lines.append(f"  stockade {command.replace('GAME', sample)}")
        if remark:
            lines.append(f"      [dim]{remark.strip()}[/dim]")
    output = [f"With --json: {json}.", ""] if json else []
    return "\n".join([text, "", *output, "\b", "[bold]Examples[/bold]", *lines])


def options_text(match: Match) -> str:
    """Return the options of a match that differ from the defaults, such as `Move limit: 100`."""
    return ", ".join(
        f"{option.heading}: {option.title_of(value)}"
        for option in match.game.spec.offered
        if (value := match.options[option.name]) != option.default
    )
