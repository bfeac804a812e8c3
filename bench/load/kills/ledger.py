"""What was sent at a table, what was acknowledged, and whether the table agrees with it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

ACKNOWLEDGED, REFUSED, UNKNOWN = "acknowledged", "refused", "unknown"


@dataclass
class Sent:
    """A move that was sent."""

    version: int  # that it was based on
    place: int  # in the log
    seat: int
    text: str
    outcome: str = UNKNOWN  # as long as no answer was read
    tries: int = 1
    sent_at: float = field(default_factory=time.monotonic)
    known_at: float | None = None  # when it was first seen in the log

    def stands_in(self, log: list[dict[str, Any]]) -> bool:
        if self.place >= len(log):
            return False
        line = log[self.place]
        return (line["seat"], line["text"]) == (self.seat, self.text)

    def acknowledge(self) -> None:
        self.outcome = ACKNOWLEDGED
        self.known_at = self.known_at or time.monotonic()


@dataclass(frozen=True)
class Kind:
    """A kind of table: who sits at it and how they play."""

    game: str
    seats: tuple[str, ...]
    way: str = "ws"  # how moves are sent: http, ws, or mixed
    options: dict[str, Any] = field(default_factory=dict)
    policy: dict[str, Any] = field(default_factory=dict)
    pause: float = 0.15  # the longest pause before a move, in seconds
    is_silent: bool = False  # nobody ever moves


@dataclass
class Table:
    kind: Kind
    id: str = ""
    tokens: dict[int, str] = field(default_factory=dict)
    sent: list[Sent] = field(default_factory=list)
    opened: tuple[float, float] = (0.0, 0.0)  # between these moments
    is_over: bool = False
    faults: list[str] = field(default_factory=list)

    def check_line(self, sent: Sent, log: list[dict[str, Any]], when: str) -> None:
        if not sent.stands_in(log):
            line = log[sent.place] if sent.place < len(log) else None
            found = None if line is None else (line["seat"], line["text"])
            wanted = sent.seat, sent.text
            self.faults.append(f"LOST {when}: move {sent.place} {wanted} was acknowledged; there is {found}")

    def check_log(self, log: list[dict[str, Any]]) -> None:
        """Every acknowledged move is there, and no move that was not sent, or sent for another place."""
        for sent in self.sent:
            if sent.outcome == ACKNOWLEDGED:
                self.check_line(sent, log, "at the end")
        for place, line in enumerate(log):
            if line["seat"] in self.tokens and not any(s.place == place and s.stands_in(log) for s in self.sent):
                self.faults.append(f"DOUBLED or foreign: nobody sent move {place}, {line['text']!r}")

    def note_standing(self, log: list[dict[str, Any]]) -> None:
        """Note when a move whose answer was cut off is first seen in the log."""
        for sent in self.sent:
            if sent.known_at is None and sent.stands_in(log):
                sent.known_at = time.monotonic()
