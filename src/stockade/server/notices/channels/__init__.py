"""The ways in which notices reach people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from stockade.core.language import ENGLISH

from ...sentences import write
from ..models import Event


class Failure(Exception):
    """A notice could not be delivered. The text is shown to the person; it contains no secrets.

    It is kept as a sentence: see `sentences.read`.
    """

    def __init__(self, text: str, *, again: bool = True, gone: bool = False, **parts: object) -> None:
        super().__init__(text)
        self.text = write(text, **parts)
        self.again = again  # whether a later try may succeed
        self.gone = gone  # whether the receiver does not exist any more


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing that a person is told."""

    id: str  # stays the same if it is sent again
    event: Event
    match_id: str
    text: str
    at: datetime
    until: datetime | None = None  # when it is no longer of use

    @property
    def path(self) -> str:
        """Return where the client shows what the notice is about."""
        return f"/m/{self.match_id}" if self.match_id else "/"


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail with one or more notices."""

    to: str
    stop: str  # the key in the link that stops the mails
    notices: Sequence[Notice]
    language: str = ENGLISH
