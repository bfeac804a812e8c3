"""`stockade perft`: count all sequences of a given length. A changed count means a changed rule."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import stockade
from stockade.arena.options import read_options
from stockade.cli.options import GameName, GameOptions, Json, Players, page
from stockade.core.checks import read_json
from stockade.core.errors import BadOption, BadPosition

if TYPE_CHECKING:
    from stockade.core.state import State

HELP = page(
    "Count the sequences of actions from a position, depth by depth, outcomes of chance included.",
    "perft GAME --depth 8",
    "perft GAME --depth 6 --divide           by first action",
    "perft GAME --depth 4 --position p.json  from a position as `stockade replay --ply N --json` prints it",
    json="game, depths (depth, count, seconds, per_second), position and, with --divide, divide (action, count)",
)


def perft(
    game: GameName,
    depth: Annotated[int, typer.Option("--depth", "-d", help="The longest sequences to count.", min=0)],
    position: Annotated[
        str | None, typer.Option("--position", metavar="FILE|JSON", help="Where to start; by default a new game.")
    ] = None,
    divide: Annotated[
        bool, typer.Option("--divide", help="Also count the sequences that begin with each action.")
    ] = False,
    players: Players = None,
    option: GameOptions = None,
    json: Json = False,
) -> None:
    from stockade.cli.terminal import busy, print_json
    from stockade.research.perft import perft as count_sequences

    found = stockade.game(game)
    options = read_options(option, found.spec)
    found.options(players, options)
    if position is not None and (players is not None or options):
        raise BadOption("a position already has players and options: --position cannot be combined with them")
    with busy(f"setting up {found.spec.title}"):
        given = None if position is None else _read_position(position)
        state = found.start(players, options) if given is None else found.from_json(given)
        count_sequences(state, 1)  # compiled here, so that it is not timed
    report = {"game": found.name, "depths": [_count(state, each) for each in range(depth + 1)]}
    if divide:
        report["divide"] = _divide(state, depth)
    if json:
        print_json(report | {"position": state.to_json()})
    else:
        _show(report)


def _read_position(given: str) -> Any:
    """Return the position in a file or in a text. It may be part of what `stockade replay --json` prints."""
    try:
        text = given if given.lstrip().startswith("{") else Path(given).expanduser().read_text("utf-8")
        read = read_json(text)
    except ValueError as error:
        raise BadPosition(f"the position is not JSON: {error}") from error
    return read["position"] if isinstance(read, dict) and "position" in read else read


def _count(state: State, depth: int) -> dict[str, Any]:
    from stockade.cli.terminal import busy, interruptible
    from stockade.research.perft import perft as count_sequences

    def timed() -> tuple[int, float]:
        started = time.perf_counter()
        return count_sequences(state, depth), time.perf_counter() - started

    with busy(f"depth {depth}"):
        count, seconds = interruptible(timed)
    return {"depth": depth, "count": count, "seconds": seconds, "per_second": count / seconds}


def _divide(state: State, depth: int) -> list[dict[str, Any]]:
    from stockade.cli.terminal import busy, interruptible
    from stockade.research.perft import divide

    with busy(f"depth {depth}, by first action"):
        counts = interruptible(lambda: divide(state, depth))
    return [{"action": state.format(action), "count": count} for action, count in counts.items()]


def _show(report: dict[str, Any]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from stockade.cli.terminal import console

    table = Table(box=None, header_style="dim", pad_edge=False)
    for name in ("depth", "count", "seconds", "per second"):
        table.add_column(name, justify="right")
    for row in report["depths"]:
        table.add_row(
            str(row["depth"]), f"[key]{row['count']:,}[/]", f"{row['seconds']:.3f}", f"{row['per_second']:,.0f}"
        )
    console().print(table)
    if report.get("divide"):
        parts = Table("first action", "count", box=None, header_style="dim", pad_edge=False)
        for row in report["divide"]:
            parts.add_row(f"[key]{escape(row['action'])}[/]", f"{row['count']:,}")
        console().print()
        console().print(parts)
