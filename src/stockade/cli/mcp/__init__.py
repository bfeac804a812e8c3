"""`stockade mcp`: play through tools of the Model Context Protocol, for assistants and other programs that use it."""

from __future__ import annotations

from stockade.cli.options import page
from stockade.core.errors import BadOption

HELP = page(
    "Serve the games as tools of the Model Context Protocol, over standard input and output. An assistant that is "
    "told to run this command can list games, read their rules, start a match against bots, look at the table, list "
    "legal actions, play, ask for a hint and give up. Refusals come with the rule behind them. Needs the extra "
    "`mcp`: pip install 'stockade\\[mcp]'.",
    "mcp",
)


def mcp() -> None:
    from stockade.core import compiler
    from stockade.ready import builds

    try:
        from stockade.cli.mcp.server import make_server
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("mcp"):
            raise
        raise BadOption("`stockade mcp` needs the Model Context Protocol: pip install 'stockade[mcp]'") from error
    compiler.compiles_here = False  # somebody waits for answers, so another process compiles
    try:
        make_server().run("stdio")
    finally:
        builds.close()
