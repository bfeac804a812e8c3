"""Move at many tables at a given rate, and note when the other side sees it.

One loop over `epoll` does everything: to receive a message takes 3 µs of the processor, where it takes 5 with the
protocols of asyncio and 14 with `websockets`.
"""

from __future__ import annotations

import array
import collections
import contextlib
import heapq
import random
import select
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from .dialects import CHANGED, REFUSED, Dialect
from .frames import Refused
from .opening import Opener
from .table import Seat, Table

PATIENCE = 20.0  # seconds after which a move counts as unanswered
NAP = 0.02  # seconds for which the loop sleeps at most
BUFFER = 1 << 20


@dataclass
class Tally:
    """What was counted while measuring."""

    seconds: array.array[float] = field(default_factory=lambda: array.array("d"))  # from a move to the other side
    late: int = 0  # moves that had to wait, because the last one was not answered yet
    unanswered: int = 0
    refused: int = 0
    closed: int = 0  # connections that the server closed
    asked: int = 0  # whole views that had to be asked for
    messages: int = 0
    received: int = 0  # bytes
    sent: int = 0
    opened: int = 0  # matches made to replace those that ended


class Traffic:
    """All tables and their connections."""

    def __init__(self, dialect: Dialect, opener: Opener, seed: int = 1) -> None:
        self.dialect = dialect
        self.opener = opener
        self.tally = Tally()
        self.tables: set[Table] = set()
        self.rate = 0.0  # moves a second at all tables together; 0: nobody moves
        self.on_seen: Callable[[Table, float], None] | None = None
        self._wanted = 0
        self.chooser = random.Random(seed)
        self._poll = select.epoll()
        self._seats: dict[int, Seat] = {}
        self._due: list[tuple[float, int, Table]] = []
        self._waiting: collections.OrderedDict[Table, None] = collections.OrderedDict()  # in the order of sending
        self._number = 0
        self._buffer = bytearray(BUFFER)
        self._window = memoryview(self._buffer)

    # ------------------------------------------------------------------ tables

    def open(self, tables: int, seconds: float = 600.0) -> float:
        """Open so many tables and wait until everybody is seated. Return how long that took."""
        began = time.monotonic()
        self._wanted += tables
        self.opener.want(tables)
        while len(self.tables) < self._wanted or not all(table.is_ready() for table in self.tables):
            if self.opener.errors:
                raise Refused(self.opener.errors[0])
            if time.monotonic() - began > seconds:
                raise Refused(f"only {len(self.tables)} of {self._wanted} tables could be opened")
            self.run(NAP)
        return time.monotonic() - began

    def close(self) -> None:
        for table in list(self.tables):
            self._drop(table)
        self.opener.stop()
        while self.opener.done:
            self._drop(self.opener.done.popleft())
        self._poll.close()

    def _take_in(self, table: Table) -> None:
        self.tables.add(table)
        for seat in table.seats:
            number = seat.socket.raw.fileno()
            self._seats[number] = seat
            self._poll.register(number, select.EPOLLIN)
        for seat in table.seats:
            self._heard(seat, b"")
        if self.rate:
            self._plan(table, time.perf_counter() + self.chooser.random() * self._period)

    def _drop(self, table: Table) -> None:
        self.tables.discard(table)
        self._waiting.pop(table, None)
        for seat in table.seats:
            if self._seats.pop(seat.socket.raw.fileno(), None) is not None:
                self._poll.unregister(seat.socket.raw.fileno())
            seat.socket.raw.close()

    def _replace(self, table: Table) -> None:
        if table in self.tables:
            self._drop(table)
            self.opener.want()
            self.tally.opened += 1

    # ------------------------------------------------------------------ the loop

    @property
    def _period(self) -> float:
        return self._wanted / self.rate

    def set_rate(self, rate: float) -> None:
        """Let every table move once in a period, at its own random moment."""
        self.rate = rate
        self._due.clear()
        now = time.perf_counter()
        for table in self.tables:
            table.is_due = False
            if rate:
                self._plan(table, now + self.chooser.random() * self._period)

    def _plan(self, table: Table, moment: float) -> None:
        self._number += 1
        heapq.heappush(self._due, (moment, self._number, table))

    def run(self, seconds: float) -> None:
        """Play for so long."""
        clock, due = time.perf_counter, self._due
        end = clock() + seconds
        while (now := clock()) < end:
            while due and due[0][0] <= now:
                moment, _, table = heapq.heappop(due)
                if table in self.tables:
                    self._plan(table, max(moment + self._period, now))
                    self.turn(table)
            while self.opener.done:
                self._take_in(self.opener.done.popleft())
            if self._waiting:
                oldest = next(iter(self._waiting))
                if now - oldest.sent_at > PATIENCE:
                    self.tally.unanswered += 1
                    self._replace(oldest)
            pause = min(NAP, end - now, due[0][0] - now if due else NAP)
            for number, _ in self._poll.poll(max(0.0, pause)):
                seat = self._seats.get(number)
                if seat is not None:
                    self._receive(seat)

    def settle(self, seconds: float = PATIENCE) -> None:
        """Stop moving, and wait until all moves are answered."""
        self.set_rate(0.0)
        end = time.perf_counter() + seconds
        while self._waiting and time.perf_counter() < end:
            self.run(NAP)

    # ------------------------------------------------------------------ messages

    def _receive(self, seat: Seat) -> None:
        try:
            size = seat.socket.raw.recv_into(self._buffer)
        except BlockingIOError:
            return
        except OSError:
            size = 0
        if size == 0:
            self.tally.closed += 1
            self._replace(seat.table)
            return
        self._heard(seat, bytes(self._window[:size]))

    def _heard(self, seat: Seat, chunk: bytes) -> None:
        now = time.perf_counter()
        tally, table = self.tally, seat.table
        tally.received += len(chunk)
        for message in seat.socket.messages(chunk):
            kind = self.dialect.read(seat, message)
            tally.messages += 1
            if kind == CHANGED:
                if not table.is_measured and seat is not table.sender and seat.version > table.sent_version:
                    table.is_measured = True
                    tally.seconds.append(now - table.sent_at)
                    if self.on_seen is not None:
                        self.on_seen(table, now - table.sent_at)
                if table in self._waiting and table.is_ready():
                    del self._waiting[table]
                    if table.is_due:
                        self.turn(table)
                elif seat.no == table.mover and table.is_due and table.is_ready():
                    self.turn(table)
            elif kind == REFUSED:
                tally.refused += 1
                self._waiting.pop(table, None)
                table.sent_version = table.version - 1
                self._ask(seat)
        if seat.socket.is_closed:
            tally.closed += 1
            self._replace(table)

    def turn(self, table: Table) -> None:
        """Make a move, or remember that one is due."""
        if table.is_over:
            self._replace(table)
            return
        if not table.is_ready() or table in self._waiting:
            self.tally.late += 1
            table.is_due = True
            return
        seat = table.seats[table.mover]
        move = self.dialect.play(seat, self.chooser)
        if move is None:
            table.is_due = True
            self._ask(seat)
            return
        table.is_due = False
        table.sender, table.sent_version, table.is_measured = seat, seat.version, False
        table.made += 1
        self._waiting[table] = None
        table.sent_at = time.perf_counter()
        self._send(seat, move)

    def _ask(self, seat: Seat) -> None:
        question = self.dialect.ask(seat)
        if question is None:
            self._replace(seat.table)
        else:
            self.tally.asked += 1
            self._send(seat, question)

    def _send(self, seat: Seat, content: bytes) -> None:
        self.tally.sent += len(content)
        try:
            seat.socket.send(content)
        except OSError:
            self.tally.closed += 1
            self._replace(seat.table)


@contextlib.contextmanager
def traffic_to(url: str, dialect: Dialect, addresses: int = 1, watchers: int = 0) -> Iterator[Traffic]:
    """Provide traffic to the server at an address of this machine, with no tables yet."""
    traffic = Traffic(dialect, Opener(url, dialect, addresses, watchers))
    try:
        yield traffic
    finally:
        traffic.close()
