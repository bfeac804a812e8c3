"""Make the database file as small as what is in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .files import companions, existing_file, opened

PG_VACUUM = "PostgreSQL does this by itself (autovacuum); to do it now, run: vacuumdb --analyze --dbname={url}"


@dataclass(frozen=True, slots=True)
class Vacuumed:
    file: Path
    before: int  # bytes, with the files that SQLite keeps next to it
    after: int


def vacuum(url: str) -> Vacuumed:
    """Write the file anew without gaps, and empty its write-ahead log.

    A server may go on, but its writes wait meanwhile. The disk needs room for a second copy.
    """
    file = existing_file(url, PG_VACUUM)
    before = size_of(file)
    with opened(file, "rw") as connection:
        connection.execute("VACUUM")
        connection.execute("PRAGMA optimize")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        after = size_of(file)
    return Vacuumed(file, before, after)


def size_of(file: Path) -> int:
    return sum(path.stat().st_size for path in (file, *companions(file)))
