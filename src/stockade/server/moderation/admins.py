"""Administrators: people whom the operator of the server has made one, at the command line."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from ..errors import Refused
from ..people import names
from ..people.models import PersonRow
from .audit import note


def appoint(engine: Engine, name: str, is_admin: bool = True) -> str:
    """Make the person who has claimed this name an administrator, or no longer. Return their id."""
    with Session(engine) as session:
        found = session.scalar(select(PersonRow).where(PersonRow.handle == names.folded(name)))
        if found is None:
            raise Refused("not_found", "Nobody has claimed the name {name}.", name=name)
        if found.admin != is_admin:
            found.admin = is_admin
            note(session, None, "appoint" if is_admin else "dismiss", found.id)
        person = found.id
        session.commit()
    return person


def admins(engine: Engine) -> Sequence[tuple[str, str]]:
    """Return the ids and names of all administrators."""
    with Session(engine) as session:
        found = session.execute(select(PersonRow.id, PersonRow.name).where(PersonRow.admin).order_by(PersonRow.name))
        return [(person, name) for person, name in found]


def is_admin(engine: Engine, person: str) -> bool:
    with Session(engine) as session:
        return bool(session.scalar(select(PersonRow.admin).where(PersonRow.id == person)))
