"""Settings of the server and their defaults."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path


def data_folder() -> Path:
    """Return the folder for this user's Stockade data."""
    if sys.platform == "win32":
        root = os.environ.get("LOCALAPPDATA")
        return (Path(root) if root else Path.home() / "AppData" / "Local") / "stockade"
    given = os.environ.get("XDG_DATA_HOME", "")
    # The XDG specification says that relative paths must be ignored.
    root_path = Path(given) if given and Path(given).is_absolute() else Path.home() / ".local" / "share"
    return root_path / "stockade"


def default_database_url() -> str:
    return os.environ.get("STOCKADE_DATABASE_URL") or f"sqlite:///{data_folder() / 'stockade.sqlite3'}"


def given(name: str) -> str | None:
    """Return a variable of the environment, or None if it is missing or empty."""
    return os.environ.get(name) or None


def default_client_folder() -> Path:
    return Path(__file__).resolve().parent.parent / "web" / "dist"


def default_thinkers() -> int:
    """Return the default number of worker threads for bots: one for each core, since they release the GIL."""
    return max(1, min(8, os.cpu_count() or 1))


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of one server process. Several processes may share a database."""

    database_url: str = field(default_factory=default_database_url)
    client_folder: Path = field(default_factory=default_client_folder)
    thinkers: int = field(default_factory=default_thinkers)  # how many bots may think at the same time
    bot_delay: float = 0.35  # minimum seconds that a bot takes, so that people can follow
    hint_seconds: float = 1.5  # maximum thinking time of a hint
    poll_seconds: float = 1.0  # how often to poll watched matches for changes by other processes
    sweep_seconds: float = 15.0  # how often to look for bots that another process abandoned
    away_seconds: float = 30.0  # a player without a sign of life for this long is shown as disconnected
    clock_seconds: float = 1.0  # how often to look whether somebody's time is up
    waiting_days: float = 14.0  # a table that nobody has joined for this long goes away
    body_limit: int = 64 * 1024  # maximum bytes of a request body or a WebSocket message
    warm_up: bool = True  # load and compile all games after startup, not only those that are played
    # Where people find this server: needed behind a proxy, and for the links in mails.
    public_url: str | None = field(default_factory=lambda: given("STOCKADE_PUBLIC_URL"))
    # The mail server. Without it, and without a public URL, no mail is sent.
    smtp_url: str | None = field(default_factory=lambda: given("STOCKADE_SMTP_URL"), repr=False)
    # Webhooks and push may go to addresses on this machine and in private networks.
    private_addresses: bool = field(default_factory=lambda: given("STOCKADE_PRIVATE_ADDRESSES") == "1")
    notice_seconds: float = 5.0  # how often to look for notices that are due
    mail_delay: float = 60.0  # seconds before a notice is sent, so that somebody who plays on is not told
    push_delay: float = 20.0
    webhook_delay: float = 5.0
    mails_at_once: int = 3  # if a person gets more mails than this within the window, the rest comes as one digest
    mail_window: float = 60 * 60.0  # seconds


def from_env(database_url: str | None = None) -> Settings:
    """Return the settings from the environment. A given `database_url` takes precedence."""
    return Settings(database_url=database_url) if database_url else Settings()
