"""Upgrade a database to the newest version of the tables. This runs at every start and is usually a quick check."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from .broken import BrokenDatabase, is_trouble, shown
from .migrations import HEAD

if TYPE_CHECKING:
    from alembic.config import Config

LOCK = 0x570C_4ADE  # PostgreSQL: one process migrates, the others wait


def current(engine: Engine) -> str | None:
    """Return the version of the database, or None if it is empty."""
    with engine.connect() as connection:
        try:
            found = connection.scalar(text("SELECT version_num FROM alembic_version"))
        except SQLAlchemyError:
            return None
    return None if found is None else str(found)


def upgrade(engine: Engine) -> None:
    """Bring the tables to the version of `models`. This is safe if several servers start at once.

    If it fails, the database stays as it was.
    """
    found = current(engine)
    if found == HEAD:
        _check_writable(engine)
        return
    # Importing Alembic takes a while, so it is imported only if it is needed.
    from alembic import command

    name = shown(str(engine.url))
    if found is not None:
        check_known(found, name)
    config = alembic_config()
    with engine.connect() as connection:
        _lock(connection)
        if found is None:
            _check_own(connection, name)
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except DBAPIError as error:
            if is_trouble(error) and not _is_about_tables(error):
                raise
            raise BrokenDatabase(
                f"the database {name} has version {found} of the tables and cannot be brought to version {HEAD} "
                f"({error.orig}); it is unchanged: open it with the version of Stockade that wrote it, "
                "or restore a backup"
            ) from error
        connection.commit()


def alembic_config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).resolve().parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def check_known(revision: str, name: str) -> None:
    """Refuse a database of a version that this program does not know."""
    from alembic.script import ScriptDirectory

    if revision not in {each.revision for each in ScriptDirectory.from_config(alembic_config()).walk_revisions()}:
        raise BrokenDatabase(
            f"the database {name} was written by a newer version of Stockade (version {revision} of the tables; this "
            f"program knows versions up to {HEAD}); install that version, or restore an older backup"
        )


def _check_own(connection: Connection, name: str) -> None:
    """Refuse a file with the tables of another program."""
    tables = inspect(connection).get_table_names()
    if connection.dialect.name == "sqlite" and tables and "alembic_version" not in tables:
        raise BrokenDatabase(f"{name} is the database of another program; choose another file with --database")


def _check_writable(engine: Engine) -> None:
    """Write something, so that a read-only or full database is found at the start and not by the first player."""
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def _is_about_tables(error: DBAPIError) -> bool:
    """Return whether a migration failed because of what is in the database, such as a table that exists already."""
    return getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR


def _lock(connection: Connection) -> None:
    """Lock the database, so that a second process that starts at the same time waits and finds the work done."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
