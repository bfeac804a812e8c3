"""`make bench`: measure Stockade's speed on this machine, next to OpenSpiel in the same run.

python bench/speed.py [--json]
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from operation import compile_seconds, server_megabytes, wheel_megabytes
from peers import rollouts
from timing import median, per_second, rates

import stockade
from stockade.research import Batch, random_playouts


@dataclass(frozen=True)
class Row:
    """One measured value, with its name and the minimum or maximum that it must keep."""

    what: str
    value: float
    unit: str
    target: str = ""
    held: bool = True


@dataclass(frozen=True)
class Floors:
    """The minimum speeds of a game, and the game of the peer that it is compared with."""

    peer: str
    peer_batch: int
    decisions: float
    ratio: float


FLOORS: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("floors.json").read_text("utf-8"))


def playout_rows(name: str, floors: Floors) -> Iterator[Row]:
    """Measure random playouts with legal actions on one core, alternating with those of the peer."""
    batch = max(1, int(2_000_000 / random_playouts(name, 20).decisions * 20))
    ours: Callable[[], int] = lambda: random_playouts(name, batch).decisions  # noqa: E731
    theirs = rollouts(floors.peer, floors.peer_batch)
    ours()
    found = rates({"ours": lambda: per_second(ours), "theirs": lambda: per_second(theirs)})
    rate = median(found["ours"])
    ratio = median([mine / yours for mine, yours in zip(found["ours"], found["theirs"], strict=True)])
    yield Row(
        f"{name}: random playouts, one core",
        rate / 1e6,
        "M decisions/s",
        f">= {floors.decisions / 1e6:g}",
        rate >= floors.decisions,
    )
    yield Row(f"OpenSpiel {floors.peer}: C++ random playouts", median(found["theirs"]) / 1e6, "M decisions/s")
    yield Row(f"{name} / OpenSpiel {floors.peer}", ratio, "times", f">= {floors.ratio:g}", ratio >= floors.ratio)


def python_rows(name: str) -> Iterator[Row]:
    """Measure one state in Python: copying it, and playing with `legal_actions` and `apply`."""
    game = stockade.game(name)
    state = game.start()
    chooser = random.Random(1)

    def clones() -> int:
        for _ in range(10_000):
            state.clone()
        return 10_000

    def decisions() -> int:
        made = 0
        played = game.start()
        while not played.is_over:
            legal = played.legal_actions()
            played.apply(legal[int(chooser.random() * len(legal))])
            made += 1
        return made

    decisions()
    found = rates({"clone": lambda: per_second(clones, 0.5), "step": lambda: per_second(decisions)})
    clone = 1e6 / median(found["clone"])
    step = median(found["step"])
    yield Row(f"{name}: clone from Python", clone, "us", "< 1", clone < 1)
    floor = FLOORS[name].get("python_decisions", 0)
    target = f">= {floor / 1e3:g}" if floor else ""
    yield Row(f"{name}: legal_actions + apply from Python", step / 1e3, "k decisions/s", target, step >= floor)
    yield Row(f"{name}: one state", len(state.to_bytes()), "bytes")


def batch_rows(name: str, size: int = 4096) -> Iterator[Row]:
    batch = Batch(name, size, seed=1)

    def step() -> int:
        batch.step(batch.random_actions(), check=False)
        batch.reset_over()
        return size

    step()
    rate = median(rates({"batch": lambda: per_second(step)})["batch"])
    yield Row(f"{name}: batch of {size} stepped from Python", rate / 1e6, "M decisions/s")


def search_rows(name: str) -> Iterator[Row]:
    state = stockade.Match(name, seed=1).state

    def search() -> float:
        bot = stockade.bot("mcts", seconds=1.0, threads=1, seed=1)
        bot.choose(state)
        return float(bot.last_simulations)  # type: ignore[attr-defined]

    search()
    rate = median(rates({"mcts": search})["mcts"])
    floor = FLOORS[name].get("simulations", 0)
    target = f">= {floor / 1e3:g}" if floor else ""
    yield Row(f"{name}: MCTS, one core", rate / 1e3, "k simulations/s", target, rate >= floor)


def score_rows(name: str, games: int = 500) -> Iterator[Row]:
    """Measure scoring of finished games: the points of all seats, computed from nothing in compiled code."""
    if "score_microseconds" not in FLOORS[name]:
        return
    players = max(stockade.game(name).spec.players)
    batch = Batch(name, games, players=players, seed=1)
    while not batch.is_over.all():
        batch.step(batch.random_actions(), check=False)

    def score() -> int:
        for _ in range(20):
            batch.scores()
        return 20 * games * players

    score()
    each = 1e6 / median(rates({"score": lambda: per_second(score, 0.5)})["score"])
    most = FLOORS[name]["score_microseconds"]
    yield Row(f"{name}: points of one seat, a full board", each, "us", f"< {most:g}", each < most)


def seconds_of(code: str) -> float:
    """Return the wall time that a new process measures of itself, the better of three."""
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(3)
    ]
    return min(float(run.stdout.strip().splitlines()[-1]) for run in runs)


def start_rows(name: str) -> Iterator[Row]:
    """Measure the import, the first move of a process with everything compiled, and loading the solved game."""
    clock = "import time; t = time.perf_counter(); "
    told = "; print(time.perf_counter() - t)"
    imported = seconds_of(clock + "import stockade" + told)
    yield Row("import stockade", imported, "s", "< 0.4", imported < 0.4)
    first = f"import stockade; m = stockade.Match({name!r}, seed=1); m.play(m.state.legal_actions()[0])"
    moved = seconds_of(clock + first + told)
    yield Row(f"{name}: first move of a process, compiled before", moved, "s", "< 1.5", moved < 1.5)
    if stockade.game(name).solution is not None:
        solved = f"import stockade; s = stockade.game({name!r}).solution.solution().summary()"
        subprocess.run([sys.executable, "-c", solved], check=True)
        cached = seconds_of(clock + solved + told)
        yield Row(f"{name}: solution from its cache, whole process", cached, "s", "< 1", cached < 1)


def operation_rows() -> Iterator[Row]:
    """Measure what installing and running cost."""
    largest = max(stockade.games(), key=lambda name: len(stockade.game(name).learn()))
    one, every = compile_seconds([largest]), compile_seconds([])
    yield Row(f"{largest}: compiling from nothing, bots included", one, "s", "< 45", one < 45)
    yield Row("all games: compiling from nothing", every, "s", "< 75", every < 75)
    memory = server_megabytes()
    yield Row("a server with every game compiled and played", memory, "MB", "< 450", memory < 450)
    for size in wheel_megabytes():
        yield Row("the wheel, with every game compiled", size, "MB")


def all_rows() -> Iterator[Row]:
    yield from operation_rows()
    for name, floors in FLOORS.items():
        stockade.game(name).compile()
        limits = Floors(floors["peer"], floors["peer_batch"], floors["decisions"], floors["ratio"])
        yield from playout_rows(name, limits)
        for rows in (python_rows, batch_rows, search_rows, score_rows, start_rows):
            yield from rows(name)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    rows: list[Row] = []
    for row in all_rows():
        rows.append(row)
        if not arguments.json:
            kept = "" if not row.target else ("ok  " if row.held else "MISS")
            print(f"{kept:4} {row.what:58} {row.value:10.3f} {row.unit:16} {row.target}", flush=True)
    if arguments.json:
        told = {"machine": platform.processor() or platform.machine(), "at": time.strftime("%Y-%m-%d")}
        print(json.dumps(told | {"rows": [asdict(row) for row in rows]}))
    return 0 if all(row.held for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
