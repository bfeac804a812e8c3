"""Positions to fit to: how they are divided among processes."""

from __future__ import annotations

import pytest

import stockade
from stockade.arena.grid import read_cells
from stockade.arena.recording import shares_of

GAME = stockade.game("cascade_barricade")


@pytest.mark.parametrize(("jobs", "shares"), [(1, 2), (2, 2), (5, 5)])
def test_every_process_and_every_setting_has_a_share(jobs: int, shares: int) -> None:
    cells = read_cells(GAME, [2, 3], None, None)
    tasks = shares_of(GAME, cells, 1001, 7, jobs)
    assert len(tasks) == shares
    assert {players for _, players, _, _, _ in tasks} == {2, 3}
    assert sum(count for _, _, _, count, _ in tasks) >= 1001
    assert len({seed for *_, seed in tasks}) == shares
