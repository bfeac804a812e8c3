"""Copy the database of a running server to a file, and put such a copy back in its place."""

from __future__ import annotations

import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from stockade.core.errors import NotAllowed

from ..broken import BrokenDatabase, sentence
from .files import Contents, check_usable, companions, connect, existing_file, file_of, look, opened, settle

PG_DUMP = "PostgreSQL has its own tool for backups: pg_dump --format=custom --file=stockade.dump {url}"
PG_RESTORE = (
    "PostgreSQL has its own tool for this: stop the servers, then run "
    "pg_restore --clean --if-exists --single-transaction --dbname={url} stockade.dump"
)
IN_USE_SECONDS = 1.0  # how long to wait for somebody who only looks at the file


@dataclass(frozen=True, slots=True)
class Copied:
    """A finished backup or restore."""

    file: Path
    size: int
    contents: Contents
    kept: Path | None = None  # where the file that was there before is now


def backup(url: str, target: Path, force: bool = False) -> Copied:
    """Copy the database to a file, or into a folder under a name with the date, and verify the copy.

    A server may go on writing. The copy is the database as it was at one moment, in a single file. Until it is
    complete and verified, nothing appears under its name.
    """
    source = existing_file(url, PG_DUMP)
    if target.is_dir():
        target /= f"{source.stem}-{stamp()}{source.suffix}"
    if target.exists() and target.samefile(source):
        raise NotAllowed(f"{target} is the database itself; choose another name")
    if target.exists() and not force:
        raise NotAllowed(f"{target} already exists; choose another name, or overwrite it with --force")
    with copied(source, target) as (temporary, contents):
        os.replace(temporary, target)
    settle(target)
    return Copied(target, target.stat().st_size, contents)


def restore(url: str, source: Path, force: bool = False) -> Copied:
    """Put a backup in the place of the database. The file that was there before is kept under another name."""
    target = file_of(url, PG_RESTORE)
    if not source.is_file():
        raise BrokenDatabase(f"there is no backup {source}; name another file")
    if target.exists() and target.samefile(source):
        raise NotAllowed(f"{source} is the database itself; name a backup")
    if target.exists() and not force:
        raise NotAllowed(f"{target} already exists; replace it with --force, which keeps the old file")
    check_usable(source, look(source))
    target.parent.mkdir(parents=True, exist_ok=True)
    with copied(source, target) as (temporary, contents):
        if target.exists():
            check_unused(target)
            take_after(temporary, target)
        kept = set_aside(target)
        os.replace(temporary, target)
    settle(target)
    return Copied(target, target.stat().st_size, contents, kept)


def stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S")


@contextmanager
def copied(source: Path, target: Path) -> Iterator[tuple[Path, Contents]]:
    """Copy a database to a temporary file next to the target, and verify it. The caller gives it its name."""
    if not target.parent.is_dir():
        raise NotAllowed(f"there is no folder {target.parent}; create it first")
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise BrokenDatabase(f"{target} cannot be written ({error.strerror}); choose another place") from error
    os.close(handle)
    temporary = Path(name)
    try:
        copy(source, temporary, target)
        contents = look(temporary)
        check_usable(temporary, contents)
        settle(temporary)
        yield temporary, contents
    finally:
        for path in (temporary, *companions(temporary)):
            path.unlink(missing_ok=True)


def copy(source: Path, temporary: Path, target: Path) -> None:
    with opened(source, "rw") as reading:
        try:
            with closing(connect(temporary, "rw", 0.0)) as writing:
                # In one step: a copy in many small steps begins again whenever somebody writes.
                reading.backup(writing, pages=-1)
                writing.execute("PRAGMA journal_mode=DELETE")  # so that the copy is a single file
        except sqlite3.Error as error:
            raise BrokenDatabase(f"no copy was made: {sentence(error, str(target))}") from error


def check_unused(file: Path) -> None:
    """Refuse a file that is open in another process.

    To leave write-ahead logging, SQLite needs the file for itself. This also moves everything that was written into
    the one file, which is then complete under any name.
    """
    used = BrokenDatabase(f"the database {file} is in use; stop the servers that use it, then try again")
    try:
        with closing(connect(file, "rw", IN_USE_SECONDS)) as connection:
            mode = connection.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            return  # it is damaged, which is a reason to restore
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise used from error
        raise BrokenDatabase(sentence(error, str(file))) from error
    if mode != "delete":
        raise used


def take_after(file: Path, other: Path) -> None:
    """Give a file the permissions and the owner of another, so that the same servers can use it."""
    told = other.stat()
    file.chmod(told.st_mode & 0o777)
    if sys.platform != "win32":
        with suppress(PermissionError):  # only root may give files away
            os.chown(file, told.st_uid, told.st_gid)


def set_aside(file: Path) -> Path | None:
    """Give a database that is replaced another name, and return it."""
    if not file.exists():
        return None
    kept = file.with_name(f"{file.name}.before-{stamp()}")
    for path in (*companions(file), file):  # a log that stays behind would be applied to the restored database
        path.rename(kept.with_name(kept.name + path.name.removeprefix(file.name)))
    return kept
