"""The web server: matches with friends and bots, for the browser client and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI

    from .settings import Settings

__all__ = ["create_app", "run"]


# The web framework is imported only when it is needed, so that importing this package is fast.


def create_app(settings: Settings | None = None) -> FastAPI:
    """Create the ASGI application. Without `settings`, they are read from the environment."""
    from .app import create_app as create

    return create(settings)


def run(
    host: str = "127.0.0.1", port: int = 8000, open_browser: bool = False, database_url: str | None = None
) -> None:
    """Run the server until it is stopped, and print its address. If the port is taken, a free one is used."""
    from .launch import run as launch

    launch(host, port, open_browser, database_url)
