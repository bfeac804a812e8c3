"""What the system knows of the processes of a server: time, memory, children."""

from __future__ import annotations

import contextlib
import os
import resource
import shlex
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
MEGABYTE = 1e6
START_SECONDS = 120.0
STOP_SECONDS = 20.0


def raise_file_limit() -> int:
    """Allow this process, and those it starts, as many open sockets as the system permits. Return how many."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def tree(roots: Iterable[int]) -> list[int]:
    """Return these processes and all that descend from them.

    It reads all processes of the machine, which takes too long to do it while measuring.
    """
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(folder.name))
    found: list[int] = []
    waiting = list(roots)
    while waiting:
        pid = waiting.pop()
        if pid not in found and Path(f"/proc/{pid}").exists():
            found.append(pid)
            waiting += children.get(pid, [])
    return found


def processor_seconds(pids: Iterable[int]) -> float:
    """Return the processor time that processes, and those that they waited for, have used."""
    ticks = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            ticks += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15]))
    return ticks / TICKS


def running_seconds(pids: Iterable[int]) -> float:
    """Return the same to the microsecond, but only for threads that still exist."""
    nanoseconds = 0
    for pid in pids:
        for thread in Path(f"/proc/{pid}/task").glob("*"):
            with contextlib.suppress(OSError):
                nanoseconds += int((thread / "schedstat").read_text().split()[0])
    return nanoseconds / 1e9


def resident_megabytes(pids: Iterable[int]) -> float:
    """Return the memory of processes. What several of them share counts several times; this is quick to find."""
    pages = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            pages += int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * PAGE / MEGABYTE


def proportional_megabytes(pids: Iterable[int]) -> float:
    """Return the memory of processes. What several of them share counts once; this holds them up for a moment."""
    kilobytes = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                kilobytes += int(line.split()[1]) if line.startswith("Pss:") else 0
    return kilobytes * 1024 / MEGABYTE


class Server:
    """A server that a command line starts, in a session of its own, and that may have several processes."""

    def __init__(self, command: str, log: Path, environment: Mapping[str, str] | None = None) -> None:
        self.command = command
        self.log = log
        self.environment = {**os.environ, **(environment or {})}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self.environment,
                start_new_session=True,
            )

    def wait(self, url: str, seconds: float = START_SECONDS) -> float:
        """Wait until the server answers at an address. Return how long that took."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            if self.process is None or self.process.poll() is not None:
                raise RuntimeError(f"The server ended by itself: see {self.log}")
            with contextlib.suppress(OSError, urllib.error.URLError), urllib.request.urlopen(url, timeout=5):
                return time.monotonic() - began
            time.sleep(0.05)
        raise RuntimeError(f"The server does not answer at {url}: see {self.log}")

    def left_behind(self) -> list[int]:
        """Return the processes of the session that live on although the first one has ended."""
        return [pid for pid in self._session() if pid != self.pid]

    def stop(self) -> None:
        """Ask the server to stop, and end what is left of it."""
        if self.process is None:
            return
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(STOP_SECONDS)
        self.end()

    def end(self) -> None:
        """End all processes of the session at once."""
        assert self.process is not None
        for pid in [self.pid, *self._session()]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def _session(self) -> Iterator[int]:
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError, ValueError):
                parts = (folder / "stat").read_text().rpartition(")")[2].split()
                if parts[0] != "Z" and int(parts[3]) == self.pid:
                    yield int(folder.name)
