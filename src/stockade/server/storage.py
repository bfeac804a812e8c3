"""Read and write matches. A write names the version it saw; if the match has changed since, it is rejected."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    Table,
    Text,
    Update,
    and_,
    bindparam,
    cast,
    create_engine,
    delete,
    event,
    insert,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from . import schema
from .broken import explained
from .longlist import LongList
from .models import BOT, CLOSED, HUMAN, LIVE, OVER, WAITING, Base, FactRow, ImportRow, JournalRow, MatchRow, SeatRow
from .moments import now
from .stored import Entry, Stored, plain

logger = logging.getLogger("stockade.server")
TOUCHED = 500  # seats in one transaction
CLOSING_SECONDS = 5.0  # how long to wait at the end for what is being read or written
PATIENCE = 15.0  # seconds that a SQLite connection waits for another one to finish writing


@dataclass(frozen=True, slots=True)
class Pulse:
    """A short summary of a match that shows whether anything has changed."""

    version: int
    connected: frozenset[int]  # seats of people who are connected
    seen: dict[int, datetime | None] = field(default_factory=dict, compare=False)  # when, for each of these
    talk: int = field(default=0, compare=False)  # how often something was said; this does not change the match


class StaleWrite(Exception):
    """The match has changed since it was read. `version` is the current one, or None if the match is gone."""

    def __init__(self, version: int | None) -> None:
        super().__init__(f"the match is at version {version}")
        self.version = version


# Takes the match as it was, and what changes in it and at its seats.
AtEnd = Callable[[Connection, Stored, Mapping[str, Any], Mapping[int, Mapping[str, Any]]], None]


def make_engine(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() != "sqlite":
        return create_engine(parsed, pool_pre_ping=True, pool_size=10, max_overflow=30, hide_parameters=True)
    if not parsed.database or parsed.database == ":memory:":
        raise ValueError("the database must be a file, because matches must outlive the process")
    Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    # Requests run in many threads, and none of them should wait for a connection.
    # Errors are logged without parameters, because these may be secrets.
    engine = create_engine(
        parsed, connect_args={"timeout": PATIENCE}, pool_size=5, max_overflow=60, hide_parameters=True
    )

    @event.listens_for(engine, "connect")
    def tune(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        write_ahead(cursor)
        cursor.execute("PRAGMA synchronous=NORMAL")  # in WAL mode nothing is lost if the process is killed
        cursor.execute("PRAGMA foreign_keys=ON")
        # A checkpoint waits for the disk. A running server makes them beside the writes (`checkpoint`); this is the
        # limit if it does not.
        cursor.execute("PRAGMA wal_autocheckpoint=20000")
        cursor.close()

    return engine


def write_ahead(cursor: DBAPICursor) -> None:
    """Turn on write-ahead logging, so that readers never wait for the writer.

    The file remembers this mode. If several servers start at once on a new file, SQLite gives "busy" errors without
    the usual wait, so this function retries.
    """
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


@dataclass(frozen=True, slots=True)
class Search:
    """Which of a person's matches to find."""

    status: Sequence[str]
    game: str | None = None
    hidden: bool = False
    before: tuple[datetime, str] | None = None  # the last match of the page before
    limit: int = 20


def _with_seats(session: Session, rows: Sequence[MatchRow]) -> list[tuple[MatchRow, list[SeatRow]]]:
    seats: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
    for seat in session.scalars(select(SeatRow).where(SeatRow.match_id.in_(seats)).order_by(SeatRow.seat)):
        seats[seat.match_id].append(seat)
    session.expunge_all()
    return [(row, seats[row.id]) for row in rows]


class _Own(threading.local):
    """What a thread writes together: its transaction, and what to do once that is committed."""

    line: Connection | None = None  # kept for the next transaction
    connection: Connection | None = None
    lines: list[dict[str, Any]]  # of journals, which are inserted at once
    after: list[Callable[[], None]]


