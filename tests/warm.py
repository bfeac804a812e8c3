"""Compiles every game's kernels before the tests, a process for each core: `make test` starts here.

Test processes that need a kernel at the same moment would each compile it. Here each game is compiled by one process
alone, and the largest games come first, so that the cores finish together.

python -m tests.warm
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path

from tests.core.process import python

import stockade


def size(name: str) -> int:
    """How much there is to compile, roughly."""
    folder = Path(str(resources.files(stockade.game(name).package)))
    return sum(path.stat().st_size for path in folder.rglob("*.py"))


def warm(name: str) -> None:
    python("-m", "tests.core.trace", name)


def main() -> None:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(warm, sorted(stockade.games(), key=size, reverse=True)))


if __name__ == "__main__":
    main()
