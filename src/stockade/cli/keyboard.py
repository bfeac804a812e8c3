"""What people type: lines, answers to questions, and completion with the tab key."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass

# Only its import matters: lines can then be edited and recalled. Not on every system.
try:
    import readline
except ImportError:  # pragma: no cover
    readline = None  # type: ignore[assignment]


class Leave(Exception):
    """The person wants to go, or the input has ended."""


@dataclass(frozen=True, slots=True)
class Line:
    """A command with what follows it, or a text that should be a move."""

    command: str
    text: str


def ask(prompt: str) -> str:
    """One line, without the spaces around it. The end of the input is a wish to leave."""
    try:
        return input(prompt).strip()
    except EOFError:
        raise Leave from None


def yes(question: str) -> bool:
    return ask(f"{question} [y/N] ").lower() in ("y", "yes")


def read(prompt: str, commands: Collection[str], moves: Collection[str]) -> Line:
    """A move wins over a command of the same spelling; a slash before a word always makes it a command."""
    text = ask(prompt)
    word, _, rest = text.removeprefix("/").partition(" ")
    if text.startswith("?"):
        return Line("?", text[1:].strip())
    if word.lower() in commands and (text.startswith("/") or text.lower() not in {move.lower() for move in moves}):
        return Line(word.lower(), rest.strip())
    return Line("", text)


def complete_with(words: Sequence[str]) -> None:
    """Offer these words to the tab key."""
    if readline is None:
        return

    def complete(start: str, number: int) -> str | None:
        exact = [word for word in words if word.startswith(start)]
        found = exact or [word for word in words if word.lower().startswith(start.lower())]
        return found[number] if number < len(found) else None

    with contextlib.suppress(AttributeError):  # a build without them edits lines all the same
        readline.set_completer(complete)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")
