"""Find and change people and their keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any

from sqlalchemy import Engine, delete, func, select, update
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session

from stockade.core.language import mark

from ..errors import Refused
from ..models import HUMAN, LIVE, MatchRow, SeatRow
from ..moments import now
from ..puzzles import holders as puzzle_holders
from ..ratings import holders
from ..schemas import KeyInfo
from ..talk import authors
from ..variations import owners
from . import names, passwords
from .caller import Caller
from .keys import hashed, new_id, new_key, new_program_key
from .models import DEVICE, PROGRAM, DeviceLinkRow, PasskeyRow, PersonRow, SessionRow

SEEN_EVERY = timedelta(hours=1)  # how exactly it is stored when somebody was last here
LINK_LASTS = timedelta(minutes=10)
MOST_SESSIONS = 50
WRONG = mark("The name or the password is wrong.")


class People:
    def __init__(self, engine: Engine, moved: Callable[[], None] = lambda: None) -> None:
        self.engine = engine
        self.moved = moved  # called when seats have passed from one person to another, or to nobody

    # ------------------------------------------------------------------ finding

    def caller(self, key: str | None) -> Caller | None:
        """Return the caller with the key of a device or a program, or None if there is no such key."""
        if not key:
            return None
        with Session(self.engine) as session:
            found = session.execute(
                select(SessionRow, PersonRow)
                .join(PersonRow, PersonRow.id == SessionRow.person)
                .where(SessionRow.key_hash == hashed(key))
            ).first()
            if found is None:
                return None
            key_row, person = found
            caller = Caller(person.id, person.name, scopes=key_row.scopes if key_row.kind == PROGRAM else None)
            if now() - key_row.seen > SEEN_EVERY:
                key_row.seen = person.seen = now()
                with suppress(OperationalError):  # somebody who only looks can do without this
                    session.commit()
            return caller

    def get(self, person: str) -> PersonRow:
        with Session(self.engine) as session:
            found = session.get(PersonRow, person)
            if found is None:
                raise Refused("not_found", "This person does not exist.")
            session.expunge_all()
            return found

    def by_handle(self, name: str) -> PersonRow | None:
        with Session(self.engine) as session:
            found = session.scalar(select(PersonRow).where(PersonRow.handle == names.folded(name)))
            session.expunge_all()
            return found

    def keys(self, person: str) -> Sequence[SessionRow]:
        with Session(self.engine) as session:
            query = select(SessionRow).where(SessionRow.person == person).order_by(SessionRow.created)
            found = session.scalars(query).all()
            session.expunge_all()
            return found

    def key_infos(self, person: str, own: str | None) -> list[KeyInfo]:
        """Return a person's devices and programs. `own` is the key of the device that asks."""
        own_hash = hashed(own) if own else None
        return [
            KeyInfo(
                id=row.id,
                kind=row.kind,
                label=row.label,
                scopes=row.scopes,  # type: ignore[arg-type]
                created=row.created,
                seen=row.seen,
                this=row.key_hash == own_hash,
            )
            for row in self.keys(person)
        ]

    def passkeys(self, person: str) -> int:
        """Return how many passkeys a person has."""
        with Session(self.engine) as session:
            return session.scalar(select(func.count()).where(PasskeyRow.person == person)) or 0

    # ------------------------------------------------------------------ coming

    def arrive(self, name: str, label: str) -> tuple[str, str]:
        """Add a guest with a device, and return their id and the device's key."""
        person, key, moment = new_id(), new_key(), now()
        called = _visible(name)
        self._check_free(called, person)
        with Session(self.engine) as session:
            session.add(PersonRow(id=person, name=called, settings={}, created=moment, seen=moment))
            session.flush()
            session.add(_key_row(person, key, DEVICE, label, []))
            session.commit()
        return person, key

    def let_in(self, person: str, label: str, bring: str | None = None) -> str:
        """Add a device of a person and return its key. The games of the guest `bring` become the person's."""
        key = new_key()
        with Session(self.engine) as session:
            count = session.scalars(
                select(SessionRow.key_hash).where(SessionRow.person == person).order_by(SessionRow.seen.desc())
            ).all()
            if len(count) >= MOST_SESSIONS:
                session.execute(delete(SessionRow).where(SessionRow.key_hash.in_(count[MOST_SESSIONS - 1 :])))
            session.add(_key_row(person, key, DEVICE, label, []))
            guest = session.get(PersonRow, bring) if bring and bring != person else None
            if guest is not None and guest.handle is None:
                session.execute(update(SeatRow).where(SeatRow.person == bring).values(person=person))
                session.execute(update(MatchRow).where(MatchRow.owner == bring).values(owner=person))
                authors.pass_on(session, guest.id, person)
                owners.pass_on(session, guest.id, person)
                holders.pass_on(session, guest.id, person)
                puzzle_holders.pass_on(session, guest.id, person)
                session.delete(guest)
            session.commit()
        if guest is not None:
            self.moved()
        return key

    def sign_in(self, name: str, password: str) -> str:
        """Return the person with this claimed name and password."""
        found = self.by_handle(name)
        if not passwords.fits(found.password if found else None, password) or found is None:
            raise Refused("bad_token", WRONG)
        return found.id

    def link(self, person: str, lasts: timedelta = LINK_LASTS) -> str:
        """Return the key of a link that lets one more device in, once."""
        key = new_key()
        with Session(self.engine) as session:
            session.execute(delete(DeviceLinkRow).where(DeviceLinkRow.until < now()))
            session.add(DeviceLinkRow(key_hash=hashed(key), person=person, until=now() + lasts))
            session.commit()
        return key

    def use_link(self, key: str) -> str:
        """Return the person whose link this is. It works once."""
        with Session(self.engine) as session:
            found = session.get(DeviceLinkRow, hashed(key))
            if found is None or found.until < now():
                raise Refused(
                    "bad_token", "This link has been used or is too old. Make a new one on the other device."
                )
            person = found.person
            gone = session.execute(delete(DeviceLinkRow).where(DeviceLinkRow.key_hash == found.key_hash))
            session.commit()
        if not gone.rowcount:  # type: ignore[attr-defined]
            raise Refused("bad_token", "This link has been used.")
        return person

    # ------------------------------------------------------------------ changing

    def rename(self, person: str, name: str) -> None:
        """Change a guest's name. It is also changed at the tables where they still play."""
        called = _visible(name)
        row = self.get(person)
        if row.handle is not None and names.folded(called) != row.handle:
            raise Refused("not_allowed", "A claimed name can only change in capitals and spaces.")
        if row.handle is None:
            self._check_free(called, person)
        with Session(self.engine) as session:
            session.execute(update(PersonRow).where(PersonRow.id == person).values(name=called))
            session.commit()

    def claim(self, person: str, name: str, password: str | None) -> None:
        """Make the name the person's own. With a password they can sign in anywhere."""
        called = _visible(name)
        values: dict[str, Any] = {"name": called, "handle": names.folded(called)}
        if password is not None:
            values["password"] = passwords.hashed(password)
        row = self.get(person)
        if row.handle is not None and row.handle != values["handle"]:
            raise Refused("not_allowed", "You have already claimed a name.")
        try:
            with Session(self.engine) as session:
                session.execute(update(PersonRow).where(PersonRow.id == person).values(**values))
                session.commit()
        except IntegrityError as error:
            raise Refused("name_taken", "This name belongs to somebody else.") from error

    def speak(self, person: str, code: str) -> None:
        """Note in which language a person is told things while they are away."""
        with Session(self.engine) as session:
            row = session.get(PersonRow, person)
            if row is not None:
                row.settings = {**row.settings, "language": code}
            session.commit()

    def add_program(self, person: str, label: str, scopes: Sequence[str]) -> tuple[str, str]:
        """Add a key for a program, and return its id and the key, which is shown only once."""
        key = new_program_key()
        with Session(self.engine) as session:
            row = _key_row(person, key, PROGRAM, label, list(scopes))
            session.add(row)
            number = row.id
            session.commit()
        return number, key

    def end_key(self, person: str, number: str) -> None:
        """End the key of a device or program."""
        with Session(self.engine) as session:
            gone = session.execute(delete(SessionRow).where(SessionRow.person == person, SessionRow.id == number))
            session.commit()
        if not gone.rowcount:  # type: ignore[attr-defined]
            raise Refused("not_found", "This key does not exist.")

    def leave(self, key: str) -> None:
        """End the key of the device that asks."""
        with Session(self.engine) as session:
            session.execute(delete(SessionRow).where(SessionRow.key_hash == hashed(key)))
            session.commit()

    def delete(self, person: str) -> list[str]:
        """Delete a person. Their games stay, without their name. Return the live matches that they leave."""
        with Session(self.engine) as session:
            mine = SeatRow.person == person
            live = session.scalars(
                select(SeatRow.match_id)
                .join(MatchRow, MatchRow.id == SeatRow.match_id)
                .where(mine, SeatRow.kind == HUMAN, MatchRow.status == LIVE)
                .distinct()
            ).all()
            values: dict[str, Any] = {
                "person": None,
                "name": names.FORMER,
                "token_hash": None,
                "left": now(),
                "seen": None,
                "orders": [],
            }
            session.execute(update(SeatRow).where(mine).values(**values))
            session.execute(update(MatchRow).where(MatchRow.owner == person).values(owner=None))
            authors.erase(session, person)
            owners.erase(session, person)
            holders.erase(session, person)
            puzzle_holders.erase(session, person)
            for table in (SessionRow, DeviceLinkRow, PasskeyRow):
                session.execute(delete(table).where(table.person == person))
            session.execute(delete(PersonRow).where(PersonRow.id == person))
            session.commit()
        self.moved()
        return list(live)

    def adopt(self, person: str, held: Sequence[tuple[str, str]]) -> int:
        """Make seats the person's whose tokens they hold, and return how many."""
        adopted = 0
        with Session(self.engine) as session:
            for match_id, token in held:
                seat = session.scalar(
                    select(SeatRow).where(
                        SeatRow.match_id == match_id, SeatRow.token_hash == hashed(token), SeatRow.person.is_(None)
                    )
                )
                if seat is not None:
                    seat.person = person
                    authors.pass_on(session, authors.author_at(match_id, seat.seat), person)
                    adopted += 1
                session.execute(
                    update(MatchRow)
                    .where(
                        MatchRow.id == match_id,
                        MatchRow.owner.is_(None),
                        MatchRow.host.in_(
                            select(SeatRow.seat).where(SeatRow.match_id == match_id, SeatRow.person == person)
                        ),
                    )
                    .values(owner=person)
                )
            session.commit()
        self.moved()
        return adopted

    def _check_free(self, name: str, person: str) -> None:
        """Refuse a guest's name that somebody else has claimed."""
        taken = self.by_handle(name)
        if taken is not None and taken.id != person:
            raise Refused("name_taken", "This name belongs to somebody else. Sign in if it is yours.")


def _visible(name: str) -> str:
    """Return a name as it is shown, or refuse one that nobody could see."""
    called = names.clean(name)
    if not called:
        raise Refused("bad_request", "Choose a name.")
    return called


def _key_row(person: str, key: str, kind: str, label: str, scopes: list[str]) -> SessionRow:
    moment = now()
    return SessionRow(
        key_hash=hashed(key),
        id=new_id(),
        person=person,
        kind=kind,
        label=names.clean(label),
        scopes=scopes,
        created=moment,
        seen=moment,
    )
