"""The file of an SQLite database: find it, open it without creating or changing it, and look at what is in it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import make_url

from stockade.core.errors import NotAllowed

from ..broken import BrokenDatabase, sentence
from ..schema import check_known

COMPANIONS = ("-wal", "-shm", "-journal")  # SQLite keeps these files next to a database that is in use
COUNTED = ("matches", "seats", "journal", "people", "messages")
DAMAGE_SHOWN = 20  # lines of SQLite's own report


@dataclass(frozen=True, slots=True)
class Contents:
    """What a database file contains. `faults` is empty if nothing is wrong with it."""

    revision: str | None
    counts: dict[str, int]
    faults: tuple[str, ...]


def file_of(url: str, instead: str) -> Path:
    """Return the file of an SQLite database. For other databases, say what to do instead."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        plain = parsed.set(drivername=parsed.get_backend_name()).render_as_string()
        raise NotAllowed(instead.format(url=plain))
    if not parsed.database or parsed.database == ":memory:":
        raise NotAllowed("a database in memory cannot be backed up; give a file with --database")
    return Path(parsed.database)


def existing_file(url: str, instead: str) -> Path:
    """Return the file of an SQLite database, and refuse one that does not exist."""
    file = file_of(url, instead)
    if not file.is_file():
        raise BrokenDatabase(f"there is no database {file}; name one with --database or $STOCKADE_DATABASE")
    return file


def check_exists(url: str) -> None:
    """Refuse an SQLite database whose file does not exist. To open it would create it."""
    if make_url(url).get_backend_name() == "sqlite":
        existing_file(url, "")


@contextmanager
def opened(file: Path, mode: str = "ro", patience: float = 15.0) -> Iterator[sqlite3.Connection]:
    """Open an existing file for reading ("ro") or for writing ("rw"). Errors become a `BrokenDatabase`."""
    try:
        with closing(connect(file, mode, patience)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise BrokenDatabase(sentence(error, str(file))) from error


def connect(file: Path, mode: str, patience: float) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{file.absolute().as_uri()}?mode={mode}", uri=True, timeout=patience, isolation_level=None
    )


def look(file: Path) -> Contents:
    """Return what a file contains, after a full check of its pages and of all references between rows."""
    with opened(file) as connection:
        return contents(connection)


def contents(connection: sqlite3.Connection) -> Contents:
    damage = [row[0] for row in connection.execute(f"PRAGMA integrity_check({DAMAGE_SHOWN})")]
    faults = [] if damage == ["ok"] else [line for each in damage for line in str(each).splitlines()]
    lost: dict[tuple[str, str], int] = {}
    for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        lost[table, parent] = lost.get((table, parent), 0) + 1
    faults += [
        f"{count} rows of {table} refer to rows of {parent} that are gone" for (table, parent), count in lost.items()
    ]
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    revision = None
    if "alembic_version" in tables:
        revision = next((row[0] for row in connection.execute("SELECT version_num FROM alembic_version")), None)
    counts = {
        table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        for table in COUNTED
        if table in tables
    }
    return Contents(revision, counts, tuple(faults))


def check_usable(file: Path, found: Contents) -> None:
    """Refuse a file that is damaged, of another program, or of a newer version."""
    if found.faults:
        raise BrokenDatabase(f"{file} is damaged ({found.faults[0]}); use another backup")
    if found.revision is None or "matches" not in found.counts:
        raise BrokenDatabase(f"{file} is not a database of Stockade; name another file")
    check_known(found.revision, str(file))


def settle(file: Path) -> None:
    """Make sure that a file and its name survive a power failure."""
    for path, flags in ((file, os.O_RDWR), (file.parent, os.O_RDONLY)):
        with suppress(PermissionError):  # Windows does not open folders
            handle = os.open(path, flags)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def companions(file: Path) -> list[Path]:
    """Return the files that SQLite keeps next to this one, as far as they exist."""
    return [path for ending in COMPANIONS if (path := file.with_name(file.name + ending)).exists()]
