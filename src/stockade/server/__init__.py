"""The web server: matches with friends and bots, for the browser client and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI

    from .settings import Settings

__all__ = ["create_app", "run"]


# A program that only names the server should not wait for a web framework: it is imported when it is needed.


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application, for any ASGI server; with the settings of the environment where none are given."""
    from .app import create_app as create

    return create(settings)


def run(
    host: str = "127.0.0.1", port: int = 8000, open_browser: bool = False, database_url: str | None = None
) -> None:
    """Serve until stopped. Says where; takes another port where the wanted one is taken."""
    from .launch import run as launch

    launch(host, port, open_browser, database_url)
