"""A match under load, as the load generator sees it."""

from __future__ import annotations

from dataclasses import dataclass, field

from .frames import Socket


@dataclass(eq=False, slots=True)
class Seat:
    table: Table
    no: int
    socket: Socket
    token: str = ""
    version: int = -1  # what its connection was last told of
    choices: bytes = b""  # the message that lists what it may do at this version


@dataclass(eq=False, slots=True)
class Table:
    id: str
    seats: list[Seat] = field(default_factory=list)
    version: int = -1
    mover: int = -1  # the seat that has to decide
    is_over: bool = False
    is_due: bool = False  # should have moved already, but still waits for the server
    sender: Seat | None = None  # who made the last move
    sent_at: float = 0.0
    sent_version: int = -1
    is_measured: bool = True  # the other side has seen the last move
    made: int = 0  # how many moves

    def is_ready(self) -> bool:
        """Return whether everybody has seen the last move."""
        return all(seat.version > self.sent_version for seat in self.seats)
