"""Upgrade a database to the newest version of the tables. This runs at every start and is usually a quick check."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from .migrations import HEAD

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
    """Bring the tables to the version of `models`. This is safe if several servers start at once."""
    if current(engine) == HEAD:
        return
    # Importing Alembic takes a while, so it is imported only if it is needed.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).resolve().parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with engine.connect() as connection:
        _lock(connection)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()


def _lock(connection: Connection) -> None:
    """Lock the database, so that a second process that starts at the same time waits and finds the work done."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
