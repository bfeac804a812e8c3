"""Who is absent from a table, and what the others may do about it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from .models import HUMAN, LIVE
from .moments import now
from .stored import Stored

PATIENCE = timedelta(minutes=2)  # how long the others wait for a player who is not connected


def replaceable(stored: Stored, mine: Sequence[int], away: timedelta) -> list[int]:
    """Return the absent players for whom somebody with these seats may let a bot play."""
    if stored.policy.absent != "bot":
        return []
    return [seat for seat in absent(stored, mine, away) if stored.seats[seat].stand_in is None]


def claimable(stored: Stored, mine: Sequence[int], away: timedelta) -> list[int]:
    """Return the absent players against whom somebody with these seats may claim the match."""
    return absent(stored, mine, away) if stored.policy.absent == "claim" else []


def absent(stored: Stored, mine: Sequence[int], away: timedelta) -> list[int]:
    """Return the other players who have gone, and the current player if they have long been disconnected."""
    if not mine or stored.row.status != LIVE:
        return []
    moment = now()
    waited = moment - stored.row.updated > PATIENCE and stored.policy.clock is None
    people = {stored.seats[seat].person for seat in mine} - {None}
    found = []
    for row in stored.seats:
        if row.kind != HUMAN or row.seat in mine or row.person in people:
            continue
        here = row.seen is not None and row.seen > moment - away
        if row.left is not None or (row.seat == stored.row.current_player and not here and waited):
            found.append(row.seat)
    return found
