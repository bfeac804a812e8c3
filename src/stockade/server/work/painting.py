"""Let workers make the pictures of a web process.

Most of the time that a move takes goes into pictures, and one Python process uses one core at a time. A web process
and each worker that it started share a socket. What a worker does not know of a match travels with the order: the
write that led to it, or all of it. If a worker is gone, the web process makes its pictures itself.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import socket
import struct
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple
from zlib import crc32

from ..metrics import timed
from ..pictures import Audience, Mark, Painter, Sent, Studio
from ..recent import Recent
from ..stored import Step, Stored, plain

logger = logging.getLogger("stockade.server")
SIZE = struct.Struct("!I")  # before every message: how long it is
CHUNK = 1 << 16  # bytes that are read at once
MOST = 8  # pictures that are sent at once
KEPT = 300_000  # entries and lines of logs that take as much memory as the matches that a worker keeps
MATCHES = 100_000  # of which a web process remembers what a worker knows
PATIENCE = 10.0  # seconds after which a worker that does not answer counts as gone


class Commission(NamedTuple):
    """An order for a picture. `news` is what the worker does not know of the match yet."""

    no: int
    stamp: int
    news: Stored | Step | None
    seats: Sequence[tuple[datetime | None, int | None]]  # when and how far each was seen: this has no version
    audience: Audience
    base: Mark | None
    patches: bool


class Delivery(NamedTuple):
    no: int
    sent: Sent | None  # None if the worker could not make the picture


READY = Delivery(0, None)  # the first message of a worker


# ---------------------------------------------------------------------------- in a web process


class Line:
    """The connection to one worker."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.writer = writer
        self.known: Recent[str, int] = Recent(MATCHES)  # which version of each match the worker has, by stamps
        self.open: dict[int, tuple[asyncio.Future[Sent | None], float]] = {}

    def order(self, commission: Commission) -> asyncio.Future[Sent | None]:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Sent | None] = loop.create_future()
        self.open[commission.no] = done, loop.time()
        self.writer.write(framed(commission))
        return done

    def deliver(self, delivery: Delivery) -> None:
        done, _ = self.open.pop(delivery.no, (None, 0.0))
        if done is not None and not done.done():
            done.set_result(delivery.sent)

    def is_stuck(self) -> bool:
        since = next(iter(self.open.values()), (None, None))[1]
        return since is not None and asyncio.get_running_loop().time() - since > PATIENCE

    def close(self) -> None:
        self.writer.close()
        for number in list(self.open):
            self.deliver(Delivery(number, None))


class Painters:
    """Gives orders to workers, always the same one for a match, and to a painter of this process if there is none."""

    def __init__(self, own: Painter) -> None:
        self.own = own
        self._lines: dict[int, Line] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._count = 0

    def attach(self, number: int, end: socket.socket) -> None:
        """Use a worker that has the other end of a socket. The worker with the same number before it is gone."""
        if number in self._tasks:
            self._tasks[number].cancel()
        self._tasks[number] = asyncio.create_task(self._listen(number, end))

    async def stop(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def paint(self, stored: Stored, audience: Audience, base: Mark | None, patches: bool) -> Sent:
        """Return what to send to a client that has the picture `base`."""
        with timed("picture"):
            return await self._paint(stored, audience, base, patches)

    async def _paint(self, stored: Stored, audience: Audience, base: Mark | None, patches: bool) -> Sent:
        match_id = stored.row.id
        line = self._lines.get(crc32(match_id.encode()) % len(self._tasks)) if self._tasks else None
        if line is not None:
            sent = await self._order(line, stored, audience, base, patches)
            if sent is not None:
                return sent
            line.known.drop(match_id)
        return await self.own.paint(stored, audience, base, patches)

    def _order(
        self, line: Line, stored: Stored, audience: Audience, base: Mark | None, patches: bool
    ) -> asyncio.Future[Sent | None]:
        known, step = line.known.get(stored.row.id), stored.step
        news: Stored | Step | None = None
        if known != stored.stamp:
            news = step if step is not None and step.base == known else plain(stored)
            line.known.put(stored.row.id, stored.stamp)
        self._count += 1
        seats = [(seat.seen, seat.seen_ply) for seat in stored.seats]
        return line.order(Commission(self._count, stored.stamp, news, seats, audience, base, patches))

    async def _listen(self, number: int, end: socket.socket) -> None:
        reader, writer = await asyncio.open_connection(sock=end)
        line = Line(writer)
        watching = asyncio.create_task(self._watch(line))
        try:
            while True:
                (size,) = SIZE.unpack(await reader.readexactly(SIZE.size))
                delivery = pickle.loads(await reader.readexactly(size))
                if delivery == READY:
                    self._lines[number] = line
                else:
                    line.deliver(delivery)
        except (asyncio.IncompleteReadError, OSError):
            logger.debug("a worker makes no more pictures")
        finally:
            watching.cancel()
            if self._lines.get(number) is line:
                del self._lines[number]
            line.close()

    async def _watch(self, line: Line) -> None:
        """Give up a worker that does not answer. It is used again when it has been replaced."""
        while not line.is_stuck():
            await asyncio.sleep(PATIENCE / 5)
        logger.warning("a worker does not make the pictures it was asked for")
        line.writer.transport.abort()


# ---------------------------------------------------------------------------- in a worker


class Easel:
    """Makes the pictures that the other end of a socket orders, in one thread."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self._matches: Recent[str, tuple[int, Stored]] = Recent(KEPT, lambda held: 2 * held[1].weight)

    def serve(self, end: socket.socket) -> None:
        """Work until the other process is gone."""
        with suppress(OSError), end:
            end.sendall(framed(READY))
            rest = b""
            while data := end.recv(CHUNK):
                orders, rest = unframed(rest + data)
                for start in range(0, len(orders), MOST):
                    answers = [self.answer(pickle.loads(order)) for order in orders[start : start + MOST]]
                    end.sendall(b"".join(map(framed, answers)))

    def answer(self, order: Commission) -> Delivery:
        try:
            stored = self._match(order)
            if stored is None:
                return Delivery(order.no, None)
            return Delivery(order.no, self.studio.make(stored, order.audience, order.base, order.patches))
        except Exception:
            logger.exception("a picture of match %s failed", order.audience.match_id)
            return Delivery(order.no, None)

    def _match(self, order: Commission) -> Stored | None:
        """Return the match that an order is about, or None if too little is known of it."""
        match_id, news = order.audience.match_id, order.news
        stamp, stored = self._matches.get(match_id) or (0, None)
        if isinstance(news, Stored):
            stored = news
        elif isinstance(news, Step):
            stored = stored.follow(news) if stored is not None and stamp == news.base else None
        elif stamp != order.stamp:
            stored = None
        if stored is None:
            self._matches.drop(match_id)
            return None
        for row, (seen, seen_ply) in zip(stored.seats, order.seats, strict=True):
            row.seen, row.seen_ply = seen, seen_ply
        if news is not None:
            self._matches.put(match_id, (order.stamp, stored))
        return stored


def unframed(data: bytes) -> tuple[list[bytes], bytes]:
    """Return the messages in some data, and the beginning of the next one."""
    messages, start = [], 0
    while len(data) - start >= SIZE.size:
        begin = start + SIZE.size
        end = begin + SIZE.unpack_from(data, start)[0]
        if end > len(data):
            break
        messages.append(data[begin:end])
        start = end
    return messages, data[start:]


def framed(message: Any) -> bytes:
    content = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return SIZE.pack(len(content)) + content
