"""Find people, delete them, and let somebody in who has lost their password."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Engine, delete, func, or_, select, update
from sqlalchemy.orm import Session

from stockade.core.errors import NotAllowed

from ..models import HUMAN, SeatRow
from ..people import names
from ..people.models import PersonRow, SessionRow
from ..people.people import People

RESET_LASTS = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Found:
    """A person as an operator sees them."""

    id: str
    name: str
    claimed: bool  # whether the name is theirs alone
    matches: int
    created: datetime
    seen: datetime


def search(engine: Engine, text: str = "", limit: int = 50) -> list[Found]:
    """Return the people with this id, or with this text in their name, those who were here last first."""
    matches = (
        select(func.count())
        .where(SeatRow.person == PersonRow.id, SeatRow.kind == HUMAN)
        .correlate(PersonRow)
        .scalar_subquery()
    )
    query = select(PersonRow, matches)
    if text:
        within = names.folded(text)
        query = query.where(
            or_(
                PersonRow.id == text,
                PersonRow.handle.contains(within, autoescape=True),
                func.lower(PersonRow.name).contains(within, autoescape=True),
            )
        )
    with Session(engine) as session:
        return [
            Found(row.id, row.name, row.handle is not None, count, row.created, row.seen)
            for row, count in session.execute(query.order_by(PersonRow.seen.desc(), PersonRow.id).limit(limit))
        ]


def one(engine: Engine, text: str) -> Found:
    """Return the person with this id or this name. A claimed name goes before the same name of guests."""
    wanted = names.folded(text)
    found = [each for each in search(engine, text, 1000) if text == each.id or names.folded(each.name) == wanted]
    exact = [each for each in found if each.id == text] or [each for each in found if each.claimed] or found
    if not exact:
        raise NotAllowed(f"nobody has the name or the id {text!r}; `stockade admin users list` shows everybody")
    if len(exact) > 1:
        ids = ", ".join(each.id for each in exact[:10])
        raise NotAllowed(f"{len(exact)} people are called {text!r}; name one of them by id: {ids}")
    return exact[0]


def remove(engine: Engine, person: str) -> Sequence[str]:
    """Delete a person. Their games stay without their name. Return the live matches that they leave."""
    return People(engine).delete(person)


def reset(engine: Engine, person: str) -> str:
    """Take away a person's password and devices, and return the key of a link that lets them in once."""
    with Session(engine) as session:
        session.execute(update(PersonRow).where(PersonRow.id == person).values(password=None))
        session.execute(delete(SessionRow).where(SessionRow.person == person))
        session.commit()
    return People(engine).link(person, RESET_LASTS)
