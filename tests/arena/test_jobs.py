"""Check how work is shared: results by number, and a clear error for a process that ends in the middle of it."""

from __future__ import annotations

import os

import pytest

from stockade.arena.jobs import WorkerDied, share_out


def test_results_come_with_the_numbers_of_their_pieces():
    assert dict(share_out(divmod, [(7, 2), (9, 4)], 1)) == {0: (3, 1), 1: (2, 1)}


def test_a_process_that_ends_is_told_in_one_sentence():
    with pytest.raises(WorkerDied, match="a process that shared the work has ended"):
        list(share_out(os._exit, [(3,), (3,)], 2))