class Storage:
    def __init__(self, url: str) -> None:
        with explained(url):
            self.engine = make_engine(url)
            schema.upgrade(self.engine)
        self.at_end: AtEnd | None = None  # called in the transaction that ends a match
        self._own = _Own()

    def close(self) -> None:
        """Close all connections, after threads that are still using one."""
        deadline = time.monotonic() + CLOSING_SECONDS
        pool = self.engine.pool
        while isinstance(pool, QueuePool) and pool.checkedout() and time.monotonic() < deadline:
            time.sleep(0.01)
        self.engine.dispose()

    # ------------------------------------------------------------------ reading

    def read(self, match_id: str) -> Stored | None:
        with Session(self.engine) as session:
            row = session.get(MatchRow, match_id)
            if row is None:
                return None
            seats = session.scalars(select(SeatRow).where(SeatRow.match_id == match_id).order_by(SeatRow.seat)).all()
            # Another write may happen between these statements. Only entries up to the row's version are read, so
            # that row and journal always match.
            lines = session.execute(
                select(
                    JournalRow.kind,
                    JournalRow.seat,
                    JournalRow.action,
                    JournalRow.text,
                    JournalRow.label,
                    JournalRow.told,
                )
                .where(JournalRow.match_id == match_id, JournalRow.version <= row.version)
                .order_by(JournalRow.no)
            ).all()
            session.expunge_all()
        return plain(Stored(row, seats, LongList(Entry, (Entry(*line) for line in lines))))

    def lobby(self, status: str, game: str | None, limit: int) -> list[tuple[MatchRow, list[SeatRow]]]:
        """Return the newest tables that everybody may find, and their seats, without journals."""
        query = select(MatchRow).where(MatchRow.listed, MatchRow.status == status)
        if game is not None:
            query = query.where(MatchRow.game == game)
        with Session(self.engine) as session:
            rows = session.scalars(query.order_by(MatchRow.updated.desc(), MatchRow.id).limit(limit)).all()
            return _with_seats(session, rows)

    def own(self, person: str, search: Search) -> list[tuple[MatchRow, list[SeatRow]]]:
        """Return a person's matches, newest first, and their seats, without journals."""
        own = select(SeatRow.match_id).where(
            SeatRow.person == person, SeatRow.hidden == search.hidden, SeatRow.kind == HUMAN
        )
        imported = (
            select(ImportRow.match_id)
            .join(MatchRow, MatchRow.id == ImportRow.match_id)
            .where(MatchRow.owner == person, ImportRow.hidden == search.hidden)
        )
        query = select(MatchRow).where(
            MatchRow.id.in_(union_all(own, imported).scalar_subquery()), MatchRow.status.in_(search.status)
        )
        if search.game is not None:
            query = query.where(MatchRow.game == search.game)
        if search.before is not None:
            moment, match_id = search.before
            later = and_(MatchRow.updated == moment, MatchRow.id > match_id)
            query = query.where(or_(MatchRow.updated < moment, later))
        with Session(self.engine) as session:
            rows = session.scalars(query.order_by(MatchRow.updated.desc(), MatchRow.id).limit(search.limit)).all()
            return _with_seats(session, rows)

    def seat_of(self, token_hash: str) -> tuple[str, int] | None:
        """Return the match and seat that a token is for, or None."""
        with Session(self.engine) as session:
            found = session.execute(
                select(SeatRow.match_id, SeatRow.seat).where(SeatRow.token_hash == token_hash)
            ).first()
        return None if found is None else (found[0], found[1])

    def played_alone(self, person: str) -> Sequence[MatchRow]:
        """Return the solo matches that a person has played from beginning to end, oldest first."""
        with Session(self.engine) as session:
            found = session.scalars(
                select(MatchRow)
                .join(SeatRow, SeatRow.match_id == MatchRow.id)
                .where(
                    SeatRow.person == person,
                    MatchRow.players == 1,
                    MatchRow.status == OVER,
                    MatchRow.origin.is_(None),
                )
                .order_by(MatchRow.updated, MatchRow.id)
            ).all()
            session.expunge_all()
        return found

    def version(self, match_id: str) -> int | None:
        with Session(self.engine) as session:
            return session.scalar(select(MatchRow.version).where(MatchRow.id == match_id))

    def pulses(self, match_ids: Iterable[str], away_seconds: float) -> dict[str, Pulse]:
        ids = list(match_ids)
        heard = now() - timedelta(seconds=away_seconds)
        with Session(self.engine) as session:
            columns = MatchRow.id, MatchRow.version, MatchRow.talk
            rows = session.execute(select(*columns).where(MatchRow.id.in_(ids))).all()
            seen: dict[str, dict[int, datetime | None]] = {match_id: {} for match_id in ids}
            for match_id, seat, at in session.execute(
                select(SeatRow.match_id, SeatRow.seat, SeatRow.seen).where(
                    SeatRow.match_id.in_(ids), SeatRow.seen.is_not(None)
                )
            ):
                seen[match_id][seat] = at
        return {
            match_id: Pulse(
                version,
                frozenset(seat for seat, at in seen[match_id].items() if at is not None and at > heard),
                seen[match_id],
                talk,
            )
            for match_id, version, talk in rows
        }

    def left_to_bots(self, idle_seconds: float) -> list[str]:
        """Return live matches in which a bot has something to answer and nothing has changed for this long."""
        has_orders = cast(SeatRow.orders, Text) != "[]"  # PostgreSQL does not compare JSON
        with Session(self.engine) as session:
            query = (
                select(MatchRow.id)
                .join(SeatRow, SeatRow.match_id == MatchRow.id)
                .where(
                    MatchRow.status == LIVE,
                    or_(SeatRow.kind == BOT, SeatRow.stand_in.is_not(None), has_orders),
                    MatchRow.updated <= now() - timedelta(seconds=idle_seconds),
                    or_(SeatRow.seat == MatchRow.current_player, MatchRow.draw_offered_by.is_not(None)),
                )
                .distinct()
            )
            return list(session.scalars(query))

    # ------------------------------------------------------------------ writing

    def create(
        self,
        row: Mapping[str, Any],
        seats: Sequence[Mapping[str, Any]],
        entries: Sequence[Entry],
        about: Mapping[str, Any] | None = None,
    ) -> None:
        """Store a new match. `about` is what its record says, if it is imported."""
        with self.engine.begin() as connection:
            _insert(connection, row, seats, entries)
            if about is not None:
                connection.execute(insert(ImportRow).values(match_id=row["id"], about=dict(about)))

    def write(
        self,
        seen: Stored,
        values: Mapping[str, Any],
        entries: Sequence[Entry],
        seats: Mapping[int, Mapping[str, Any]] | None = None,
    ) -> Stored:
        """Write one change to a match and return the match after it.

        Raise `StaleWrite` if the match has changed since it was read.
        """
        with self._transaction() as connection:
            following, lines = _update(connection, seen, values, entries, seats or {})
            if connection is self._own.connection:
                self._own.lines += lines
            else:
                _write_lines(connection, lines)
            if values.get("status") == OVER and self.at_end is not None:
                self.at_end(connection, seen, values, seats or {})
            return following

    @contextmanager
    def together(self) -> Iterator[None]:
        """Write everything that this thread writes to matches in one transaction."""
        own = self._own
        own.lines, own.after = [], []
        line = own.line or self.engine.connect()
        own.line = None
        try:
            with line.begin():
                own.connection = line
                yield
                _write_lines(line, own.lines)
        except BaseException:
            line.close()
            raise
        finally:
            own.connection = None
        own.line = line
        for follow in own.after:
            try:
                follow()
            except Exception:
                logger.exception("something that should follow a write failed")

    def hang_up(self) -> None:
        """Give back the connection that this thread keeps for what it writes together."""
        if self._own.line is not None:
            self._own.line.close()
            self._own.line = None

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        if self._own.connection is not None:
            yield self._own.connection
        else:
            with self.engine.begin() as connection:
                yield connection

    def once_committed(self, follow: Callable[[], None]) -> None:
        """Do something when this thread's writes are committed: now, or at the end of `together`."""
        if self._own.connection is not None:
            self._own.after.append(follow)
        else:
            follow()

    def follow(
        self,
        seen: Stored,
        values: Mapping[str, Any],
        entries: Sequence[Entry],
        row: Mapping[str, Any],
        seats: Sequence[Mapping[str, Any]],
        first: Sequence[Entry],
    ) -> None:
        """Write a change to a match and create the match that follows it, in one transaction."""
        with self.engine.begin() as connection:
            _write_lines(connection, _update(connection, seen, values, entries, {})[1])
            _insert(connection, row, seats, first)

    def imported(self, match_id: str) -> dict[str, Any] | None:
        """Return what is known about a match from its record, or None if it was played here."""
        with Session(self.engine) as session:
            return session.scalar(select(ImportRow.about).where(ImportRow.match_id == match_id))

    def imported_of(self, match_ids: Iterable[str]) -> set[str]:
        """Return which of these matches were imported."""
        with Session(self.engine) as session:
            return set(session.scalars(select(ImportRow.match_id).where(ImportRow.match_id.in_(list(match_ids)))))

    def hide(self, match_id: str, person: str, hidden: bool) -> None:
        """Leave a match out of a person's list, or put it back."""
        own = select(MatchRow.id).where(MatchRow.id == match_id, MatchRow.owner == person).scalar_subquery()
        with self.engine.begin() as connection:
            connection.execute(update(ImportRow).where(ImportRow.match_id.in_(own)).values(hidden=hidden))
            connection.execute(
                update(SeatRow).where(SeatRow.match_id == match_id, SeatRow.person == person).values(hidden=hidden)
            )

    def set_orders(self, match_id: str, seat: int, orders: list[dict[str, Any]]) -> None:
        """Store the orders of a seat. This does not change the match's version."""
        with self.engine.begin() as connection:
            connection.execute(
                update(SeatRow).where(SeatRow.match_id == match_id, SeatRow.seat == seat).values(orders=orders)
            )

    def note_seen(self, match_id: str, seats: Iterable[int], ply: int) -> None:
        """Store how much of the log the person on these seats has been shown."""
        with self.engine.begin() as connection:
            connection.execute(
                update(SeatRow)
                .where(SeatRow.match_id == match_id, SeatRow.seat.in_(list(seats)))
                .values(seen_ply=ply)
            )

    def abandoned(self, idle: timedelta) -> list[str]:
        """Return tables at which nobody did anything for this long, and which never began.

        An imported match that stops before its end is closed too, but it is not abandoned.
        """
        with Session(self.engine) as session:
            query = select(MatchRow.id).where(
                MatchRow.status.in_((WAITING, CLOSED)),
                MatchRow.updated < now() - idle,
                MatchRow.id.not_in(select(ImportRow.match_id)),
            )
            return list(session.scalars(query))

    def remove(self, match_id: str) -> None:
        """Delete a match that never began."""
        with self.engine.begin() as connection:
            connection.execute(
                delete(MatchRow).where(MatchRow.id == match_id, MatchRow.status.in_((WAITING, CLOSED)))
            )

    def fact(self, name: str) -> str | None:
        with Session(self.engine) as session:
            return session.scalar(select(FactRow.value).where(FactRow.name == name))

    def set_fact(self, name: str, value: str) -> None:
        """Store a fact. If several servers store it for the first time, one of them wins."""
        with self.engine.begin() as connection:
            done = connection.execute(update(FactRow).where(FactRow.name == name).values(value=value))
            if done.rowcount:
                return
        with suppress(IntegrityError), self.engine.begin() as connection:
            connection.execute(insert(FactRow).values(name=name, value=value))

    def checkpoint(self) -> None:
        """Copy what was written from SQLite's log to its file, as far as nobody has to wait for it."""
        if self.engine.dialect.name == "sqlite":
            with self.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    def due(self) -> list[str]:
        """Return the live matches in which the current player's time is up."""
        with Session(self.engine) as session:
            query = select(MatchRow.id).where(MatchRow.status == LIVE, MatchRow.clock_due <= now())
            return list(session.scalars(query))

    def delay_clocks(self, pause: timedelta) -> None:
        """Add a pause to all clocks that run."""
        columns = MatchRow.id, MatchRow.clock_since, MatchRow.clock_due
        with self.engine.begin() as connection:
            for match_id, since, due in connection.execute(select(*columns).where(MatchRow.clock_since.is_not(None))):
                times = {"clock_since": since, "clock_due": due}
                later = {name: None if at is None else at + pause for name, at in times.items()}
                connection.execute(update(MatchRow).where(MatchRow.id == match_id).values(**later))

    def touch(self, places: Sequence[tuple[str, int]], seen: datetime | None) -> None:
        """Store when the players of these seats were last connected. This does not change a match's version."""
        seat = and_(SeatRow.match_id == bindparam("of"), SeatRow.seat == bindparam("at"))
        for start in range(0, len(places), TOUCHED):
            some = [{"of": match_id, "at": number} for match_id, number in places[start : start + TOUCHED]]
            with self.engine.begin() as connection:
                connection.execute(update(_table(SeatRow)).where(seat).values(seen=seen), some)


