"""The processes that can be killed: servers of this project, PostgreSQL and Redis."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from ..processes import Server, tree

START_SECONDS = 120.0
ORPHAN_SECONDS = 5.0  # in which the children of a killed process should end by themselves
POSTGRES = Path("/usr/lib/postgresql/15/bin")


class Service:
    """Something that a command line starts. It may have several processes, and each of them can be killed."""

    def __init__(self, name: str, command: str, log: Path, is_ready: Callable[[], bool]) -> None:
        self.name = name
        self.is_ready = is_ready
        self.server = Server(command, log, {"XDG_DATA_HOME": str(log.parent)})
        self.starts: list[float] = []  # seconds from a start, or from a kill, until it was ready
        self.orphans = 0  # processes that did not end with their parent

    async def start(self) -> None:
        """Start it, again if it ends at once, until it is ready."""
        began = time.monotonic()
        self.server.start()
        while not await asyncio.to_thread(self.is_ready):
            if time.monotonic() - began > START_SECONDS:
                raise RuntimeError(f"{self.name} does not start: see {self.server.log}")
            if self.server.process is None or self.server.process.poll() is not None:
                await asyncio.sleep(0.2)  # PostgreSQL does not start while processes of its last run still end
                self.server.start()
            await asyncio.sleep(0.05)
        self.starts.append(time.monotonic() - began)

    async def kill(self, chooser: random.Random) -> str:
        """Kill the first of its processes, or any, and wait until it is ready again. Return which it was."""
        first = self.server.pid
        victim = first if chooser.random() < 0.5 else chooser.choice(tree([first]))
        with contextlib.suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
        if victim != first:
            await self._recover()
            return f"{self.name}, a child"
        assert self.server.process is not None
        self.server.process.wait()
        await self._clear()
        await asyncio.sleep(chooser.choice((0.0, 0.0, 0.5)))
        await self.start()
        return self.name

    async def _recover(self) -> None:
        """Wait until the first process has replaced a child; it may also choose to end, and is started again."""
        began = time.monotonic()
        await asyncio.sleep(0.2)
        while not await asyncio.to_thread(self.is_ready):
            assert self.server.process is not None
            if self.server.process.poll() is not None:
                await self._clear()
                await self.start()
                return
            if time.monotonic() - began > START_SECONDS:
                raise RuntimeError(f"{self.name} does not recover from the loss of a child: see {self.server.log}")
            await asyncio.sleep(0.05)
        self.starts.append(time.monotonic() - began)

    async def _clear(self) -> None:
        """Give the children of a killed process time to end. Count and end those that do not."""
        deadline = time.monotonic() + ORPHAN_SECONDS
        while (left := self.server.left_behind()) and time.monotonic() < deadline:
            await asyncio.sleep(0.05)
        self.orphans += len(left)
        self.server.end()

    def stop(self) -> None:
        self.server.stop()


def answers(port: int, path: str = "/healthz") -> bool:
    """Return whether a server answers a request with success."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 5) as there:
        there.settimeout(5)
        there.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        return b" 200 " in there.recv(64)
    return False


def postgres(folder: Path, port: int) -> tuple[Service, str]:
    """Return a PostgreSQL server with an empty database, and the URL of the database."""
    data = folder / "postgres"
    data.mkdir()
    as_user = ""
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        user = pwd.getpwnam("postgres")
        as_user = f"setpriv --reuid={user.pw_uid} --regid={user.pw_gid} --clear-groups "
        folder.chmod(0o755)
        shutil.chown(data, "postgres", "postgres")
    command = f"{as_user}{POSTGRES}/initdb --no-sync -A trust -U stockade -D {data}"
    subprocess.run(command.split(), check=True, capture_output=True)
    settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
    ready = [f"{POSTGRES}/pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]
    service = Service(
        "PostgreSQL",
        f"{as_user}{POSTGRES}/postgres -D {data} {settings}",
        folder / "postgres.log",
        lambda: subprocess.run(ready, check=False).returncode == 0,
    )
    return service, f"postgresql+psycopg://stockade@127.0.0.1:{port}/postgres"


def redis(folder: Path, port: int) -> tuple[Service, str]:
    """Return a Redis server and its URL. It keeps nothing on disk, as a bus needs no more."""
    command = f"redis-server --bind 127.0.0.1 --port {port} --save '' --appendonly no --dir {folder}"

    def is_ready() -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 2) as there:
            there.settimeout(2)
            there.sendall(b"PING\r\n")
            return there.recv(16).startswith(b"+PONG")
        return False

    return Service("Redis", command, folder / "redis.log", is_ready), f"redis://127.0.0.1:{port}/0"
