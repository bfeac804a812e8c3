"""Compiles every game's kernels before the tests, a process for each core: `make test` starts here.

Test processes that need a kernel at the same moment would each compile it. Here each game is compiled by one process
alone, and the largest games come first, so that the cores finish together.

python -m tests.warm [GAME]
"""

from __future__ import annotations

import os
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path
from typing import Any

from tests.core.process import python
from tests.core.trace import trace

import stockade


def size(name: str) -> int:
    """How much there is to compile, roughly."""
    folder = Path(str(resources.files(stockade.game(name).package)))
    return sum(path.stat().st_size for path in folder.rglob("*.py"))


def warm(name: str) -> None:
    """Every kernel of the rules and the bots, then matches to their ends for those of pictures, reasons, winners and
    of what automated seats say of themselves."""
    trace(name)
    stockade.bot("greedy", seed=1).choose(stockade.Match(name, seed=1).state)
    play_through(name, {})
    auto = stockade.game(name).spec.auto
    if auto is not None:
        play_through(name, {auto.option: 1, **dict(auto.needs)})


def play_through(name: str, options: dict[str, Any]) -> None:
    match, dice = stockade.Match(name, options=options, seed=1), random.Random(1)
    while not match.is_over:
        state = match.state
        if state.ply % 8 == 0:
            state.scene()
            state.why_not(dice.randrange(state.game.spec.action_count))
            state.game.from_bytes(state.to_bytes())
        match.play(dice.choice(state.legal_actions()))
    match.state.scene()
    match.history()


def main() -> None:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        names = sorted(stockade.games(), key=size, reverse=True)
        list(pool.map(lambda name: python("-m", "tests.warm", name), names))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        warm(sys.argv[1])
    else:
        main()