def _insert(
    connection: Connection,
    row: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    entries: Sequence[Entry],
) -> None:
    moment = now()
    connection.execute(insert(MatchRow).values(**row, created=moment, updated=moment))
    connection.execute(insert(SeatRow), [{"match_id": row["id"], "seen": None, **seat} for seat in seats])
    _write_lines(connection, _lines(row["id"], 0, row["version"], entries, moment))


def _update(
    connection: Connection,
    seen: Stored,
    values: Mapping[str, Any],
    entries: Sequence[Entry],
    seats: Mapping[int, Mapping[str, Any]],
) -> tuple[Stored, list[dict[str, Any]]]:
    """Update a match and its seats. Return the match after it, and the lines of the journal that are to be written.

    The update that checks the version comes first: it takes the write lock before anything is read, so that two
    writers wait for each other instead of failing.
    """
    match_id, saw = seen.row.id, seen.row.version
    moment = now()
    new = {**values, "version": saw + 1, "updated": moment}
    done = connection.execute(_match_update(tuple(new)), {"of": match_id, "saw": saw, **_named(new)})
    if done.rowcount == 0:
        raise StaleWrite(connection.scalar(select(MatchRow.version).where(MatchRow.id == match_id)))
    for seat, change in seats.items():
        connection.execute(update(SeatRow).where(SeatRow.match_id == match_id, SeatRow.seat == seat).values(**change))
    lines = _lines(match_id, len(seen.journal), saw + 1, entries, moment)
    return seen.after(values, entries, seats, moment), lines


