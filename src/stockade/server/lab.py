"""The lab: people set up positions of their own, and a bot thinks about them while they watch."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from stockade.core.errors import CorruptLog
from stockade.core.language import mark
from stockade.core.state import State

from . import replay
from .errors import Refused
from .longlist import LongList
from .models import HUMAN, LIVE, MatchRow, SeatRow
from .people.caller import Caller
from .seats import allow_hints
from .storage import Storage
from .stored import Entry, Stored

RATED = mark("You are playing a rated match of this game. Bots answer here again when it is over.")
PLAYED = mark("This is the position of a match that you are playing without hints.")


def check_decides(state: State) -> None:
    if state.is_over:
        raise Refused("not_allowed", "The game is over in this position.")
    if state.is_chance:
        raise Refused("not_allowed", "Chance decides in this position. Let it decide first.")


def check_fair(storage: Storage, caller: Caller, state: State) -> None:
    """Refuse to help somebody in a match that they play without hints, as far as a server can tell.

    While they play a rated match they get no help with any position of that game. In another match they get none with
    the position that is on the table.
    """
    if caller.person is None:
        return
    for stored in _running(storage, caller.person, state.game.name):
        if allow_hints(stored.row, stored.seats):
            continue
        if stored.row.rated:
            raise Refused("not_allowed", RATED)
        try:
            now = replay.state_of(stored)
        except CorruptLog:
            continue
        if _on_the_table(now) == _on_the_table(state):
            raise Refused("not_allowed", PLAYED)


def _running(storage: Storage, person: str, game: str) -> Sequence[Stored]:
    """Return the live matches of a person, without their journals."""
    own = select(SeatRow.match_id).where(SeatRow.person == person, SeatRow.kind == HUMAN)
    with Session(storage.engine) as session:
        rows = session.scalars(
            select(MatchRow).where(MatchRow.id.in_(own), MatchRow.status == LIVE, MatchRow.game == game)
        ).all()
        seats = [session.scalars(select(SeatRow).where(SeatRow.match_id == row.id)).all() for row in rows]
        session.expunge_all()
    return [Stored(row, sat, LongList(Entry)) for row, sat in zip(rows, seats, strict=True)]


def _on_the_table(state: State) -> bytes:
    """Return a state without the number of actions that led to it."""
    same = state.clone()
    same.record.ply = 0
    return same.to_bytes()
