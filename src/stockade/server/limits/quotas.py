"""Quotas: how many tables and connections a person or an address may have open, and how long bots think for them."""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from sqlalchemy import ColumnElement, Engine, delete, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from ..errors import DAY, MINUTE, TooMany
from ..models import LIVE, WAITING, FactRow, ImportRow, MatchRow
from ..moments import now
from ..people.caller import Caller
from .addresses import holder_of
from .models import MakerRow, UsageRow
from .rules import Limits

ADDRESS_KEY = "address_key"
PLAYED = timedelta(days=3)  # a match that nobody has played at for longer is not counted as open
A_DAY = timedelta(days=1)
WRITE_EVERY = 5.0  # seconds between two writes of how long bots have thought
KEPT_DAYS = 7


class Quotas:
    def __init__(self, engine: Engine, limits: Limits) -> None:
        self.engine = engine
        self.limits = limits
        self._sockets: Counter[str] = Counter()  # only changed on the event loop
        self._lock = threading.Lock()
        self._key: bytes | None = None
        self._thought: Counter[tuple[str | None, str]] = Counter()  # seconds by owner and match, not written yet
        self._written = time.monotonic()

    # ------------------------------------------------------------------ connections

    @contextmanager
    def connected(self, caller: Caller) -> Iterator[None]:
        """Count an open connection of a caller, or refuse one too many. Used on the event loop only."""
        held = self.check_connection(caller)
        for holder in held:
            self._sockets[holder] += 1
        try:
            yield
        finally:
            for holder in held:
                self._sockets[holder] -= 1
                if self._sockets[holder] <= 0:
                    del self._sockets[holder]

    def check_connection(self, caller: Caller) -> list[str]:
        """Refuse one open connection too many. Return under which names the next one is counted."""
        held = [(f"@{holder_of(caller.address)}", self.limits.sockets_address)]
        if caller.person is not None:
            held.append((caller.person, self.limits.sockets))
        for holder, most in held:
            if most and self._sockets[holder] >= most:
                raise TooMany(MINUTE, "You have too many tables open at once. Close some of them.")
        return [holder for holder, _ in held]

    # ------------------------------------------------------------------ tables

    def check_table(self, caller: Caller) -> None:
        """Refuse a new table of somebody who has too many."""
        quotas: list[tuple[int, ColumnElement[bool]]] = []
        if caller.person is not None and self.limits.open_tables:
            quotas.append((self.limits.open_tables, MatchRow.owner == caller.person))
        if caller.address and self.limits.open_tables_address:
            made_there = select(MakerRow.match_id).where(MakerRow.address == self.hidden(caller.address))
            quotas.append((self.limits.open_tables_address, MatchRow.id.in_(made_there)))
        for most, whose in quotas:
            is_open = or_(MatchRow.status == WAITING, (MatchRow.status == LIVE) & (MatchRow.updated > now() - PLAYED))
            with Session(self.engine) as session:
                count = session.scalar(select(func.count()).select_from(MatchRow).where(whose, is_open)) or 0
            if count >= most:
                raise TooMany(DAY, "You have too many open tables. Finish or cancel some of them.")

    def check_import(self, person: str) -> None:
        """Refuse a record of somebody who has imported enough today."""
        if not self.limits.imports:
            return
        lately = select(func.count()).select_from(ImportRow).join(MatchRow, MatchRow.id == ImportRow.match_id)
        with Session(self.engine) as session:
            count = session.scalar(lately.where(MatchRow.owner == person, MatchRow.created > now() - A_DAY)) or 0
        if count >= self.limits.imports:
            raise TooMany(DAY, "You have imported many games today. Try again in {time}.")

    def note_table(self, match_id: str, caller: Caller) -> None:
        """Store from where a table was made."""
        if not caller.address or not (self.limits.open_tables_address or self.limits.bot_seconds_address):
            return
        with Session(self.engine) as session:
            session.merge(MakerRow(match_id=match_id, address=self.hidden(caller.address)))
            session.commit()

    def hidden(self, address: str) -> str:
        """Return an address as it is stored: without the server's key, nobody can tell which it is."""
        if self._key is None:
            self._key = shared_key(self.engine)
        return hashlib.blake2s(holder_of(address).encode(), key=self._key, digest_size=12).hexdigest()

    # ------------------------------------------------------------------ bots

    def thought(self, match_id: str, owner: str | None, seconds: float) -> None:
        """Note how long a bot has thought at a table. Called from any thread; most calls write nothing."""
        if not (self.limits.bot_seconds or self.limits.bot_seconds_address):
            return
        with self._lock:
            self._thought[owner, match_id] += seconds  # type: ignore[assignment]
            is_due = time.monotonic() - self._written > WRITE_EVERY
        if is_due:
            self.write()

    def thought_for(self, caller: Caller, seconds: float) -> None:
        """Note how long a bot has thought for somebody without a table."""
        if caller.person is not None or caller.address:
            self.thought("", caller.person or self.hidden(caller.address), seconds)

    def check_thinking(self, caller: Caller) -> None:
        """Refuse more work for bots to somebody for whom they have thought long enough today."""
        person, most = caller.person, self.limits.bot_seconds
        if person is None:
            if not caller.address:
                return
            person, most = self.hidden(caller.address), self.limits.bot_seconds_address
        if not most:
            return
        self.write()
        with Session(self.engine) as session:
            found = session.get(UsageRow, (person, today()))
            if found is not None and found.seconds >= most:
                raise TooMany(until_tomorrow(), "The bots have thought enough for you today. Try again in {time}.")

    def write(self) -> None:
        """Write how long bots have thought since the last time."""
        with self._lock:
            thought, self._thought = self._thought, Counter()
            self._written = time.monotonic()
        if not thought:
            return
        with Session(self.engine) as session:
            spent: Counter[str] = Counter()
            for (owner, match_id), seconds in thought.items():
                holder = owner or session.scalar(select(MakerRow.address).where(MakerRow.match_id == match_id))
                if holder is not None:
                    spent[holder] += seconds
        with Session(self.engine) as session:
            session.execute(delete(UsageRow).where(UsageRow.day < today() - KEPT_DAYS))
            session.commit()
        for holder, seconds in spent.items():
            self._add(holder, seconds)

    def _add(self, holder: str, seconds: float) -> None:
        more = (
            update(UsageRow)
            .where(UsageRow.holder == holder, UsageRow.day == today())
            .values(seconds=UsageRow.seconds + seconds)
        )
        with Session(self.engine) as session:
            if not session.execute(more).rowcount:  # type: ignore[attr-defined]
                session.add(UsageRow(holder=holder, day=today(), seconds=seconds))
            try:
                session.commit()
            except IntegrityError:  # another process was faster
                session.rollback()
                session.execute(more)
                session.commit()


def today() -> int:
    return now().astimezone(UTC).toordinal()


def until_tomorrow() -> float:
    moment = now().astimezone(UTC)
    midnight = datetime(moment.year, moment.month, moment.day, tzinfo=UTC) + timedelta(days=1)
    return (midnight - moment).total_seconds()


def shared_key(engine: Engine) -> bytes:
    """Return the key with which addresses are hashed, which the first process makes and all others use."""
    with Session(engine) as session:
        found = session.get(FactRow, ADDRESS_KEY)
        if found is None:
            session.add(FactRow(name=ADDRESS_KEY, value=secrets.token_hex(32)))
            try:
                session.commit()
            except IntegrityError:  # another process was faster
                session.rollback()
            found = session.get_one(FactRow, ADDRESS_KEY)
        return bytes.fromhex(found.value)
