"""Rows of a GPU put in order of small whole numbers, so that the threads of a warp have like work: a counting sort.
Loaded only where `numba-cuda` is installed."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda, int32

THREADS = 128  # of a block
SUMMERS = 256  # threads that add up the counts, in one block


@cuda.jit(device=True)
def place_of(key, counts):  # type: ignore[no-untyped-def]
    """Where a key is counted; one that is out of range goes with the first or the last."""
    return min(max(key + 1, 0), counts.shape[0] - 1)


@cuda.jit
def count(keys, counts):  # type: ignore[no-untyped-def]
    """How often each key is there, from -1 on."""
    i = cuda.grid(1)
    if i < keys.shape[0]:
        cuda.atomic.add(counts, place_of(keys[i], counts), 1)


@cuda.jit
def add_up(counts, places):  # type: ignore[no-untyped-def]
    """The first place of each key in the order; the counts are zero again."""
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
    """An order of so many rows by keys from -1 up to a limit. Among equals any order will do."""

    def __init__(self, rows: int, limit: int) -> None:
        self.rows = cuda.to_device(np.arange(rows, dtype=np.int32))
        self._counts = cuda.to_device(np.zeros(limit + 1, np.int32))
        self._places = cuda.to_device(np.zeros(limit + 1, np.int32))
        self._grid = (-(-rows // THREADS), THREADS)

    def sort(self, keys: Any) -> None:
        """Keys and rows are on the device, and stay there."""
        count[self._grid](keys, self._counts)
        add_up[1, SUMMERS](self._counts, self._places)
        put[self._grid](keys, self._places, self.rows)
