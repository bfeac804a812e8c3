"""What happens to everything that somebody wrote when they sign in, or delete their account.

These functions are part of a transaction of the caller.
"""

from __future__ import annotations

from sqlalchemy import delete, or_, select, update
from sqlalchemy.orm import Session

from ..people import names
from .models import MessageRow, MuteRow, ReactionRow, ReportRow
from .numbers import next_number, take_turn


def author_at(match_id: str, seat: int) -> str:
    """Return the author for somebody who plays with the token of a seat."""
    return f"{match_id}/{seat}"


def pass_on(session: Session, author: str, person: str) -> None:
    """Let what one author wrote be a person's: a guest has signed in, or the holder of a token has."""
    session.execute(update(MessageRow).where(MessageRow.author == author).values(author=person))
    session.execute(update(ReportRow).where(ReportRow.author == author).values(author=person))
    for reaction in session.scalars(select(ReactionRow).where(ReactionRow.author == author)).all():
        session.merge(ReactionRow(match_id=reaction.match_id, no=reaction.no, mark=reaction.mark, author=person))
        session.delete(reaction)
    for report in session.scalars(select(ReportRow).where(ReportRow.reporter == author)).all():
        if session.get(ReportRow, (report.match_id, report.no, person)) is None:
            report.reporter = person
        else:
            session.delete(report)
    for mute in session.scalars(select(MuteRow).where(or_(MuteRow.author == author, MuteRow.muted == author))).all():
        by, whom = (person if each == author else each for each in (mute.author, mute.muted))
        if by != whom:
            session.merge(MuteRow(author=by, muted=whom))
        session.delete(mute)


def erase(session: Session, person: str) -> None:
    """Take away all that a person wrote. The lines stay, without text and name."""
    said = session.scalars(select(MessageRow).where(MessageRow.author == person).order_by(MessageRow.match_id)).all()
    for match_id in sorted({row.match_id for row in said}):
        take_turn(session, match_id)
    for row in said:
        row.changed = next_number(session, row.match_id, row.room)  # so that clients get it again
        row.author, row.name, row.text, row.deleted = None, names.FORMER, "", True
    session.execute(update(ReportRow).where(ReportRow.author == person).values(author=None, text=""))
    session.execute(delete(ReportRow).where(ReportRow.reporter == person))
    session.execute(delete(ReactionRow).where(ReactionRow.author == person))
    session.execute(delete(MuteRow).where(or_(MuteRow.author == person, MuteRow.muted == person)))
