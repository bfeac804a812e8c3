"""Measure how the cost of a move depends on the length of the match."""

from __future__ import annotations

import csv
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from .processes import running_seconds, tree
from .table import Table
from .traffic import Traffic

WINDOW = 50  # moves
EACH_SECONDS = 20.0  # at most, for one move


class First(random.Random):
    """Chooses what comes first. In Blockade that never ends a match."""

    def random(self) -> float:
        return 0.0


@dataclass(frozen=True)
class Window:
    """Some moves in a row, one at a time."""

    moves: int  # made before them
    latency_ms: float  # median to the other side
    server_ms: float  # processor time for each
    kilobytes: float  # received and sent for each


def lengthen(traffic: Traffic, roots: Sequence[int], moves: int) -> list[Window]:
    """Play one match, as fast as the server answers. It ends early if the match does."""
    pids = tree(roots)
    traffic.chooser = First()
    traffic.open(1)
    (table,) = traffic.tables
    seen: list[float] = []
    traffic.on_seen = lambda _, seconds: seen.append(seconds)
    windows: list[Window] = []
    used, volume = running_seconds(pids), 0
    while len(windows) * WINDOW < moves and play_on(traffic, table):
        if len(seen) == WINDOW:
            used, before = running_seconds(pids), used
            volume, earlier = traffic.tally.received + traffic.tally.sent, volume
            windows.append(
                Window(
                    moves=len(windows) * WINDOW,
                    latency_ms=1000 * statistics.median(seen),
                    server_ms=1000 * (used - before) / WINDOW,
                    kilobytes=(volume - earlier) / WINDOW / 1000,
                )
            )
            seen.clear()
    return windows


def play_on(traffic: Traffic, table: Table) -> bool:
    """Make one move and wait until both sides have seen it. Return whether the match goes on."""
    made = table.made
    traffic.turn(table)
    end = time.perf_counter() + EACH_SECONDS
    while table in traffic.tables and (table.made == made or not table.is_ready()):
        if time.perf_counter() > end:
            return False
        traffic.run(0.0005)
    return table in traffic.tables and not table.is_over


def write_csv(windows: Sequence[Window], path: Path) -> None:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Window)])
        writer.writeheader()
        writer.writerows({name: round(value, 4) for name, value in asdict(window).items()} for window in windows)


def plot(windows: Sequence[Window], path: Path, title: str) -> None:
    """Draw the cost of a move over the length of the match."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4), layout="constrained")
    moves = [window.moves for window in windows]
    axes.plot(moves, [window.latency_ms for window in windows], label="to the other side, ms")
    axes.plot(moves, [window.server_ms for window in windows], label="processor time of the server, ms")
    axes.plot(moves, [window.kilobytes for window in windows], label="sent and received, kB")
    axes.set_xlabel("moves made before")
    axes.set_ylabel("for each move")
    axes.set_ylim(bottom=0)
    axes.set_title(title)
    axes.legend()
    figure.savefig(path)
    pyplot.close(figure)
