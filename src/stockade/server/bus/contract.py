"""What a bus does, and the parts that all kinds of bus share."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import secrets
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

logger = logging.getLogger("stockade.server.bus")

# Takes a topic and a message. Runs on the event loop and must be quick.
Receive = Callable[[str, dict[str, Any]], None]

# The topic of an empty message that a bus gives its own process when it is connected again after a loss: messages may
# have been missed, so it is time to look at the database.
RECONNECTED = "bus.reconnected"

LINE_LIMIT = 16 * 1024  # maximum bytes of a message
WAITING_LIMIT = 1024 * 1024  # maximum bytes that wait for one receiver; beyond this the oldest are dropped
FIRST_SECONDS = 2.0  # how long a start waits for the first connection
LAST_SECONDS = 1.0  # how long a stop waits until everything is sent


class Bus(Protocol):
    @property
    def connected(self) -> bool:
        """Whether messages reach the other processes now."""

    @property
    def dropped(self) -> int:
        """How many messages or groups of messages were dropped because somebody reads too slowly."""

    async def start(self, receive: Receive) -> None:
        """Connect, and pass every message of other processes to `receive`.

        If there is no connection, this returns after a short while, and the bus goes on trying.
        """

    def publish(self, topic: str, message: dict[str, Any]) -> None:
        """Send a message to all other processes. This never blocks. Call it on the event loop."""

    async def stop(self) -> None:
        """Send what is waiting, if that is possible at once, and disconnect."""


class QuietBus:
    """The bus of a process that is alone: there is nobody to tell."""

    connected = True
    dropped = 0

    async def start(self, receive: Receive) -> None:
        pass

    def publish(self, topic: str, message: dict[str, Any]) -> None:
        encode("", topic, message)  # a message that no bus could send is an error here too

    async def stop(self) -> None:
        pass


def encode(node: str, topic: str, message: dict[str, Any]) -> bytes:
    """Return a message as one line."""
    line = json.dumps({"from": node, "topic": topic, "message": message}, separators=(",", ":")).encode() + b"\n"
    if len(line) > LINE_LIMIT:
        raise ValueError(f"a message of {len(line)} bytes is too long for the bus: send where it is stored")
    return line


class Post:
    """One process's letterbox: opens the lines that arrive, and passes on those of others."""

    def __init__(self) -> None:
        self.node = secrets.token_hex(8)
        self._receive: Receive | None = None

    def open(self, receive: Receive) -> None:
        self._receive = receive

    def close(self) -> None:
        self._receive = None

    def take_all(self, lines: bytes) -> None:
        for line in lines.splitlines():
            self.take(line)

    def take(self, line: bytes) -> None:
        """Pass a line's message on. A line that makes no sense is skipped: it must not stop what comes after it."""
        try:
            letter = json.loads(line)
            sender, topic, message = letter["from"], letter["topic"], letter["message"]
            if not (isinstance(topic, str) and isinstance(message, dict)):
                raise TypeError
        except (ValueError, TypeError, KeyError, RecursionError):
            logger.warning("skipped a message on the bus that makes no sense (%d bytes)", len(line))
            return
        if sender != self.node:
            self.give(topic, message)

    def give(self, topic: str, message: dict[str, Any]) -> None:
        if self._receive is None:
            return
        try:
            self._receive(topic, message)
        except Exception:
            logger.exception("could not act on a message on the bus about %s", topic)


class Outbox:
    """Lines that wait to be sent. Putting one in never waits: if there are too many, the oldest are dropped."""

    def __init__(self) -> None:
        self.dropped = 0
        self._lines: deque[bytes] = deque()
        self._bytes = 0
        self._some = asyncio.Event()

    def put(self, lines: bytes) -> None:
        self._lines.append(lines)
        self._bytes += len(lines)
        while self._bytes > WAITING_LIMIT:
            self._bytes -= len(self._lines.popleft())
            self.dropped += 1
        self._some.set()

    async def take(self) -> bytes:
        """Wait until there is something to send, and return all of it."""
        await self._some.wait()
        lines = b"".join(self._lines)
        self.clear()
        return lines

    def clear(self) -> None:
        self._lines.clear()
        self._bytes = 0
        self._some.clear()

    def __bool__(self) -> bool:
        return bool(self._lines)


class Pause:
    """The wait between two tries to connect. It grows until one of them succeeds."""

    shortest = 0.02

    def __init__(self, longest: float) -> None:
        self.longest = longest
        self._next = self.shortest

    def succeeded(self) -> None:
        self._next = self.shortest

    async def wait(self) -> None:
        await asyncio.sleep(self._next * random.uniform(0.5, 1.0))  # not all processes at the same moment
        self._next = min(2 * self._next, self.longest)


async def cancel(*tasks: asyncio.Task[None] | None) -> None:
    started = [task for task in tasks if task is not None]
    for task in started:
        task.cancel()
    await asyncio.gather(*started, return_exceptions=True)
