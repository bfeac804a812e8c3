"""`stockade serve` and `stockade worker`: serve the games to browsers."""

from __future__ import annotations

from typing import Annotated

import typer

from stockade.cli.options import Database, page
from stockade.core.errors import NotAllowed

HELP = page(
    "Serve the games to browsers: play bots or friends, replay, learn. Matches are kept in a database, by default "
    "a file in your data folder. Bots think in processes of their own, which are started as well.",
    "serve --open                                     on this machine only, and open a browser",
    "serve --host 0.0.0.0 --port 8080                 for everybody who can reach this machine",
    "serve --database matches.sqlite3                 keep matches in this file",
    "serve --workers 4                                let bots think in four processes",
)
WORKER_HELP = page(
    "Think for the bots of a site, and tell people who are away. `stockade serve` starts its own workers; start more "
    "on other machines that share its database and its bus (STOCKADE_DATABASE, STOCKADE_BUS).",
    "worker                                           until it is stopped",
    "worker --no-notices                              leave mails, push and webhooks to others",
)


def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="The port to listen on.", min=0, max=65535)] = 8000,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the site in a browser.")] = False,
    database: Database = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            help="How many processes think for bots. With 0, this process does it.",
            show_default="one for each further core",
            min=0,
            max=256,
        ),
    ] = None,
    web_only: Annotated[
        bool, typer.Option("--web-only", help="Start no workers: they run elsewhere, on the same database and bus.")
    ] = False,
) -> None:
    try:
        from stockade.server import run
    except ImportError as error:
        raise NotAllowed(f"the server is not installed: {error}") from error
    if web_only and workers:
        raise NotAllowed("--web-only starts no workers: leave out --workers")
    run(
        host=host,
        port=port,
        open_browser=open_browser,
        database_url=database,
        workers=workers,
        web_only=web_only,
    )


def worker(
    database: Database = None,
    notices: Annotated[bool, typer.Option("--notices/--no-notices", help="Tell people who are away.")] = True,
    for_parent: Annotated[bool, typer.Option("--for-parent", hidden=True)] = False,
) -> None:
    try:
        from stockade.server import run_worker
    except ImportError as error:
        raise NotAllowed(f"the server is not installed: {error}") from error
    run_worker(database_url=database, notices=notices, for_parent=for_parent)
