"""Whose ratings they are, and what happens to them when a guest signs in or a person deletes their account.

The functions that change something are part of a transaction of the caller.
"""

from __future__ import annotations

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from .models import RatingChangeRow, RatingRow

BOTS = "level "


def holder_of(level: int) -> str:
    """Return the holder for the bots of a level."""
    return f"{BOTS}{level}"


def pass_on(session: Session, guest: str, person: str) -> None:
    """Give a guest's ratings to the person they signed in as, in games in which the person has none."""
    for row in session.scalars(select(RatingRow).where(RatingRow.holder == guest)).all():
        changes = session.scalars(
            select(RatingChangeRow).where(
                RatingChangeRow.holder == guest,
                RatingChangeRow.game == row.game,
                RatingChangeRow.players == row.players,
            )
        ).all()
        if session.get(RatingRow, (row.game, row.players, person)) is None:
            row.holder = person
            for change in changes:
                change.holder = person
        else:
            session.delete(row)
            for change in changes:
                session.delete(change)


def erase(session: Session, person: str) -> None:
    """Remove a person's ratings. What their matches did to the ratings of others stays."""
    for table in (RatingRow, RatingChangeRow):
        session.execute(delete(table).where(table.holder == person))
