"""Brings a database to the newest version of the tables, at every start; costs little when all is done."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from .migrations import HEAD

LOCK = 0x570C_4ADE  # PostgreSQL: one process migrates, the others wait


def current(engine: Engine) -> str | None:
    """The version that the database is at; none where it is empty."""
    with engine.connect() as connection:
        try:
            found = connection.scalar(text("SELECT version_num FROM alembic_version"))
        except SQLAlchemyError:
            return None
    return None if found is None else str(found)


def upgrade(engine: Engine) -> None:
    """After this the tables are those of `models`, whoever else starts on the same database now."""
    if current(engine) == HEAD:
        return
    # Alembic takes a while to import and is needed only now.
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
    """Two processes may start at once on an empty database: the second must find the work done."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
