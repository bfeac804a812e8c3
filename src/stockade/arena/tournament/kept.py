"""The file that keeps a tournament while it is played: one JSON object on each line, first the plan, then the deals.

Every line is on the disk before the next piece of work is counted, so that a killed run loses only what was being
played.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from stockade.arena.tournament.deal import Deal
from stockade.arena.tournament.plan import TournamentPlan
from stockade.core.checks import read_json
from stockade.core.errors import BadOption, CorruptLog

NAME = "deals.ndjson"


class Kept:
    """The kept deals of one plan, in a folder. Only one process at a time can have it open."""

    def __init__(self, folder: Path, plan: TournamentPlan, resume: bool) -> None:
        """Open the file, or make it. Refuses one of another plan, and one that is there without `resume`."""
        self.path = folder / NAME
        is_new = not self.path.exists() or not self.path.stat().st_size
        if not is_new and not resume:
            raise BadOption(f"{folder} already has a tournament: add --resume to go on, or choose another folder")
        self._file: BinaryIO = self.path.open("a+b")
        try:
            self._lock()
            self.deals = self._read(plan)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Kept:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, deals: Iterable[Deal]) -> None:
        """Write deals, and wait until they are on the disk."""
        self._write(deal.to_json() for deal in deals)

    def _write(self, objects: Iterable[dict[str, Any]]) -> None:
        self._file.write(b"".join(json.dumps(each, separators=(",", ":")).encode() + b"\n" for each in objects))
        self._file.flush()
        os.fsync(self._file.fileno())

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # not on Windows
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadOption(f"{self.path}: another process is playing this tournament") from None

    def _read(self, plan: TournamentPlan) -> list[Deal]:
        self._file.seek(0)
        text = self._file.read()
        whole = text[: text.rfind(b"\n") + 1]  # a killed process may leave half a line
        if len(whole) < len(text):
            self._file.truncate(len(whole))
        lines = whole.splitlines()
        if not lines:
            self._write([plan.to_json()])
            return []
        try:
            head, *rest = (read_json(line.decode()) for line in lines)
            found = {deal.key: deal for deal in map(Deal.from_json, rest)}
        except (ValueError, TypeError, KeyError) as error:
            raise CorruptLog(f"{self.path} is damaged: {error}") from error
        self._check(head, plan)
        return list(found.values())

    def _check(self, kept: object, plan: TournamentPlan) -> None:
        now = json.loads(json.dumps(plan.to_json()))
        other = [name for name in now if not isinstance(kept, dict) or kept.get(name) != now[name]]
        if other:
            raise BadOption(f"{self.path} is of another tournament: it has other {', '.join(other)}")
