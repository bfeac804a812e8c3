"""Databases of every version of the tables, as servers of that version wrote them.

`scripts/keep_database.py` makes such a file. The content is the same in all of them, as far as the version knew it.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "kept" / "schemas"
REVISIONS = sorted(path.stem for path in FOLDER.glob("*.sql"))
PASSWORD = "correct horse"  # Anna's


def kept(revision: str) -> dict[str, Any]:
    """Return what a file contains: the keys of the browsers of Anna and Ben, and the matches."""
    return dict(json.loads((FOLDER / f"{revision}.json").read_text("utf-8")))


def unpack(revision: str, file: Path) -> Path:
    """Write the database of a version to a file."""
    with closing(sqlite3.connect(file)) as database:
        database.executescript((FOLDER / f"{revision}.sql").read_text("utf-8"))
    return file


def rows(file: Path) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of all tables, in the order in which they were written."""
    with closing(sqlite3.connect(file)) as database:
        database.row_factory = sqlite3.Row
        tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: [dict(row) for row in database.execute(f"SELECT * FROM {table}")] for table in tables}
