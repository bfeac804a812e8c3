"""No kernel reads or writes memory that is not its own: what it says does not depend on what lies there.

glibc fills what is given out and given back with a pattern. A kernel that works on memory it has lost would say
something else then, or die; one that reads beyond an array is stopped by checks.
"""

from __future__ import annotations

import json
from functools import cache

import pytest
from tests.core.process import python

import stockade

PATTERNS = ("85", "3")
UNCACHED = "glibc.malloc.tcache_count=0"  # else small blocks are handed on as they are
CHECKED = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"}  # compiling is most of it, so little is optimised


@cache
def plain(name: str) -> dict[str, str]:
    found: dict[str, str] = json.loads(python("-m", "tests.core.heap", name))
    return found


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("name", stockade.games())
def test_what_lies_in_memory_changes_nothing(name: str, pattern: str) -> None:
    filled = python("-m", "tests.core.heap", name, MALLOC_PERTURB_=pattern, GLIBC_TUNABLES=UNCACHED)
    assert json.loads(filled) == plain(name)
    assert {part.rpartition(": ")[2] for part in plain(name)} >= {"rules", "evaluation", "observation", "greedy"}


@pytest.mark.parametrize("name", stockade.games())
def test_no_kernel_reaches_outside_an_array(name: str) -> None:
    assert json.loads(python("-m", "tests.core.heap", name, **CHECKED)) == plain(name)
