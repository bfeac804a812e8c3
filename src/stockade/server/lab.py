"""The lab: people set up positions of their own, and a bot thinks about them while they watch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

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
    for stored in _without_hints(storage, caller, state):
        if stored.row.rated:
            raise Refused("not_allowed", RATED)
        _check_other(stored, state)


def check_not_played(storage: Storage, caller: Caller, state: State) -> None:
    """Refuse what is open only in other matches, if a state is on the table of a match that they play without hints.

    Somebody could bring the record of that match in, or its position.
    """
    for stored in _without_hints(storage, caller, state):
        _check_other(stored, state)


def _check_other(stored: Stored, state: State) -> None:
    try:
        now = replay.state_of(stored)
    except CorruptLog:
        return  # nobody can play on there
    if _on_the_table(now) == _on_the_table(state):
        raise Refused("not_allowed", PLAYED)


def _without_hints(storage: Storage, caller: Caller, state: State) -> Iterator[Stored]:
    if caller.person is not None:
        for stored in _running(storage, caller.person, state.game.name):
            if not allow_hints(stored.row, stored.seats):
                yield stored


def _running(storage: Storage, person: str, game: str) -> Sequence[Stored]:
    """Return the live matches of a person, without their journals."""
    own = select(SeatRow.match_id).where(SeatRow.person == person, SeatRow.kind == HUMAN)
    with Session(storage.engine) as session:
        rows = session.scalars(
            select(MatchRow).where(MatchRow.id.in_(own), MatchRow.status == LIVE, MatchRow.game == game)
        ).all()
        in_them = SeatRow.match_id.in_([row.id for row in rows])
        found = session.scalars(select(SeatRow).where(in_them).order_by(SeatRow.match_id, SeatRow.seat)).all()
        session.expunge_all()
    seats = {match_id: list(group) for match_id, group in groupby(found, attrgetter("match_id"))}
    return [Stored(row, seats[row.id], LongList(Entry)) for row in rows]


def _on_the_table(state: State) -> bytes:
    """Return a state without the number of actions that led to it."""
    same = state.clone()
    same.record.ply = 0
    return same.to_bytes()
