"""Positions to fit to: how they are divided among processes."""

from __future__ import annotations

import pytest

import stockade
from stockade.arena.grid import read_cells
from stockade.arena.recording import record_played, record_share, shares_of
from stockade.research.fit import record

GAME = stockade.game("cascade_barricade")


@pytest.mark.parametrize(("samples", "shares"), [(1001, 2), (20_000, 2), (50_000, 4), (200_001, 20)])
def test_every_setting_has_as_many_shares(samples: int, shares: int) -> None:
    cells = read_cells(GAME, [2, 3], None, None)
    tasks = shares_of(GAME, cells, samples, 7)
    assert len(tasks) == shares
    assert [players for _, players, *_ in tasks] == [2, 3] * (shares // 2)
    assert sum(count for _, _, _, count, *_ in tasks) >= samples
    assert len({seed for *_, seed, _ in tasks}) == shares


def test_positions_of_any_bots_are_like_those_of_greedy_play() -> None:
    options = read_cells(GAME, [3], None, None)[0].options
    usual, played = record(GAME, 3, options, 40, 5), record_played(GAME, 3, options, 40, 5, ["random"])
    assert played.tables.shape == usual.tables.shape
    assert played.tables[:, :3].any(axis=(1, 2)).all(), "every position is described"
    assert not played.tables[:, 3:].any()
    sums = played.shares[:, :3].sum(axis=1)
    assert ((sums > 0.99) & (sums < 1.01) | (sums == 0)).all()
    assert (played.shares[:, 3:] == -1).all()
    again = record_share(GAME, 3, options, 40, 5, ("random",))
    assert (again.tables == played.tables).all()
    assert (again.shares == played.shares).all()
