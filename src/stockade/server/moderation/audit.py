"""The audit log: who did what to whom, when and why."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from ..moments import now
from .models import AuditRow, Deed
from .schemas import AuditLine


def note(
    session: Session, by: str | None, what: Deed, about: str, until: datetime | None = None, why: str = ""
) -> None:
    """Add a line, in the transaction of what it is about."""
    session.add(AuditRow(at=now(), by=by, what=what, about=about, until=until, why=why))


def lines(engine: Engine, before: int | None, limit: int) -> Sequence[AuditLine]:
    """Return the newest lines, or the newest of those before a number."""
    query = select(AuditRow).order_by(AuditRow.no.desc()).limit(limit)
    if before is not None:
        query = query.where(AuditRow.no < before)
    with Session(engine) as session:
        return [AuditLine.model_validate(row, from_attributes=True) for row in session.scalars(query)]
