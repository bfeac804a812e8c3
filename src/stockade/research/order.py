"""Orders the rows of a GPU by small whole numbers, so that the threads of a warp have similar work.

This is a counting sort. Loaded only if `numba-cuda` is installed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda, int32

THREADS = 128  # in a block
SUMMERS = 256  # threads in the block that adds up the counts


@cuda.jit(device=True)
def place_of(key, counts):  # type: ignore[no-untyped-def]
    """Return where a key is counted. A key out of range is counted with the first or the last."""
    return min(max(key + 1, 0), counts.shape[0] - 1)


@cuda.jit
def count(keys, counts):  # type: ignore[no-untyped-def]
    """Count how often each key occurs, beginning with -1."""
    i = cuda.grid(1)
    if i < keys.shape[0]:
        cuda.atomic.add(counts, place_of(keys[i], counts), 1)


@cuda.jit
def add_up(counts, places):  # type: ignore[no-untyped-def]
    """Compute the first place of each key in the order, and reset the counts to zero."""
    sums = cuda.shared.array(SUMMERS, int32)
    t = cuda.threadIdx.x
    share = (counts.shape[0] + SUMMERS - 1) // SUMMERS
    first = min(t * share, counts.shape[0])
    last = min(first + share, counts.shape[0])
    total = 0
    for key in range(first, last):
        total += counts[key]
    sums[t] = total
    cuda.syncthreads()
    place = 0
    for other in range(t):
        place += sums[other]
    for key in range(first, last):
        places[key] = place
        place += counts[key]
        counts[key] = 0


@cuda.jit
def put(keys, places, order):  # type: ignore[no-untyped-def]
    i = cuda.grid(1)
    if i < keys.shape[0]:
        order[cuda.atomic.add(places, place_of(keys[i], places), 1)] = i


class Order:
    """An order of rows by keys from -1 up to a limit. Rows with equal keys can be in any order."""

    def __init__(self, rows: int, limit: int) -> None:
        self.rows = cuda.to_device(np.arange(rows, dtype=np.int32))
        self._counts = cuda.to_device(np.zeros(limit + 1, np.int32))
        self._places = cuda.to_device(np.zeros(limit + 1, np.int32))
        self._grid = (-(-rows // THREADS), THREADS)

    def sort(self, keys: Any) -> None:
        """Sort the rows by their keys. Both are on the device and stay there."""
        count[self._grid](keys, self._counts)
        add_up[1, SUMMERS](self._counts, self._places)
        put[self._grid](keys, self._places, self.rows)
