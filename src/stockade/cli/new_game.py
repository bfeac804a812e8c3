"""`stockade new-game`: write a folder with a small complete game, to be changed into another."""

from __future__ import annotations

import keyword
import re
import sys
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template
from typing import Annotated

import typer

import stockade
from stockade.cli.options import page
from stockade.core.errors import BadOption

HELP = page(
    "Write a folder with a new game: a small but complete package of its own that can be played at once. "
    "It has the five rooms of every game and tests. See docs/tutorial.md for how to go on.",
    "new-game pebbles",
    'new-game pebbles --title "Pebbles in a Row" --in ~/games',
)
NAME = re.compile(r"[a-z][a-z0-9_]{1,30}")


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Lower-case letters, digits and underscores.")],
    title: Annotated[str, typer.Option("--title", help="The name that people read; by default made from NAME.")] = "",
    into: Annotated[Path, typer.Option("--in", help="The folder to write it to.")] = Path(),
) -> None:
    from stockade.cli.terminal import say

    check_name(name)
    folder = into.expanduser() / name
    if folder.exists():
        raise BadOption(f"{folder} is already there")
    words = {"name": name, "dashed": name.replace("_", "-"), "title": title or name.replace("_", " ").title()}
    write(resources.files("stockade.cli").joinpath("scaffold"), folder, words)
    say(f"{words['title']} is in [bold]{folder}[/]. Go on with:")
    for line in (f"pip install -e '{folder}[test]'", f"stockade play {name}", f"stockade check-game {name}"):
        say(f"  {line.replace('[', chr(92) + '[')}")


def check_name(name: str) -> None:
    if NAME.fullmatch(name) is None or keyword.iskeyword(name):
        raise BadOption(
            f"{name!r} cannot be a game's name: use lower-case letters, digits and underscores, a letter first"
        )
    if name in stockade.games():
        raise BadOption(f"there is a game {name!r} already")
    if name in sys.stdlib_module_names or name == "stockade":
        raise BadOption(f"{name!r} is the name of another Python package")


def write(source: Traversable, target: Path, words: dict[str, str]) -> None:
    """Copy a folder, and replace the words in the names and the texts of its files."""
    target.mkdir(parents=True)
    for each in source.iterdir():
        path = target / each.name.removesuffix(".txt").replace("NAME", words["name"])
        if each.is_dir():
            write(each, path, words)
        else:
            path.write_text(Template(each.read_text("utf-8")).substitute(words), "utf-8")
