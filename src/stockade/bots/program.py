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
from collections.abc import Callable, Iterable
from typing import IO

from stockade.core.errors import BadOption, UnknownBot

LONGEST_LINE = 1 << 16  # bytes of a line that a program writes
KEPT_LINES = 50  # of its error stream
WAITING_LINES = 1000  # that it has written and nobody has read
QUIT_SECONDS = 1.0  # how long it may take to end when it is asked to


def in_seconds(time: float) -> str:
    """Return a time for a message: "1 second", "0.5 seconds"."""
    return f"{time:g} second{'s' * (time != 1)}"


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
        self._to_send: queue.Queue[tuple[bytes, threading.Event]] = queue.Queue()
        self._is_deaf = self._is_killed = False
        # Each thread closes its own stream. Another process may hold the other end of a pipe for longer than the
        # program runs, and closing a stream would wait for the thread that uses it.
        self._readers = [self._start(self._read_lines), self._start(self._read_errors)]
        self._start(self._write)

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    @property
    def errors(self) -> str:
        """The last lines that the program wrote to its error stream."""
        return "\n".join(self._errors)

    def send(self, *lines: str, seconds: float) -> None:
        """Write lines. Raises ProgramLost if the program does not read them in that time."""
        if not self._is_deaf and not self._sent("".join(f"{line}\n" for line in lines)).wait(seconds):
            self.kill()
            raise ProgramLost(f"did not read what it was sent within {in_seconds(seconds)}")
        if self._is_deaf:
            raise self._lost()

    def _sent(self, text: str) -> threading.Event:
        """Hand a text to the thread that writes; no text closes the stream. Return what tells when it is done."""
        done = threading.Event()
        self._to_send.put((text.encode(), done))
        return done

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
        quit_all([self])

    def kill(self) -> None:
        """End the program and everything that it started."""
        if self._is_killed:
            return
        self._is_killed = True
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        self._sent("")
        with contextlib.suppress(queue.Empty):
            while True:  # the reader may wait for room
                self._lines.get_nowait()
        for reader in self._readers:
            reader.join(QUIT_SECONDS)

    def _lost(self) -> ProgramLost:
        self.kill()
        code = self._process.returncode
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        last = self._errors[-1].strip() if self._errors else ""
        return ProgramLost(f"{how}{f'; it said: {last}' if last else ''}")

    def _start(self, work: Callable[[], None]) -> threading.Thread:
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        return thread

    def _write(self) -> None:
        stream = _stream(self._process.stdin)
        while not self._is_deaf:
            data, done = self._to_send.get()
            try:
                stream.write(data)
                stream.flush()
                self._is_deaf = not data
            except OSError:  # the program is gone
                self._is_deaf = True
            done.set()
        with contextlib.suppress(OSError):
            stream.close()

    def _read_lines(self) -> None:
        with contextlib.suppress(OSError, ValueError), _stream(self._process.stdout) as stream:
            while not self._is_killed and (line := stream.readline(LONGEST_LINE)):
                self._lines.put(line)
        self._lines.put(None)

    def _read_errors(self) -> None:
        with contextlib.suppress(OSError, ValueError), _stream(self._process.stderr) as stream:
            while line := stream.readline(LONGEST_LINE):
                self._errors.append(line.decode("utf-8", "replace").rstrip())


def quit_all(programs: Iterable[Program]) -> None:
    """Ask programs to end, and kill those that do not."""
    deadline = time.monotonic() + QUIT_SECONDS
    for program in (asked := list(programs)):
        program._sent("quit\n")
        program._sent("")  # the end of its input
    for program in asked:
        with contextlib.suppress(subprocess.TimeoutExpired):
            program._process.wait(max(0.0, deadline - time.monotonic()))
        program.kill()


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream
