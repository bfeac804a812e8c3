"""What happens to variations when a guest signs in, or when somebody deletes their account.

These functions are part of a transaction of the caller.
"""

from __future__ import annotations

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from .models import VariationsRow


def pass_on(session: Session, guest: str, person: str) -> None:
    """Let a guest's variations be a person's, where the person has none."""
    for row in session.scalars(select(VariationsRow).where(VariationsRow.person == guest)).all():
        if session.get(VariationsRow, (row.match_id, person)) is None:
            row.person = person
        else:
            session.delete(row)


def erase(session: Session, person: str) -> None:
    """Delete all variations of a person."""
    session.execute(delete(VariationsRow).where(VariationsRow.person == person))
