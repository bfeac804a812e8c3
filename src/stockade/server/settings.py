"""Settings of the server and their defaults."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from stockade.core.errors import NotAllowed

from .limits.rules import Limits
from .limits.rules import from_env as from_environment


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
    # The second name is that of older versions.
    named = given("STOCKADE_DATABASE") or given("STOCKADE_DATABASE_URL")
    return url_of(named or str(data_folder() / "stockade.sqlite3"))


def url_of(database: str) -> str:
    """Return the URL of a database that is named by its URL or by the path of its file."""
    if "://" in database:
        return database
    return f"sqlite:///{Path(database).expanduser().absolute()}"


def given(name: str) -> str | None:
    """Return a variable of the environment, or None if it is missing or empty."""
    return os.environ.get(name) or None


def choice(name: str, *allowed: str) -> str:
    """Return a variable of the environment that has one of a few values. The first one is the default."""
    found = given(name) or allowed[0]
    is_port = "a port" in allowed and found.isascii() and found.isdigit() and 0 < int(found[:6]) < 65536
    if found in allowed or is_port:
        return found
    raise NotAllowed(f"{name} must be {', '.join(allowed[:-1])} or {allowed[-1]}, not {found!r}")


def seconds(name: str) -> float:
    """Return a variable of the environment that is a number of seconds, or 0 if it is missing."""
    found = given(name) or "0"
    try:
        number = float(found)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 3600:
        raise NotAllowed(f"{name} must be a number of seconds from 0 to 3600, not {found!r}")
    return number


def default_client_folder() -> Path:
    return Path(__file__).resolve().parent.parent / "web" / "dist"


def default_thinkers() -> int:
    """Return the default number of worker threads for bots: one for each core, since they release the GIL."""
    return max(1, min(8, os.cpu_count() or 1))


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of one server process. Several processes may share a database."""

    database_url: str = field(default_factory=default_database_url)
    # How the processes of a site tell each other of changes: "local:FOLDER" or the URL of a Redis server.
    bus: str | None = field(default_factory=lambda: given("STOCKADE_BUS"), repr=False)
    only_web: bool = False  # whether the others on the bus are workers: they need to hear only of what concerns them
    # What this process does: by default everything. A larger site has processes that only serve or only think.
    serves: bool = True  # people: requests, live connections, clocks
    thinks: bool = True  # for bots and hints
    tells: bool = True  # people who are away: mail, push, webhooks
    client_folder: Path = field(default_factory=default_client_folder)
    thinkers: int = field(default_factory=default_thinkers)  # how many bots may think at the same time
    bot_delay: float = 0.35  # minimum seconds that a bot takes, so that people can follow
    hint_seconds: float = 1.5  # maximum thinking time of a hint
    poll_seconds: float = 1.0  # how often to poll watched matches for changes by other processes, without a bus
    relaxed_seconds: float = 15.0  # the same with a bus, which may lose a message
    claim_seconds: float = 6.0  # how long a worker that died keeps others from thinking about its matches
    sweep_seconds: float = 15.0  # how often to look for bots that another process abandoned
    away_seconds: float = 30.0  # a player without a sign of life for this long is shown as disconnected
    join_seconds: float = 10.0  # how long a new connection may take until it says who it is
    slow_seconds: float = 30.0  # how long a client may take to read a message
    heartbeat_seconds: float = 15.0  # how often a stream of events without news shows that it is still open
    clock_seconds: float = 1.0  # how often to look whether somebody's time is up
    waiting_days: float = 14.0  # a table that nobody has joined for this long goes away
    body_limit: int = 64 * 1024  # maximum bytes of a request body or a WebSocket message
    record_limit: int = 256 * 1024  # the same for the body that brings a record
    limits: Limits = field(default_factory=from_environment)  # how often and how many
    # Addresses and networks of proxies in front of this server. Only they are believed about whom they pass on.
    trusted_proxies: str = field(default_factory=lambda: given("STOCKADE_TRUSTED_PROXIES") or "")
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
    # Figures for Prometheus: "off", "local" (at /metrics, for this machine and private networks) or a port.
    metrics: str = field(default_factory=lambda: choice("STOCKADE_METRICS", "local", "off", "a port"))
    log: str = field(default_factory=lambda: choice("STOCKADE_LOG", "text", "json"))
    log_level: str = field(default_factory=lambda: choice("STOCKADE_LOG_LEVEL", "info", "debug", "warning", "error"))
    access_log: bool = field(default_factory=lambda: given("STOCKADE_ACCESS_LOG") == "1")
    # How long a server that was told to stop still takes requests, so that a load balancer can turn to another one.
    drain_seconds: float = field(default_factory=lambda: seconds("STOCKADE_DRAIN_SECONDS"))


def from_env(database: str | None = None) -> Settings:
    """Return the settings from the environment. A given database, a URL or a file, takes precedence."""
    return Settings(database_url=url_of(database)) if database else Settings()
