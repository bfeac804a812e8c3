"""The `stockade` command: its subcommands, and how errors are shown.

The modules imported here are light. Each command imports what it needs of the compiler and of the terminal when it
runs, so that `stockade --help` answers at once.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from stockade import StockadeError, __version__
from stockade.cli import (
    admin,
    analyse,
    bench,
    check_game,
    compile,
    engine,
    fit,
    mcp,
    new_game,
    openings,
    perft,
    play,
    puzzles,
    record,
    replay,
    report,
    rules,
    serve,
    shelf,
    simulate,
    solve,
    sweep,
    tournament,
)
from stockade.cli.options import page
from stockade.server.broken import BrokenDatabase


class Commands(TyperGroup):
    """Shows an error as one line, because a traceback would not help at a prompt.

    The exit code is 1 if a database cannot be used, and otherwise 2.
    """

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenDatabase as error:
            _refuse(error.message, 1)
        except StockadeError as error:
            trace = getattr(error, "trace", "")  # of a bot that somebody else wrote
            if trace and ctx.params.get("traceback"):
                typer.echo(trace, err=True)
            ruling = f" (ruling {error.ruling} of RULINGS.md)" if error.ruling else ""
            _refuse(f"{error.message}{ruling}")
        except BrokenPipeError:
            raise  # the reader of our output is gone: typer exits quietly
        except OSError as error:
            name = f"{error.filename}: " if error.filename else ""
            _refuse(f"{name}{error.strerror or error}")


def _refuse(message: str, code: int = 2) -> None:
    """Print an error and exit."""
    typer.echo("error: " + " ".join(message.split()), err=True)
    raise typer.Exit(code)


app = typer.Typer(
    name="stockade",
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"stockade {__version__}")
        raise typer.Exit


@app.callback(
    help=page(
        "Modern board games, to play here and in the browser, and to search, solve and simulate.",
        "play                         choose a game and play a bot",
        "play GAME --hotseat          two people at one keyboard",
        "serve --open                 play in the browser",
        "simulate GAME --bots greedy,random --games 20",
    )
)
def stockade(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
    traceback: Annotated[
        bool, typer.Option("--traceback", help="If a bot of your own fails, show where in its code.")
    ] = False,
) -> None: ...


PLAYING, LOOKING, WRITING, RUNNING = "Play", "Look closer", "Write a game", "Run a server, or a bot for others"
for panel, command, text in (
    (PLAYING, play.play, play.HELP),
    (PLAYING, serve.serve, serve.HELP),
    (PLAYING, shelf.games, shelf.GAMES_HELP),
    (PLAYING, shelf.bots, shelf.BOTS_HELP),
    (PLAYING, rules.rules, rules.HELP),
    (PLAYING, replay.replay, replay.HELP),
    (PLAYING, record.record, record.HELP),
    (PLAYING, analyse.analyse, analyse.HELP),
    (LOOKING, simulate.simulate, simulate.HELP),
    (LOOKING, tournament.tournament, tournament.HELP),
    (LOOKING, sweep.sweep, sweep.HELP),
    (LOOKING, report.report, report.HELP),
    (LOOKING, fit.fit, fit.HELP),
    (LOOKING, solve.solve, solve.HELP),
    (LOOKING, puzzles.puzzles, puzzles.HELP),
    (LOOKING, openings.openings, openings.HELP),
    (LOOKING, perft.perft, perft.HELP),
    (LOOKING, bench.bench, bench.HELP),
    (LOOKING, compile.compile, compile.HELP),
    (RUNNING, serve.worker, serve.WORKER_HELP),
    (RUNNING, engine.engine, engine.HELP),
    (RUNNING, mcp.mcp, mcp.HELP),
    (WRITING, new_game.new_game, new_game.HELP),
    (WRITING, check_game.check_game, check_game.HELP),
):
    first_sentence = text.partition(".")[0] + "."
    app.command(help=text, short_help=first_sentence, rich_help_panel=panel)(command)
app.add_typer(admin.app, name="admin", rich_help_panel=RUNNING)
