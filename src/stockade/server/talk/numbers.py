"""Numbers of messages and of changes to them. They only grow, so that clients can ask for what is new."""

from __future__ import annotations

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from ..models import MatchRow
from .models import ROOMS, MessageRow, Room


def take_turn(session: Session, match_id: str) -> None:
    """Begin to change what is said at a table. Others who do so wait until the transaction ends."""
    session.execute(update(MatchRow).where(MatchRow.id == match_id).values(talk=MatchRow.talk + 1))


def next_number(session: Session, match_id: str, room: Room) -> int:
    """Return the next number of a room.

    Those of the table are even, and those of the watchers odd. So a number names one message of the match, and nobody
    can tell from it how much is said in the other room.
    """
    last = session.scalar(
        select(func.max(MessageRow.changed)).where(MessageRow.match_id == match_id, MessageRow.room == room)
    )
    return (last or ROOMS.index(room)) + len(ROOMS)
