"""Clocks: how much time the players have left, worked out at every write.

Time runs only while a person has to decide. Bots and seats that the rules play have no clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from .models import HUMAN, LIVE, MatchRow, SeatRow
from .policy import Clock, policy_of
from .schemas import ClockView
from .seats import is_away

LEAST_BACK = 10.0  # seconds
SHARE_BACK = 0.1  # of the time for a whole game, which a player who returns has at least


def first(row: Mapping[str, Any], seats: Sequence[Mapping[str, Any]], moment: datetime) -> dict[str, Any]:
    """Return the clock's columns for a new match."""
    clock = policy_of(row["policy"]).clock
    if clock is None:
        return {}
    left = [float(clock.seconds)] * len(seats)
    player = row["current_player"]
    runs = row["status"] == LIVE and 0 <= player < len(seats) and seats[player]["kind"] == HUMAN
    return _columns(left, player if runs else None, moment)


def turned(
    row: MatchRow,
    seats: Sequence[SeatRow],
    values: Mapping[str, Any],
    changes: Mapping[int, Mapping[str, Any]],
    moment: datetime,
    undone: bool = False,
) -> dict[str, Any]:
    """Return the clock's columns after a write that changes these values of a match and of its seats."""
    clock = policy_of(row.policy).clock
    if clock is None:
        return {}
    before, after = row.current_player, int(values.get("current_player", row.current_player))
    left = now_left(row, clock, moment)
    returned = [seat for seat, change in changes.items() if _is_back(seats[seat], change)]
    for seat in returned:
        left[seat] = max(left[seat], _back(clock))
    ended = row.status == LIVE and after != before and 0 <= before < len(left)
    if ended and clock.kind == "turn":
        left[before] = float(clock.seconds)
    elif ended and not undone:
        left[before] += clock.increment
    runs = values.get("status", row.status) == LIVE and _is_timed(seats, changes, after)
    if runs and not ended and not returned and row.clock_since is not None:
        return {}  # the same player's time goes on
    return _columns(left, after if runs else None, moment)


def now_left(row: MatchRow, clock: Clock, moment: datetime) -> list[float]:
    """Return the seconds that are left to each seat at a moment."""
    left = [float(each) for each in row.clock_left] or [float(clock.seconds)] * row.players
    if row.clock_since is not None and 0 <= row.current_player < len(left):
        left[row.current_player] -= max(0.0, (moment - row.clock_since).total_seconds())
    return left


def show(row: MatchRow, moment: datetime) -> ClockView | None:
    """Return the clock as players see it, or None if the table has none."""
    clock = policy_of(row.policy).clock
    if clock is None:
        return None
    running = row.current_player if row.clock_since is not None and row.status == LIVE else None
    return ClockView(left=[round(each, 3) for each in now_left(row, clock, moment)], running=running)


def _back(clock: Clock) -> float:
    """Return the least time of a player who returns."""
    return float(clock.seconds) if clock.kind == "turn" else max(LEAST_BACK, SHARE_BACK * clock.seconds)


def _is_back(row: SeatRow, change: Mapping[str, Any]) -> bool:
    return is_away(row) and change.get("left", row.left) is None


def _is_timed(seats: Sequence[SeatRow], changes: Mapping[int, Mapping[str, Any]], seat: int) -> bool:
    """Return whether a seat's time runs when it is its turn."""
    if not 0 <= seat < len(seats):
        return False
    row, change = seats[seat], changes.get(seat, {})
    return change.get("kind", row.kind) == HUMAN and change.get("stand_in", row.stand_in) is None


def _columns(left: list[float], running: int | None, moment: datetime) -> dict[str, Any]:
    if running is None:
        return {"clock_left": left, "clock_since": None, "clock_due": None}
    due = moment + timedelta(seconds=max(0.0, left[running]))
    return {"clock_left": left, "clock_since": moment, "clock_due": due}
