"""Alembic's environment. It uses the connection from `stockade.server.schema`, or opens one itself."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection, create_engine

from stockade.server.models import Base
from stockade.server.settings import default_database_url


def run(connection: Connection) -> None:
    # SQLite can roll back DDL, and batch mode lets later versions alter tables there.
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        transactional_ddl=True,
        render_as_batch=connection.dialect.name == "sqlite",
    )
    with context.begin_transaction():
        context.run_migrations()


handed_over = context.config.attributes.get("connection")
if handed_over is not None:
    run(handed_over)
else:
    engine = create_engine(context.config.get_main_option("sqlalchemy.url") or default_database_url())
    with engine.connect() as own:
        run(own)
    engine.dispose()
