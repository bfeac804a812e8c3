"""What happens to somebody's puzzles when a guest signs in, or a person deletes their account.

The functions are part of a transaction of the caller.
"""

from __future__ import annotations

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from .models import PuzzleAttemptRow, PuzzleRatingRow


def pass_on(session: Session, guest: str, person: str) -> None:
    """Give a guest's attempts and ratings to the person they signed in as, where the person has none."""
    for attempt in session.scalars(select(PuzzleAttemptRow).where(PuzzleAttemptRow.person == guest)).all():
        if session.get(PuzzleAttemptRow, (person, attempt.game, attempt.number)) is None:
            attempt.person = person
        else:
            session.delete(attempt)
    for rating in session.scalars(select(PuzzleRatingRow).where(PuzzleRatingRow.holder == guest)).all():
        if session.get(PuzzleRatingRow, (rating.game, person)) is None:
            rating.holder = person
        else:
            session.delete(rating)
    session.flush()


def erase(session: Session, person: str) -> None:
    """Remove a person's attempts and ratings. What they did to the ratings of puzzles stays."""
    session.execute(delete(PuzzleAttemptRow).where(PuzzleAttemptRow.person == person))
    session.execute(delete(PuzzleRatingRow).where(PuzzleRatingRow.holder == person))
