"""The few errors that Stockade raises at its edges. Each says what and why, and nothing has changed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is refused, and the ruling in the game's RULINGS.md that says so."""

    text: str
    ruling: str = ""  # "2" is ruling 2 of that game; empty where no ruling is needed


class StockadeError(Exception):
    """Base of all errors below. `code` is stable and meant for programs."""

    code = "error"

    def __init__(self, message: str, ruling: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.ruling = ruling


class UnknownGame(StockadeError):
    """There is no game of that name."""

    code = "unknown_game"


class UnknownBot(StockadeError):
    """There is no bot of that name, or none for that game."""

    code = "unknown_bot"


class BadGame(StockadeError):
    """A game that lacks something every game must have."""

    code = "bad_game"


class BadOption(StockadeError):
    """A player count or an option that the game does not have, or not together."""

    code = "bad_option"


class ParseError(StockadeError):
    """The text is not in the game's notation."""

    code = "parse_error"


class IllegalAction(StockadeError):
    """The action exists, and the rules forbid it here."""

    code = "illegal_action"


class BadPosition(StockadeError):
    """Bytes or JSON that describe no position of the game."""

    code = "bad_position"


class CorruptLog(StockadeError):
    """A log that cannot be replayed: damaged, illegal or of rules this version does not know."""

    code = "corrupt_log"


class NotAllowed(StockadeError):
    """The match does not allow this now: undo across a barrier, resigning after the end."""

    code = "not_allowed"
