"""The web server: matches with friends and bots, for the browser client and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI

    from .settings import Settings

__all__ = ["create_app", "run", "run_worker"]


# The web framework is imported only when it is needed, so that importing this package is fast.


def create_app(settings: Settings | None = None) -> FastAPI:
    """Create the ASGI application. Without `settings`, they are read from the environment."""
    from .app import create_app as create

    return create(settings)


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    open_browser: bool = False,
    database_url: str | None = None,
    workers: int | None = None,
    web_only: bool = False,
) -> None:
    """Run the server until it is stopped, and print its address. If the port is taken, a free one is used.

    Its bots think in workers, which are started as well. With zero workers they think in this process; a server that
    is `web_only` leaves them to workers that were started elsewhere.
    """
    from .launch import run as launch

    launch(host, port, open_browser, database_url, workers, web_only)


def run_worker(database_url: str | None = None, notices: bool = True, for_parent: bool = False) -> None:
    """Think for the bots of a site, and tell people who are away, until this process is stopped."""
    from .settings import from_env
    from .worker import run as work

    work(from_env(database_url), notices, for_parent)
