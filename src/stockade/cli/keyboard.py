"""What people type: lines, answers to questions, and completion with the tab key."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass

# Importing it is enough: lines can then be edited and recalled. Not every system has it.
try:
    import readline
except ImportError:  # pragma: no cover
    readline = None  # type: ignore[assignment]


class Leave(Exception):
    """The person wants to leave, or the input has ended."""


@dataclass(frozen=True, slots=True)
class Line:
    """A command and its arguments, or a text that should be a move."""

    command: str
    text: str


def ask(prompt: str) -> str:
    """Return one line, without the spaces around it. The end of the input means leaving."""
    try:
        return input(prompt).strip()
    except EOFError:
        raise Leave from None


def yes(question: str) -> bool:
    """Ask a question, and return whether the answer is yes."""
    return ask(f"{question} [y/N] ").lower() in ("y", "yes")


def read(prompt: str, commands: Collection[str], moves: Collection[str]) -> Line:
    """Read a command or a move.

    A word that is both a move and a command is taken as the move. A slash before a word always makes it a command.
    """
    text = ask(prompt)
    word, _, rest = text.removeprefix("/").partition(" ")
    if text.startswith("?"):
        return Line("?", text[1:].strip())
    if word.lower() in commands and (text.startswith("/") or text.lower() not in {move.lower() for move in moves}):
        return Line(word.lower(), rest.strip())
    return Line("", text)


def complete_with(words: Sequence[str]) -> None:
    """Complete these words with the tab key."""
    if readline is None:
        return

    def complete(start: str, number: int) -> str | None:
        exact = [word for word in words if word.startswith(start)]
        found = exact or [word for word in words if word.lower().startswith(start.lower())]
        return found[number] if number < len(found) else None

    with contextlib.suppress(AttributeError):  # without completion, lines can still be edited
        readline.set_completer(complete)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")
