"""The bus between processes on one machine. One of them listens and passes on what the others send.

The processes share a private folder. The process that holds the lock in it listens. The operating system releases the
lock when that process ends, however it ends; then another one takes over.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from .contract import (
    FIRST_SECONDS,
    LAST_SECONDS,
    LINE_LIMIT,
    RECONNECTED,
    Outbox,
    Pause,
    Post,
    Receive,
    cancel,
    encode,
    logger,
)

LONGEST_WAIT = 0.5  # seconds between two tries to connect
GREETING_SECONDS = 5.0  # how long a process that connects may take to send the secret
PATH_LIMIT = 100  # the path of a Unix socket is at most this long on every system
BLOCK = 64 * 1024
ENDINGS = (OSError, EOFError, ValueError, TimeoutError, asyncio.LimitOverrunError)  # ways in which a connection ends


@contextmanager
def local_address() -> Iterator[str]:
    """Make a folder that only this user may read, and yield the address of a bus in it, for STOCKADE_BUS."""
    folder = tempfile.mkdtemp(prefix="stockade-")
    try:
        yield f"local:{folder}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class LocalBus:
    def __init__(self, folder: str | Path, unix: bool = sys.platform != "win32") -> None:
        """Use a Unix socket in the folder if `unix`, otherwise a port of this machine and a secret in the folder."""
        self.folder = Path(folder)
        self.path = self.folder / "bus.sock"
        self.unix = unix and len(os.fsencode(self.path)) < PATH_LIMIT
        self._post = Post()
        self._own = Outbox()  # what waits until this process is connected to the one that listens
        self._peers: set[Outbox] = set()  # if this process listens: one for each other process
        self._listens = False
        self._ready = asyncio.Event()
        self._lost = False
        self._dropped = 0
        self._task: asyncio.Task[None] | None = None

    @property
    def connected(self) -> bool:
        return self._ready.is_set()

    @property
    def dropped(self) -> int:
        return self._dropped + self._own.dropped + sum(peer.dropped for peer in self._peers)

    async def start(self, receive: Receive) -> None:
        self._post.open(receive)
        self._task = asyncio.create_task(self._stay())
        with suppress(TimeoutError):
            async with asyncio.timeout(FIRST_SECONDS):
                await self._ready.wait()

    def publish(self, topic: str, message: dict[str, Any]) -> None:
        line = encode(self._post.node, topic, message)
        for outbox in self._peers if self._listens else (self._own,):
            outbox.put(line)

    async def stop(self) -> None:
        self._post.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_SECONDS):
                while self.connected and (self._own or any(self._peers)):
                    await asyncio.sleep(0.005)
        await cancel(self._task)

    async def _stay(self) -> None:
        """Listen, or be connected to the process that does. If that ends, try again."""
        pause = Pause(LONGEST_WAIT)
        while True:
            try:
                lock = take_lock(self.folder / "lock")
                if lock is not None:
                    with closing(lock):
                        await self._listen()
                else:
                    await self._join()
                    pause.succeeded()
            except ENDINGS as error:
                logger.debug("the local bus is not connected: %s", error)
            except Exception:
                logger.exception("the local bus failed")
            await pause.wait()

    def _connect(self) -> None:
        self._ready.set()
        if self._lost:
            self._lost = False
            self._post.give(RECONNECTED, {})

    def _disconnect(self) -> None:
        if self._ready.is_set():
            self._ready.clear()
            self._lost = True

    # ------------------------------------------------------------------ the process that listens

    async def _listen(self) -> None:
        """Listen until this process ends."""
        visits: set[asyncio.Task[None]] = set()
        secret = secrets.token_urlsafe(32)

        def visit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.create_task(self._serve(reader, writer, secret))
            visits.add(task)
            task.add_done_callback(visits.discard)

        if self.unix:
            self.path.unlink(missing_ok=True)  # of a process that was killed
            server = await asyncio.start_unix_server(visit, self.path, limit=BLOCK)
        else:
            server = await asyncio.start_server(visit, "127.0.0.1", 0, limit=BLOCK)
        try:
            port = None if self.unix else server.sockets[0].getsockname()[1]
            write_address(self.folder / "address", port, secret)
            self._listens = True
            self._own.clear()  # those who connect now look at the database anyway
            self._connect()
            await asyncio.Event().wait()
        finally:
            self._listens = False
            self._disconnect()
            server.close()
            await cancel(*visits)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, secret: str) -> None:
        """Exchange messages with one other process, and pass its messages on to all others."""
        peer = Outbox()
        sending: asyncio.Task[None] | None = None
        try:
            async with asyncio.timeout(GREETING_SECONDS):
                greeting = await reader.readuntil(b"\n")
            if not hmac.compare_digest(greeting.strip(), secret.encode()):
                raise ValueError("the secret is wrong")
            self._peers.add(peer)
            peer.put(b"\n")  # tells that the secret is right; an empty line is no message
            sending = asyncio.create_task(send(peer, writer))
            async for lines in blocks(reader):
                for other in self._peers:
                    if other is not peer:
                        other.put(lines)
                self._post.take_all(lines)
        except ENDINGS as error:
            logger.debug("a process left the local bus: %s", error)
        finally:
            self._peers.discard(peer)
            self._dropped += peer.dropped
            await hang_up(writer, sending)

    # ------------------------------------------------------------------ the other processes

    async def _join(self) -> None:
        """Exchange messages with the process that listens, until the connection ends."""
        port, secret = read_address(self.folder / "address")
        if port is None:
            reader, writer = await asyncio.open_unix_connection(self.path, limit=BLOCK)
        else:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=BLOCK)
        sending: asyncio.Task[None] | None = None
        try:
            writer.write(secret.encode() + b"\n")
            async with asyncio.timeout(GREETING_SECONDS):
                await reader.readuntil(b"\n")
            sending = asyncio.create_task(send(self._own, writer))
            self._connect()
            async for lines in blocks(reader):
                self._post.take_all(lines)
        finally:
            self._disconnect()
            await hang_up(writer, sending)


async def send(outbox: Outbox, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):  # the reader of this connection notices too
        while True:
            writer.write(await outbox.take())
            await writer.drain()


async def hang_up(writer: asyncio.StreamWriter, sending: asyncio.Task[None] | None) -> None:
    """Close a connection. What the other process does not read soon is lost."""
    writer.close()
    if sending is not None:
        sending.cancel()
    try:
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(LAST_SECONDS):
                await writer.wait_closed()
    finally:
        writer.transport.abort()


async def blocks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Yield what arrives, as whole lines."""
    rest = b""
    while block := await reader.read(BLOCK):
        whole, newline, rest = (rest + block).rpartition(b"\n")
        if len(rest) > LINE_LIMIT:
            raise ValueError("a line is too long")
        if newline:
            yield whole + newline


def take_lock(path: Path) -> IO[bytes] | None:
    """Lock a file until it is closed or this process ends. Return None if another process holds the lock."""
    file = path.open("ab")
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return file


def write_address(path: Path, port: int | None, secret: str) -> None:
    """Write where this process listens. The file is replaced at once, so that nobody reads half of it."""
    new = path.with_suffix(".new")
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump({"port": port, "secret": secret}, file)
    os.replace(new, path)


def read_address(path: Path) -> tuple[int | None, str]:
    found = json.loads(path.read_text())
    return found["port"], found["secret"]
