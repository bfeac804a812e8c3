"""What the server can be told from outside, and what holds when nobody says anything."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path


def data_folder() -> Path:
    """The folder where this user's programs keep their data."""
    if sys.platform == "win32":
        root = os.environ.get("LOCALAPPDATA")
        return (Path(root) if root else Path.home() / "AppData" / "Local") / "stockade"
    given = os.environ.get("XDG_DATA_HOME", "")
    # The XDG specification says that a relative path is to be ignored.
    root_path = Path(given) if given and Path(given).is_absolute() else Path.home() / ".local" / "share"
    return root_path / "stockade"


def default_database_url() -> str:
    return os.environ.get("STOCKADE_DATABASE_URL") or f"sqlite:///{data_folder() / 'stockade.sqlite3'}"


def default_client_folder() -> Path:
    return Path(__file__).resolve().parent.parent / "web" / "dist"


def default_thinkers() -> int:
    """Bots think in compiled code that releases the interpreter lock: one worker a core is useful."""
    return max(1, min(8, os.cpu_count() or 1))


@dataclass(frozen=True, slots=True)
class Settings:
    """One server process. Several may share a database."""

    database_url: str = field(default_factory=default_database_url)
    client_folder: Path = field(default_factory=default_client_folder)
    thinkers: int = field(default_factory=default_thinkers)  # bots at work at the same time
    bot_delay: float = 0.35  # seconds; the least a bot takes, so that a person can follow it
    hint_seconds: float = 1.5  # the most that a hint may think
    poll_seconds: float = 1.0  # how often watched matches are looked up, for writes of other processes
    sweep_seconds: float = 15.0  # how often matches are looked for whose bot another process left behind
    away_seconds: float = 30.0  # a seat not heard of for this long is not connected
    body_limit: int = 64 * 1024  # bytes of a request body or a WebSocket message
    warm_up: bool = True  # get all games ready after the start, not only those that are played


def from_env(database_url: str | None = None) -> Settings:
    """The settings of the environment, with the database of the caller where one is named."""
    return Settings(database_url=database_url) if database_url else Settings()