def _write_lines(connection: Connection, lines: Sequence[Mapping[str, Any]]) -> None:
    if lines:
        connection.execute(NEW_ENTRY, lines)


def _table(kind: type[Base]) -> Table:
    table = kind.__table__
    assert isinstance(table, Table)
    return table


# Building a statement costs more than running it, so those of a move are built once.
NEW_ENTRY = insert(_table(JournalRow))


@cache
def _match_update(columns: tuple[str, ...]) -> Update:
    """Return the statement that writes these columns, if the match has the version that was seen."""
    table = _table(MatchRow)
    seen = table.c.id == bindparam("of"), table.c.version == bindparam("saw")
    return update(table).where(*seen).values({name: bindparam(f"new_{name}") for name in columns})


def _named(values: Mapping[str, Any]) -> dict[str, Any]:
    return {f"new_{name}": value for name, value in values.items()}


def _lines(
    match_id: str, start: int, version: int, entries: Sequence[Entry], moment: datetime
) -> list[dict[str, Any]]:
    return [
        {
            "match_id": match_id,
            "no": no,
            "version": version,
            "kind": entry.kind,
            "seat": entry.seat,
            "action": entry.action,
            "text": entry.text,
            "label": entry.label,
            "told": list(entry.told),
            "at": moment,
        }
        for no, entry in enumerate(entries, start)
    ]
