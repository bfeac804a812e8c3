"""`stockade engine`: let a stranger's program use one of our bots, over standard input and output."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from stockade import __version__
from stockade.cli.options import page

HELP = page(
    "Speak the protocol for bots on standard input and output, so that another program can use one of our bots: "
    "`stockade 1`, `newgame GAME`, `position`, `go`, `stop`, `quit`. docs/bot-protocol.md describes every line. The "
    "bot is written as for `stockade simulate`. The same protocol lets a program of yours play here.",
    "engine greedy",
    "engine mcts:threads=1",
    "simulate GAME --bots 'stdio:stockade engine greedy,random' --games 2",
)


def engine(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot, name:key=value,..., or a level from 1 to 5.")],
) -> None:
    from stockade.arena.botspec import parse_bot
    from stockade.arena.engine import Engine

    def say(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    found = parse_bot(bot)
    engine = Engine(found, f"Stockade {__version__}, {found.text}", "the authors of Stockade", say)
    for line in sys.stdin:
        if not engine.hear(line):
            break
    engine.wait()
