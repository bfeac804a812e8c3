"""The errors that Stockade raises. Each says what is wrong and why, and nothing has changed when it is raised."""

from __future__ import annotations

from dataclasses import dataclass

LONGEST_QUOTE = 200  # characters


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is refused, and the ruling in the game's RULINGS.md behind it."""

    text: str
    ruling: str = ""  # "2" is ruling 2 of that game; empty if there is none


def quoted(value: object) -> str:
    """Return a value as Python writes it, for an error message. A long text is cut, and nothing fails."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number with thousands of digits, or lists inside lists without end
        return f"an object of type {type(value).__name__} that is too large to show"
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}..."


class StockadeError(Exception):
    """Base class of all errors in this module. `code` is stable and meant for programs."""

    code = "error"

    def __init__(self, message: str, ruling: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.ruling = ruling


class UnknownGame(StockadeError):
    """There is no game with that name."""

    code = "unknown_game"


class UnknownBot(StockadeError):
    """There is no bot with that name, or it cannot play that game."""

    code = "unknown_bot"


class BadGame(StockadeError):
    """A game lacks something that every game must have."""

    code = "bad_game"


class BadOption(StockadeError):
    """A player count, an option or a combination of options that the game does not have."""

    code = "bad_option"


class ParseError(StockadeError):
    """The text is not in the game's notation."""

    code = "parse_error"


class IllegalAction(StockadeError):
    """The action exists, but the rules forbid it here."""

    code = "illegal_action"


class BadPosition(StockadeError):
    """The bytes or the JSON do not describe a position of the game."""

    code = "bad_position"


class CorruptLog(StockadeError):
    """The log cannot be replayed: it is damaged, illegal or made with rules that this version does not know."""

    code = "corrupt_log"


class NotAllowed(StockadeError):
    """The match does not allow this now, such as undo across a barrier or resigning after the end."""

    code = "not_allowed"
