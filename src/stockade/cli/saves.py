"""Saved matches: `stockade play` saves every match in the user's data folder after each move.

A file is the match's log, as `stockade.Match.load` reads it, with one more entry: who sits in each seat.
"""

from __future__ import annotations

import errno
import json
import os
import secrets
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from stockade import records
from stockade.core.checks import read_json
from stockade.core.english import counted
from stockade.core.errors import CorruptLog
from stockade.core.match import Match
from stockade.records import Record
from stockade.server.settings import data_folder

PERSON = "person"
AUTO = "auto"  # a seat that the rules play


@dataclass(frozen=True, slots=True)
class Saved:
    """What a file says about its match, read without replaying it."""

    path: Path
    game: str
    actions: int
    seats: list[str]
    age: float  # seconds since the last write


def matches_folder() -> Path:
    return data_folder() / "matches"


def new_path(game: str) -> Path:
    """Return a path that no other match has. The names sort by time."""
    return matches_folder() / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}.json"


def write(path: Path, match: Match, seats: list[str], guided: bool = False) -> None:
    """Write a match atomically, so that a crash leaves the previous file intact."""
    table = {"seats": seats, "over": match.is_over, **({"guide": True} if guided else {})}
    log = {**match.to_json(), "table": table}
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(path.parent))
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(json.dumps(log, indent=1, ensure_ascii=False) + "\n")
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read_log(path: Path) -> dict[str, Any]:
    """Read the JSON of a file, without checking what it means."""
    try:
        log = read_json(path.read_text("utf-8"))
    except ValueError as error:  # not UTF-8, or not JSON
        raise CorruptLog(f"{path} holds no log: {error}") from error
    if not isinstance(log, dict):
        raise CorruptLog(f"{path} holds no log: it is not an object with named fields")
    return log


def read(path: Path) -> tuple[Match, list[str], bool]:
    """Read a match, replay and check it, and return it with its seats, and whether it has a guide.

    In a plain log all seats belong to people.
    """
    log = read_log(path)
    match = Match.from_json(log)
    table = log.get("table")
    seats = table.get("seats") if isinstance(table, dict) else None
    if seats is None:
        seats = [PERSON] * match.players
    if not isinstance(seats, list) or len(seats) != match.players or not all(isinstance(s, str) for s in seats):
        raise CorruptLog(f"the log's seats are {seats!r}; the match has {match.players} players")
    return match, seats, isinstance(table, dict) and table.get("guide") is True


def read_record(data: bytes) -> Record:
    """Read a record in any format. In a saved match, bots are named by what they are."""
    record = records.read(data)
    if record.names or records.recognise(data) != "json":
        return record
    table = read_json(data.decode("utf-8-sig")).get("table")
    seats = table.get("seats") if isinstance(table, dict) else None
    if not isinstance(seats, list) or len(seats) != record.match.players:
        return record
    return replace(record, names=tuple("" if seat in (PERSON, AUTO) else str(seat) for seat in seats))


def unfinished(game: str | None = None) -> Iterator[Saved]:
    """Yield the matches that can be continued, the latest first. Files that are not logs are skipped."""
    folder = matches_folder()
    files = [(path.stat().st_mtime, path) for path in folder.glob("*.json")] if folder.is_dir() else []
    for written, path in sorted(files, reverse=True):
        try:
            log = read_log(path)
            found = Saved(path, str(log["game"]), len(log["actions"]), log["table"]["seats"], time.time() - written)
            over = log["table"]["over"]
        except (CorruptLog, KeyError, TypeError, OSError):
            continue
        if not over and game in (None, found.game):
            yield found


def age_text(seconds: float) -> str:
    """Return how long ago something was, in the largest unit that fits."""
    for unit, size in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= size:
            count = int(seconds // size)
            return f"{counted(count, unit)} ago"
    return "just now"
