"""`stockade games` and `stockade bots`: list the games and the bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

import stockade
from stockade.cli.options import Json, page

if TYPE_CHECKING:
    from stockade.core.game import Game
    from stockade.core.spec import Spec

GAMES_HELP = page(
    "List the games, or show one game with its options.",
    "games",
    "games GAME",
    json="a list of objects with name, title, blurb, players, minutes, weight, rules_version and options",
)
BOTS_HELP = page(
    "List the bots with their options, and the levels from 1 to 5 that people can choose in a game, with the ratings "
    "that were measured at its usual number of players (docs/strength).",
    "bots",
    "bots GAME",
    "simulate GAME --bots mcts:simulations=50,threads=1,greedy --games 4",
    "simulate GAME --bots mybot.py:MyBot,care=0.5,random --games 4       a bot of your own, with an option",
    json="bots (name, text, options with their defaults) and levels (level, name, bot, text, seconds, rating)",
)
OneGame = Annotated[str | None, typer.Argument(metavar="GAME", help="One of `stockade games`.")]


def games(game: OneGame = None, json: Json = False) -> None:
    from stockade.cli.terminal import print_json

    names = [game] if game else list(stockade.games())
    specs = [stockade.game(name).spec for name in names]
    if json:
        print_json([_spec_json(spec) for spec in specs])
    elif game:
        _show_spec(specs[0])
    else:
        _show_shelf(specs)


def _spec_json(spec: Spec) -> dict[str, Any]:
    options = [
        {
            "name": option.name,
            "title": option.heading,
            "default": option.default,
            "range": option.range_text(),
            "text": option.text,
        }
        for option in spec.offered
    ]
    return {
        "name": spec.name,
        "title": spec.title,
        "blurb": spec.blurb,
        "players": list(spec.players),
        "minutes": spec.minutes,
        "weight": spec.weight,
        "rules_version": spec.rules_version,
        "options": options,
    }


def _players_text(spec: Spec) -> str:
    counts = spec.players
    return str(counts[0]) if len(counts) == 1 else f"{min(counts)}-{max(counts)}"


def _show_shelf(specs: list[Spec]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from stockade.cli.terminal import console, say

    table = Table("name", "players", "minutes", "weight", "", box=None, header_style="dim", pad_edge=False)
    for spec in specs:
        table.add_row(f"[key]{spec.name}[/]", _players_text(spec), spec.minutes, spec.weight, escape(spec.blurb))
    console().print(table)
    say("[dim]`stockade games NAME` shows more about a game; `stockade play NAME` plays it.[/]")


def _show_spec(spec: Spec) -> None:
    from rich.markup import escape
    from rich.table import Table

    from stockade.cli.terminal import console, say

    players = "player" if spec.players == (1,) else "players"
    facts = f"{_players_text(spec)} {players}, {spec.minutes} minutes, {spec.weight}"
    say(f"[bold]{escape(spec.title)}[/]  [dim]{facts}[/]")
    say(escape(spec.blurb))
    if spec.offered:
        table = Table("option", "", "default", "may be", "", box=None, header_style="dim", pad_edge=False)
        for option in spec.offered:
            default = str(option.default).lower() if option.kind == "bool" else str(option.default)
            names = (f"[key]{option.name}[/]", escape(option.heading))
            table.add_row(*names, default, option.range_text(), escape(option.text))
        console().print(table)
        say(f"[dim]stockade play {spec.name} --option {spec.offered[0].name}=...[/]")


def bots(game: OneGame = None, json: Json = False) -> None:
    from stockade.cli.terminal import print_json

    found = stockade.game(game) if game else None  # an unknown name is refused before the compiler is loaded
    ranks = _levels_json(found)
    if json:
        print_json({"bots": _bots_json(), "levels": ranks})
    else:
        _show_bots(ranks)


def _levels_json(game: Game | None) -> list[dict[str, Any]]:
    """Return the levels of a game, or the usual ones. Only levels of a game that was measured have ratings."""
    from stockade.bots import levels
    from stockade.bots.levels import LEVELS
    from stockade.server.ratings.anchors import measured

    known = measured().get(game.name, {}) if game else {}
    ratings = known.get(str(game.spec.check_players(None)), []) if game else []
    return [
        {
            "level": level.level,
            "name": level.name,
            "bot": level.spec,
            "text": level.text,
            "seconds": level.seconds,
            "rating": ratings[number] if ratings else None,
        }
        for number, level in enumerate(levels(game) if game else LEVELS)
    ]


def _bots_json() -> list[dict[str, Any]]:
    import inspect

    from stockade.bots import BOTS

    listed = []
    for name, factory in BOTS.items():
        parameters = inspect.signature(factory).parameters.values()
        text = " ".join((inspect.getdoc(factory) or inspect.getdoc(inspect.getmodule(factory)) or "").split())
        options = {p.name: None if p.default is p.empty else p.default for p in parameters}
        listed.append({"name": name, "text": text, "options": options})
    return listed


def _show_bots(ranks: list[dict[str, Any]]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from stockade.cli.terminal import console, say

    table = Table("bot", "options", "", box=None, header_style="dim", pad_edge=False)
    for bot in _bots_json():
        table.add_row(f"[key]{bot['name']}[/]", escape(", ".join(bot["options"])), escape(bot["text"]))
    console().print(table)
    say("[dim]Written as name:key=value,key=value; `stockade bots --json` has the defaults.[/]\n")
    levels = Table("level", "name", "rating", "bot", "", box=None, header_style="dim", pad_edge=False)
    for rank in ranks:
        rating = "" if rank["rating"] is None else str(rank["rating"])
        levels.add_row(f"[key]{rank['level']}[/]", rank["name"], rating, escape(rank["bot"]), escape(rank["text"]))
    console().print(levels)
