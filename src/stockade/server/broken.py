"""What is wrong with a database, in one sentence that says what to do.

This file is imported by the command line, so SQLAlchemy is imported only when something has gone wrong.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from stockade.core.errors import StockadeError

LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
CLOSED = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)


class BrokenDatabase(StockadeError):
    """The database cannot be used. The message says why, and what to do."""

    code = "broken_database"


@contextmanager
def explained(url: str) -> Iterator[None]:
    """Turn every error of the database in this block into a `BrokenDatabase`."""
    from sqlalchemy.exc import SQLAlchemyError

    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OSError, ImportError, ValueError) as error:
        raise BrokenDatabase(sentence(error, shown(url))) from error


def shown(url: str) -> str:
    """Return a database as people may read it: the path of a file, or a URL without its password."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        parsed = make_url(url)
    except ArgumentError:
        return repr(url)
    return str(parsed.database) if parsed.get_backend_name() == "sqlite" else parsed.render_as_string()


def sentence(error: Exception, name: str) -> str:
    """Return what is wrong with the database of this name, and what to do about it."""
    from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if isinstance(cause, sqlite3.Error):
        return _sqlite(cause, name)
    if isinstance(cause, ArgumentError | NoSuchModuleError):
        return f"{name} is not a database; give a file or a URL such as postgresql+psycopg://host/name"
    if isinstance(cause, ImportError):
        return f"the database {name} needs a package that is not installed ({cause}); install it with pip"
    if isinstance(cause, OSError):
        return f"the database {name} cannot be opened ({cause.strerror or cause}); {PERMISSION}"
    if isinstance(error, DBAPIError):
        return _server(cause, name)
    return f"the database {name} cannot be used: {cause}"


PERMISSION = "check the path and the permissions of its folder, or choose another file with --database"
RESTORE = "restore a backup with `stockade admin restore BACKUP --force`, which keeps the old file"


def _sqlite(error: sqlite3.Error, name: str) -> str:
    # Errors of the sqlite3 module itself, such as a closed connection, have no code.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in DAMAGED:
        return f"the database {name} is damaged, or it is no SQLite file ({error}); {RESTORE}"
    if code in LOCKED:
        return f"the database {name} is locked by another program; wait for it or stop it, then try again"
    if code in FULL:
        return f"the database {name} cannot be written, because its disk is full or fails ({error}); make room first"
    if code in CLOSED:
        return f"the database {name} cannot be opened for writing ({error}); {PERMISSION}"
    return f"the database {name} cannot be used: {error}"


def _server(error: BaseException, name: str) -> str:
    """Return what is wrong with a database server, from the first line of its message."""
    said = next(iter(str(error).splitlines()), "no reason given").strip()
    state = getattr(error, "sqlstate", None) or ""
    if state.startswith("53"):
        return f"the database {name} has no room or no connections left ({said}); make room first"
    if state == "25006":
        return f"the database {name} is read-only ({said}); connect to the server that accepts writes"
    return f"the database {name} cannot be used ({said}); check that its server is running and lets this user in"


def is_trouble(error: BaseException) -> bool:
    """Return whether the database could not do its work at the moment: it is full, locked, damaged or out of reach.

    Other errors of the database, such as a violated constraint, are faults of the program.
    """
    from sqlalchemy import exc

    if isinstance(error, exc.IntegrityError | exc.ProgrammingError | exc.DataError | exc.NotSupportedError):
        return False
    return isinstance(error, exc.DatabaseError | exc.InterfaceError | exc.TimeoutError)
