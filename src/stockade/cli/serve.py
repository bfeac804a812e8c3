"""`stockade serve`: serve the games to browsers."""

from __future__ import annotations

from typing import Annotated

import typer

from stockade.cli.options import page
from stockade.core.errors import NotAllowed

HELP = page(
    "Serve the games to browsers: play bots or friends, replay, learn. Matches are kept in a database, by default "
    "a file in your data folder.",
    "serve --open                                     on this machine only, and open a browser",
    "serve --host 0.0.0.0 --port 8080                 for everybody who can reach this machine",
    "serve --database sqlite:///matches.sqlite3       keep matches in this file",
)

DATABASE_HELP = "Where matches are kept. Several servers may share one: postgresql+psycopg://host/name."


def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="The port to listen on.", min=0, max=65535)] = 8000,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the site in a browser.")] = False,
    database: Annotated[str | None, typer.Option("--database", metavar="URL", help=DATABASE_HELP)] = None,
) -> None:
    try:
        from stockade.server import run
    except ImportError as error:
        raise NotAllowed(f"the server is not installed: {error}") from error
    run(host=host, port=port, open_browser=open_browser, database_url=database)
