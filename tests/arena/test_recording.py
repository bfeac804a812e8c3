"""Positions to fit to: how they are divided among processes."""

from __future__ import annotations

import pytest

import stockade
from stockade.arena.grid import read_cells
from stockade.arena.recording import shares_of

GAME = stockade.game("cascade_barricade")


@pytest.mark.parametrize(("samples", "shares"), [(1001, 2), (20_000, 2), (50_000, 4), (200_001, 20)])
def test_every_setting_has_as_many_shares(samples: int, shares: int) -> None:
    cells = read_cells(GAME, [2, 3], None, None)
    tasks = shares_of(GAME, cells, samples, 7)
    assert len(tasks) == shares
    assert [players for _, players, _, _, _ in tasks] == [2, 3] * (shares // 2)
    assert sum(count for _, _, _, count, _ in tasks) >= samples
    assert len({seed for *_, seed in tasks}) == shares
