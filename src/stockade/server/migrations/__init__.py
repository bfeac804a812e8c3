"""Versions of the database. `HEAD` is the newest, so that startup can skip Alembic if there is nothing to do."""

HEAD = "0010"
