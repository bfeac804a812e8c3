"""Who meets whom, and on which seats."""

from __future__ import annotations

import math
from itertools import combinations, islice, pairwise, permutations
from typing import Literal, get_args

from stockade.core.errors import BadOption

Format = Literal["round-robin", "ladder", "gauntlet"]
FORMATS: tuple[Format, ...] = get_args(Format)
MOST = 10_000  # tables in one setting; more is probably a mistake

Table = tuple[int, ...]
"""Bots that meet, by number."""


def tables_of(form: Format, bots: int, seats: int) -> list[Table]:
    """Return the tables of a tournament.

    In a round robin these are all sets of as many bots as there are seats, on a ladder each bot and the one after it,
    and in a gauntlet the first bot and each of the others.
    """
    if bots < 2 or seats < 2:
        raise BadOption(f"a tournament needs at least two bots and two seats, not {bots} and {seats}")
    if form == "ladder":
        return list(pairwise(range(bots)))
    if form == "gauntlet":
        return [(0, other) for other in range(1, bots)]
    size = min(bots, seats)
    if math.comb(bots, size) > MOST:
        raise BadOption(f"a round robin of {bots} bots has {math.comb(bots, size):,} tables of {size}; use a ladder")
    return list(combinations(range(bots), size))


def seatings_of(table: Table, seats: int, order: int = 0) -> list[tuple[int, ...]]:
    """Return the seatings in which a table plays one deal: for each of them, the bot on each seat.

    Every bot sits on every seat equally often. If there are more seats than bots, the bots repeat in turn, and each
    has the extra seats equally often. `order` is any number that selects the order around the table, because it
    matters who plays before whom.
    """
    ring = _ordered(table, order)
    found = {
        tuple(ring[(start + (seat + turn) % seats) % len(ring)] for seat in range(seats)): None
        for start in range(len(ring))
        for turn in range(seats)
    }
    return list(found)


def _ordered(table: Table, order: int) -> Table:
    """Return the bots in one of their orders around a table."""
    others = table[1:]
    number = order % math.factorial(len(others))
    return table[:1] + next(islice(permutations(others), number, None))
