"""Shows a game's rules in the terminal: Markdown, with boards drawn as text."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from rich.markdown import Markdown
from rich.markup import escape
from rich.padding import Padding

from stockade.cli.keyboard import ask
from stockade.cli.terminal import console, say, show_board
from stockade.core.errors import NotAllowed, StockadeError
from stockade.core.game import Game

BOARD = re.compile(r"^```board\s*\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)
SYMBOL = re.compile(r"!\[([^\]]*)\]\([^)]*\)")  # a symbol of the game's art; a terminal shows its words instead
NOTES = re.compile(r"^- Tests?:.*?(?=^- |^$|\Z)", re.MULTILINE | re.DOTALL)  # names of tests, for developers


def show_lesson(game: Game) -> None:
    """Show the whole lesson. In a terminal it stops after each section, so that nothing scrolls away unread."""
    sections = re.split(r"^(?=## )", _lesson(game), flags=re.MULTILINE)
    waits = sys.stdin.isatty() and console().is_terminal
    for number, section in enumerate(sections, 1):
        _show_section(game, section)
        if waits and number < len(sections) and ask(f"{number}/{len(sections)}, Enter for more, q to stop: "):
            return


def _lesson(game: Game) -> str:
    try:
        return game.learn()
    except FileNotFoundError:
        raise NotAllowed(f"{game.spec.title} has no lesson yet") from None


def plain_lesson(game: Game) -> str:
    """Return the whole lesson as Markdown, with boards drawn as text."""

    def drawn(found: re.Match[str]) -> str:
        given = json.loads(found[1])
        return f"```\n{game.from_json(given['position'])}\n```\n{given.get('caption', '')}"

    return SYMBOL.sub(r"\1", BOARD.sub(drawn, _lesson(game)))


def _show_section(game: Game, text: str) -> None:
    # The pattern has one group, so prose and boards alternate.
    for number, part in enumerate(BOARD.split(text)):
        if number % 2:
            _show_board(game, part)
        elif part.strip():
            console().print(Padding(Markdown(SYMBOL.sub(r"\1", part), hyperlinks=False), (0, 0, 1, 0)))


def _show_board(game: Game, text: str) -> None:
    try:
        given: dict[str, Any] = json.loads(text)
        state = game.from_json(given["position"])
    except (StockadeError, ValueError, KeyError, TypeError):
        console().print(Markdown(f"```json\n{text}```"))  # so that its author sees the mistake
        return
    show_board(state)
    if given.get("caption"):
        say(f"  [dim]{escape(str(given['caption']))}[/]")
    say()


def show_ruling(game: Game, wanted: str) -> None:
    """Show one ruling of the game's RULINGS.md, by its number."""
    title, text = ruling(game, wanted)
    say(f"[bold]Ruling {escape(wanted)}: {escape(title)}[/]")
    console().print(Markdown(text, hyperlinks=False))


def ruling(game: Game, wanted: str) -> tuple[str, str]:
    """Return the title and the text of a ruling, by its number."""
    number = re.escape(wanted.strip().rstrip("."))
    found = re.search(rf"^#+ {number}\.\s+(.*?)\n(.*?)(?=^#|\Z)", _rulings(game), re.MULTILINE | re.DOTALL)
    if found is None:
        raise NotAllowed(f"{game.spec.title} has no ruling {wanted!r}")
    return found[1], NOTES.sub("", found[2]).strip()


def _rulings(game: Game) -> str:
    try:
        return game.text_file("RULINGS.md")
    except FileNotFoundError:
        return ""
