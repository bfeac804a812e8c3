"""Read and write matches. A write names the version it saw; if the match has changed since, it is rejected."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, and_, create_engine, delete, event, insert, or_, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from stockade.core import layout

from . import schema
from .models import BOT, CLOSED, HUMAN, LIVE, OVER, WAITING, FactRow, JournalRow, MatchRow, SeatRow
from .moments import now

ACTION = "action"
CHANCE = "chance"
UNDO = "undo"
HINT = "hint"

PATIENCE = 15.0  # seconds that a SQLite connection waits for another one to finish writing


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the journal, without its number."""

    kind: str
    seat: int | None = None
    action: int | None = None
    text: str = ""
    label: str = ""
    told: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Stored:
    """A match as it was read from the database at one version. The rows are detached: changes are not saved."""

    row: MatchRow
    seats: Sequence[SeatRow]
    journal: Sequence[Entry]

    def log(self) -> list[Entry]:
        """Return the actions of the match, without those that were undone."""
        log: list[Entry] = []
        for entry in self.journal:
            if entry.kind in (ACTION, CHANCE):
                log.append(entry)
            elif entry.kind == UNDO:
                del log[entry.action or 0 :]
        return log

    def hinted(self) -> list[tuple[int, int]]:
        """Return when hints were asked for, as lengths of the log, and by which seats."""
        length = 0
        hinted: list[tuple[int, int]] = []
        for entry in self.journal:
            if entry.kind in (ACTION, CHANCE):
                length += 1
            elif entry.kind == UNDO:
                length = entry.action or 0
                hinted = [(min(ply, length), seat) for ply, seat in hinted]
            elif entry.kind == HINT and entry.seat is not None:
                hinted.append((length, entry.seat))
        return list(dict.fromkeys(hinted))

    def actions(self) -> list[int]:
        return [entry.action for entry in self.log() if entry.action is not None]

    def actors(self) -> list[int]:
        """Return who took each action: a seat, or -1 for chance."""
        taken = [entry.seat for entry in self.log() if entry.action is not None]
        return [layout.CHANCE if seat is None else seat for seat in taken]


@dataclass(frozen=True, slots=True)
class Pulse:
    """A short summary of a match that shows whether anything has changed."""

    version: int
    connected: frozenset[int]  # seats of people who are connected
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


class Storage:
    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        schema.upgrade(self.engine)
        self.at_end: AtEnd | None = None  # called in the transaction that ends a match

    def close(self) -> None:
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
        return Stored(row, seats, [Entry(*line) for line in lines])

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
        own = (
            select(SeatRow.match_id)
            .where(SeatRow.person == person, SeatRow.hidden == search.hidden, SeatRow.kind == HUMAN)
            .scalar_subquery()
        )
        query = select(MatchRow).where(MatchRow.id.in_(own), MatchRow.status.in_(search.status))
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
        """Return the finished solo matches of a person, oldest first."""
        with Session(self.engine) as session:
            found = session.scalars(
                select(MatchRow)
                .join(SeatRow, SeatRow.match_id == MatchRow.id)
                .where(SeatRow.person == person, MatchRow.players == 1, MatchRow.status == OVER)
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
            present: dict[str, set[int]] = {}
            for match_id, seat in session.execute(
                select(SeatRow.match_id, SeatRow.seat).where(SeatRow.match_id.in_(ids), SeatRow.seen > heard)
            ):
                present.setdefault(match_id, set()).add(seat)
        return {
            match_id: Pulse(version, frozenset(present.get(match_id, ())), talk) for match_id, version, talk in rows
        }

    def left_to_bots(self, idle_seconds: float) -> list[str]:
        """Return live matches in which a bot has something to answer and nothing has changed for this long."""
        with Session(self.engine) as session:
            query = (
                select(MatchRow.id)
                .join(SeatRow, SeatRow.match_id == MatchRow.id)
                .where(
                    MatchRow.status == LIVE,
                    or_(SeatRow.kind == BOT, SeatRow.stand_in.is_not(None), SeatRow.orders != []),
                    MatchRow.updated <= now() - timedelta(seconds=idle_seconds),
                    or_(SeatRow.seat == MatchRow.current_player, MatchRow.draw_offered_by.is_not(None)),
                )
                .distinct()
            )
            return list(session.scalars(query))

    # ------------------------------------------------------------------ writing

    def create(self, row: Mapping[str, Any], seats: Sequence[Mapping[str, Any]], entries: Sequence[Entry]) -> None:
        with self.engine.begin() as connection:
            _insert(connection, row, seats, entries)

    def write(
        self,
        seen: Stored,
        values: Mapping[str, Any],
        entries: Sequence[Entry],
        seats: Mapping[int, Mapping[str, Any]] | None = None,
    ) -> int:
        """Write one change to a match and return its new version.

        Raise `StaleWrite` if the match has changed since it was read.
        """
        with self.engine.begin() as connection:
            version = _update(connection, seen, values, entries, seats or {})
            if values.get("status") == OVER and self.at_end is not None:
                self.at_end(connection, seen, values, seats or {})
            return version

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
            _update(connection, seen, values, entries, {})
            _insert(connection, row, seats, first)

    def hide(self, match_id: str, person: str, hidden: bool) -> None:
        """Leave a match out of a person's list, or put it back."""
        with self.engine.begin() as connection:
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
        """Return tables at which nobody did anything for this long, and which never began."""
        with Session(self.engine) as session:
            query = select(MatchRow.id).where(MatchRow.status.in_((WAITING, CLOSED)), MatchRow.updated < now() - idle)
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

    def touch(self, match_id: str, seat: int, present: bool) -> None:
        """Store whether a seat's player is connected. This does not change the match's version."""
        with self.engine.begin() as connection:
            connection.execute(
                update(SeatRow)
                .where(SeatRow.match_id == match_id, SeatRow.seat == seat)
                .values(seen=now() if present else None)
            )


def _insert(
    connection: Connection,
    row: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    entries: Sequence[Entry],
) -> None:
    moment = now()
    connection.execute(insert(MatchRow).values(**row, created=moment, updated=moment))
    connection.execute(insert(SeatRow), [{"match_id": row["id"], "seen": None, **seat} for seat in seats])
    if entries:
        connection.execute(insert(JournalRow), _lines(row["id"], 0, row["version"], entries, moment))


def _update(
    connection: Connection,
    seen: Stored,
    values: Mapping[str, Any],
    entries: Sequence[Entry],
    seats: Mapping[int, Mapping[str, Any]],
) -> int:
    """Update a match, its seats and its journal, and return the new version.

    The update that checks the version comes first: it takes the write lock before anything is read, so that two
    writers wait for each other instead of failing.
    """
    match_id, saw = seen.row.id, seen.row.version
    moment = now()
    done = connection.execute(
        update(MatchRow)
        .where(MatchRow.id == match_id, MatchRow.version == saw)
        .values(**values, version=saw + 1, updated=moment)
    )
    if done.rowcount == 0:
        raise StaleWrite(connection.scalar(select(MatchRow.version).where(MatchRow.id == match_id)))
    for seat, change in seats.items():
        connection.execute(update(SeatRow).where(SeatRow.match_id == match_id, SeatRow.seat == seat).values(**change))
    if entries:
        connection.execute(insert(JournalRow), _lines(match_id, len(seen.journal), saw + 1, entries, moment))
    return saw + 1


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
