"""Compiled, interpreted and with bounds checks, the same source plays the same game to the byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.core.process import python
from tests.core.trace import trace
from tests.warm import size

import stockade

# Compiling a game once more takes long. Interpreted, every game is checked for this in every run.
SMALLEST = min(stockade.games(), key=size)
QUICK = [pytest.param(name, marks=() if name == SMALLEST else pytest.mark.deep) for name in stockade.games()]

WATCH = """
import json, sys
from stockade.core import kernel
told = []
kernel.on_compile(lambda name, count, seconds: told.append((name, count, seconds)))
from tests.core.trace import trace
played = trace(*sys.argv[1:])
print(json.dumps({"played": played, "told": told, "count": kernel.compiling.count, "cache": str(kernel.CACHE)}))
"""


@pytest.mark.parametrize("name", stockade.games())
def test_interpreted_rules_play_the_same(name: str) -> None:
    interpreted = json.loads(python("-m", "tests.core.trace", name, NUMBA_DISABLE_JIT="1"))
    assert interpreted == json.loads(json.dumps(trace(name)))


def checked(name: str, cache: Path, *parts: str) -> dict[str, Any]:
    """Out of range is silent when compiled, so this runs with checks; in a cache of its own, because Numba does not
    tell checked kernels from others. Compiling is most of it, so little is optimised."""
    compiling = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1", "STOCKADE_CACHE_DIR": str(cache)}
    watched: dict[str, Any] = json.loads(python("-c", WATCH, name, *parts, **compiling))
    assert watched["played"] == json.loads(json.dumps(trace(name, *parts)))
    return watched


@pytest.mark.parametrize("name", QUICK)
def test_no_rule_reaches_outside_an_array(name: str, tmp_path: Path) -> None:
    """And on the way: compiling is told, and done once."""
    first = checked(name, tmp_path, "states", "many playouts")
    assert Path(first["cache"]).parent == tmp_path / "kernels"
    check_progress(first)
    second = checked(name, tmp_path, "states", "many playouts")
    assert (second["count"], second["told"]) == (0, [])


@pytest.mark.deep
@pytest.mark.parametrize("name", stockade.games())
def test_no_kernel_reaches_outside_an_array(name: str, tmp_path: Path) -> None:
    checked(name, tmp_path)


def check_progress(watched: dict[str, Any]) -> None:
    names = [name for name, _, _ in watched["told"] if name]
    assert {"apply_checked", "legal", "apply", "playouts"} <= set(names)
    assert watched["count"] == len(names)
    counts = [count for _, count, _ in watched["told"]]
    assert counts == sorted(counts)
    seconds = [seconds for _, _, seconds in watched["told"]]
    assert seconds == sorted(seconds)
    assert seconds[-1] > 0
    assert watched["told"][-1][0] == ""  # the last word is that nothing is being compiled
