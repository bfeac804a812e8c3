"""Measure the vector environment for Gymnasium: decisions from Python, with observations, per second of one core.

    python bench/vector.py [game ...] [--rows 4096]

The agent's own choice is made in compiled code and counts. Against opponents, only decisions of the agent count.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from timing import median, per_second, rates

import stockade
from stockade.research.gymnasium import GameVectorEnv

FLOORS: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("floors.json").read_text("utf-8"))
WAYS: dict[str, dict[str, Any]] = {
    "self-play, masks": {"opponent": "self"},
    "self-play, masks, begun anew in the same step": {"opponent": "self", "autoreset_mode": "SameStep"},
    "self-play, no masks": {"opponent": "self", "masks": False},
    "one seat against random opponents, masks": {"opponent": "random"},
}


def stepping(name: str, rows: int, way: dict[str, Any]) -> Callable[[], int]:
    """Return a function that takes one step and returns the number of decisions."""
    envs = GameVectorEnv(name, rows, **way)
    envs.reset(seed=1)

    def step() -> int:
        envs.step(envs.batch.random_actions())
        return rows

    step()
    return step


def measure(name: str, rows: int) -> bool:
    """Measure all ways to step a game, and return whether its floor is kept."""
    stockade.game(name).compile()
    steps = {label: stepping(name, rows, way) for label, way in WAYS.items()}
    timed = {label: partial(per_second, step, 0.5, time.process_time) for label, step in steps.items()}
    found = rates(timed)
    floor = FLOORS.get(name, {}).get("vector_decisions", 0)
    for label, each in found.items():
        rate = median(each)
        kept = "" if not floor else "ok" if rate >= floor else "MISS"
        target = f">= {floor / 1e6:g}" if floor else ""
        print(f"{kept:4} {name}: {rows} rows, {label:48} {rate / 1e6:8.3f} M decisions/s {target}", flush=True)
    return all(median(each) >= floor for each in found.values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="game", default=list(stockade.games()))
    parser.add_argument("--rows", type=int, default=4096)
    arguments = parser.parse_args()
    kept = [measure(name, arguments.rows) for name in arguments.names]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
