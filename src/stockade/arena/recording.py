"""Records the positions that an evaluation is fitted to, on several processes or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stockade.arena.grid import Cell
from stockade.arena.jobs import Workers, share_out
from stockade.core.game import Game
from stockade.research.fit import Samples, joined, record

SHARE = 10_000  # positions, about
Share = tuple[Any, ...]
"""The arguments of one call of `record`."""


def shares_of(game: Game, cells: Sequence[Cell], samples: int, seed: int) -> list[Share]:
    """Divide the work into shares of equal size, as many for each setting. Who does the work does not matter."""
    rounds = max(1, round(samples / SHARE / len(cells)))
    parts = rounds * len(cells)
    size = -(-samples // parts)
    chosen = [cells[number % len(cells)] for number in range(parts)]
    return [(game, cell.players, cell.options, size, seed + 1000 * number) for number, cell in enumerate(chosen)]


def record_shares(shares: Sequence[Share], where: int | Workers, advance: Callable[[int], None]) -> Samples:
    """Record all shares and return them as one, in order. `advance` is called after each share."""
    found = {}
    for number, played in share_out(record, shares, where):
        found[number] = played
        advance(1)
    return joined([found[number] for number in range(len(shares))])
