"""A file that keeps the finished pieces of long work, so that a run goes on where an earlier one stopped.

Each line is a JSON value. It is on the disk before the next piece of work is counted, so a killed run loses only what
was being worked on. Such a run may leave half a line, which the next one drops.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from stockade.core.checks import read_json
from stockade.core.errors import BadOption, CorruptLog


class KeptLines:
    """The lines of one file. Only one process at a time can have it open."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it, and read `found`. A file that is damaged before its end is refused as it is."""
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: BinaryIO = path.open("a+b")
        try:
            self._lock()
            self.found = self._read()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> KeptLines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()

    def add(self, *values: object) -> None:
        """Add a line for each value, and wait until they are on the disk."""
        self._file.write(b"".join(json.dumps(value, separators=(",", ":")).encode() + b"\n" for value in values))
        self._file.flush()
        os.fsync(self._file.fileno())

    def clear(self) -> None:
        """Drop everything, because it belongs to other work."""
        self._file.truncate(0)
        self.found = []

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # not on Windows
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadOption(f"{self.path}: another process is writing to this file") from None

    def _read(self) -> list[Any]:
        self._file.seek(0)
        text = self._file.read()
        end = text.rfind(b"\n") + 1
        found = []
        for number, line in enumerate(text[:end].splitlines(), 1):
            try:
                found.append(read_json(line.decode()))
            except ValueError as error:
                raise CorruptLog(f"{self.path} is damaged in line {number}: {error}") from error
        if end < len(text):
            self._file.truncate(end)
        return found
