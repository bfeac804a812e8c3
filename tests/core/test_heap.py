"""Check that no kernel reads or writes memory that it does not own.

glibc fills allocated and freed memory with a pattern. A kernel that uses freed memory would then give another result
or crash; a kernel that reads beyond an array is stopped by bounds checks.
"""

from __future__ import annotations

import json

import pytest
from tests.core.process import python

import stockade

UNCACHED = "glibc.malloc.tcache_count=0"  # otherwise small blocks are reused without being filled
CHECKED = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"}  # compiling takes most of the time, so optimise little


def filled(name: str, pattern: str, **compiler: str) -> dict[str, str]:
    """Return the results with memory filled with a pattern."""
    said = python("-m", "tests.core.heap", name, MALLOC_PERTURB_=pattern, GLIBC_TUNABLES=UNCACHED, **compiler)
    found: dict[str, str] = json.loads(said)
    return found


@pytest.mark.parametrize("name", stockade.games())
def test_no_kernel_reaches_outside_an_array_and_what_lies_in_memory_changes_nothing(name: str) -> None:
    as_played = filled(name, "85")
    assert as_played == filled(name, "3", **CHECKED)
    assert {part.rpartition(": ")[2] for part in as_played} >= {"rules", "evaluation", "observation", "greedy"}
