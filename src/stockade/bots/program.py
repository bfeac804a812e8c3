"""Another program that is spoken to in lines of text. It never makes this one wait longer than it says."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from stockade.core.errors import BadOption, UnknownBot

LONGEST_LINE = 1 << 16  # bytes of a line that a program writes
KEPT_LINES = 50  # of its error stream
WAITING_LINES = 1000  # that it has written and nobody has read
QUIT_SECONDS = 1.0  # how long it may take to end when it is asked to


class ProgramLost(Exception):
    """The program has ended, was too slow, or wrote something that is no line of text."""


class Program:
    """A running program. Only one thread may speak to it."""

    def __init__(self, command: str) -> None:
        """Start the program. The command is split as a shell would, but no shell runs it."""
        self.command = command
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise BadOption(f"the command {command!r} cannot be read: {error}") from error
        if not words:
            raise BadOption("a program is written stdio:COMMAND; this one has no command")
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=os.name == "posix",  # so that what it starts can be killed with it
            )
        except OSError as error:
            raise UnknownBot(f"{words[0]} cannot be started: {error.strerror}") from error
        self._lines: queue.Queue[bytes | None] = queue.Queue(WAITING_LINES)
        self._errors: deque[str] = deque(maxlen=KEPT_LINES)
        self._readers = [self._start(self._read_lines), self._start(self._read_errors)]

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    @property
    def errors(self) -> str:
        """The last lines that the program wrote to its error stream."""
        return "\n".join(self._errors)

    def send(self, *lines: str, seconds: float) -> None:
        """Write lines. Raises ProgramLost if the program does not read them in that time."""
        stream = _stream(self._process.stdin)
        try:
            with self._killed_after(seconds):
                stream.write("".join(f"{line}\n" for line in lines).encode())
                stream.flush()
        except (OSError, ValueError):  # the program is gone
            raise self._lost() from None

    def read(self, deadline: float) -> str | None:
        """Return the next line, or None if there is none before the deadline (`time.monotonic`)."""
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)  # it stays lost
            raise self._lost()
        if len(line) >= LONGEST_LINE:
            self.kill()
            raise ProgramLost(f"wrote a line of more than {LONGEST_LINE} bytes")
        return line.decode("utf-8", "replace").strip()

    def quit(self) -> None:
        """Ask the program to end, and kill it if it does not."""
        with contextlib.suppress(OSError, ValueError):
            _stream(self._process.stdin).write(b"quit\n")
        with contextlib.suppress(OSError, ValueError):
            _stream(self._process.stdin).close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End the program and everything that it started."""
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        with contextlib.suppress(queue.Empty):
            while True:  # a reader may wait for room
                self._lines.get_nowait()
        for reader in self._readers:
            reader.join(QUIT_SECONDS)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError, ValueError):
                _stream(stream).close()

    def _lost(self) -> ProgramLost:
        self.kill()
        code = self._process.returncode
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        last = self._errors[-1].strip() if self._errors else ""
        return ProgramLost(f"{how}{f'; it said: {last}' if last else ''}")

    @contextmanager
    def _killed_after(self, seconds: float) -> Iterator[None]:
        """Kill the program if what is done here takes longer: it does not read what it is sent."""
        timer = threading.Timer(seconds, self._process.kill)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _start(self, work: object) -> threading.Thread:
        thread = threading.Thread(target=work, daemon=True)  # type: ignore[arg-type]
        thread.start()
        return thread

    def _read_lines(self) -> None:
        stream = _stream(self._process.stdout)
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE):
                self._lines.put(line)
        self._lines.put(None)

    def _read_errors(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := _stream(self._process.stderr).readline(LONGEST_LINE):
                self._errors.append(line.decode("utf-8", "replace").rstrip())


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream
