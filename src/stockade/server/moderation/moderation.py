"""What administrators do: close a table, mute or ban somebody for a time, and undo that."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from anyio.to_thread import run_sync
from sqlalchemy import select
from sqlalchemy.orm import Session

from ..errors import Refused, duration
from ..matches import NO_WISHES, Matches
from ..models import CLOSED, OVER
from ..moments import now
from ..people import names
from ..people.caller import Caller
from ..people.keys import is_id
from ..people.models import PersonRow
from ..storage import StaleWrite
from ..stored import Entry
from ..talk import words
from . import admins, audit
from .models import BAN, MUTE, SanctionKind, SanctionRow
from .schemas import NewSanction, Sanction

logger = logging.getLogger("stockade.server")

LOOK_SECONDS = 5.0  # how often to look for what other processes have changed
TRIES = 20
Network = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True)
class Term:
    """Until when somebody may not do something, and why."""

    until: datetime
    why: str

    @property
    def left(self) -> str:
        return duration((self.until - now()).total_seconds())


@dataclass(frozen=True, slots=True)
class Sanctions:
    """All sanctions in force, in memory: every request is checked against them."""

    people: dict[tuple[SanctionKind, str], Term] = field(default_factory=dict)
    networks: list[tuple[Network, Term]] = field(default_factory=list)


class Moderation:
    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self.engine = matches.storage.engine
        self._sanctions = Sanctions()
        self._looking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await run_sync(self.look)
        self._looking = asyncio.create_task(self._look_on())

    async def stop(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def _look_on(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await run_sync(self.look)
            except Exception:
                logger.exception("could not read who is banned")

    def look(self) -> None:
        """Read the sanctions that are in force."""
        found = Sanctions()
        with Session(self.engine) as session:
            rows = session.scalars(
                select(SanctionRow).where(SanctionRow.until > now()).order_by(SanctionRow.until)
            ).all()
        for row in rows:
            term = Term(row.until, row.why)
            if row.person is not None:
                found.people[row.kind, row.person] = term
            elif row.address is not None:
                found.networks.append((ip_network(row.address), term))
        self._sanctions = found

    # ------------------------------------------------------------------ checking

    def check(self, caller: Caller) -> None:
        """Refuse a banned person, or anybody at a banned address, who wants to change something."""
        if caller.person is not None:
            self._check(BAN, caller.person)
        self.check_address(caller.address)

    def check_address(self, address: str) -> None:
        """Refuse everything from a banned address."""
        if not self._sanctions.networks:
            return
        try:
            found = ip_address(address.partition("%")[0])
        except ValueError:
            return
        if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        for network, term in self._sanctions.networks:
            if found in network and term.until > now():
                raise Refused(
                    "forbidden", "This address is banned. Come back in {time}. {why}", time=term.left, why=term.why
                )

    def check_author(self, author: str) -> None:
        """Refuse a muted person who wants to write."""
        self._check(MUTE, author)

    def _check(self, kind: SanctionKind, person: str) -> None:
        term = self._sanctions.people.get((kind, person))
        if term is not None and term.until > now():
            raise Refused(
                "forbidden",
                "You are banned. You can play again in {time}. {why}"
                if kind == BAN
                else "You are muted. You can write again in {time}. {why}",
                time=term.left,
                why=term.why,
            )

    def need_admin(self, caller: Caller) -> str:
        """Return the caller's id. Everybody but an administrator is refused."""
        person = caller.need_person()
        if not admins.is_admin(self.engine, person):
            raise Refused("forbidden", "Only administrators can do this.")
        return person

    # ------------------------------------------------------------------ doing

    def close(self, by: str, match_id: str, why: str) -> None:
        """Close a table for good, whether it waits or is being played."""
        for _ in range(TRIES):
            stored = self.matches.stored(match_id)
            if stored.row.status in (OVER, CLOSED):
                raise Refused("not_allowed", "This table is closed already.")
            try:
                values = {"status": CLOSED, **NO_WISHES}
                self.matches.write(stored, values, [Entry("cancelled", text=words.clean(why))], {})
            except StaleWrite:
                continue  # somebody played meanwhile
            with Session(self.engine) as session:
                audit.note(session, by, "close", match_id, why=why)
                session.commit()
            return
        raise Refused("not_allowed", "The match changes too fast. Please try again.")

    def impose(self, by: str, form: NewSanction) -> Sanction:
        """Ban or mute somebody for a time."""
        if (form.person is None) == (form.address is None):
            raise Refused("bad_request", "Name either a person or an address.")
        if form.address is not None and form.kind == MUTE:
            raise Refused("bad_request", "Only people can be muted.")
        until = now() + timedelta(hours=form.hours)
        with Session(self.engine) as session:
            row = SanctionRow(kind=form.kind, why=form.why, at=now(), until=until)
            if form.person is not None:
                row.person = self._person(session, form.person, by).id
            else:
                row.address = str(_network(form.address or ""))
            session.add(row)
            session.flush()
            audit.note(session, by, form.kind, row.person or row.address or "", until, form.why)
            shown = _shown(session, row)
            session.commit()
        self.look()
        return shown

    def lift(self, by: str, no: int, why: str) -> None:
        """End a ban or a mute before its time."""
        with Session(self.engine) as session:
            row = session.get(SanctionRow, no)
            if row is None or row.until <= now():
                raise Refused("not_found", "This is not in force.")
            row.until = now()
            audit.note(session, by, "lift", str(no), why=why)
            session.commit()
        self.look()

    def in_force(self) -> Sequence[Sanction]:
        with Session(self.engine) as session:
            rows = session.scalars(
                select(SanctionRow).where(SanctionRow.until > now()).order_by(SanctionRow.no.desc())
            ).all()
            return [_shown(session, row) for row in rows]

    def _person(self, session: Session, given: str, by: str) -> PersonRow:
        found = session.get(PersonRow, given) if is_id(given) else None
        if found is None:
            found = session.scalar(select(PersonRow).where(PersonRow.handle == names.folded(given)))
        if found is None:
            raise Refused("not_found", "This person does not exist.")
        if found.admin or found.id == by:
            raise Refused("not_allowed", "Administrators cannot be banned or muted.")
        return found


def _network(address: str) -> Network:
    try:
        found = ip_network(address.strip(), strict=False)
    except ValueError:
        raise Refused("bad_request", "This is not an address.") from None
    if found.prefixlen < (8 if found.version == 4 else 32):
        raise Refused("bad_request", "This network is too large.")
    return found


def _shown(session: Session, row: SanctionRow) -> Sanction:
    name = session.scalar(select(PersonRow.name).where(PersonRow.id == row.person)) if row.person else None
    return Sanction(
        no=row.no,
        kind=row.kind,
        person=row.person,
        name=name,
        address=row.address,
        why=row.why,
        at=row.at,
        until=row.until,
    )
