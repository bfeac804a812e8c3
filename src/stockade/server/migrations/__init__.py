"""The database's versions. `HEAD` is the newest, so that a start can see without Alembic that all is done."""

HEAD = "0002"
