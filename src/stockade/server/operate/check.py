"""Check a database without changing it: its pages, references and version, and matches against their journals."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache

from sqlalchemy import Connection, Engine, StaticPool, create_engine, func, inspect, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session, load_only
from sqlalchemy.orm.attributes import set_committed_value

import stockade
from stockade.core.errors import BadPosition, StockadeError, UnknownGame
from stockade.core.match import Match
from stockade.core.snapshot import from_snapshot
from stockade.core.state import State

from ..broken import DAMAGED, BrokenDatabase, explained, sentence, shown
from ..longlist import LongList
from ..models import LIVE, OVER, JournalRow, MatchRow
from ..replay import rebuild
from ..schema import check_known, current
from ..storage import make_engine
from ..stored import Entry, Stored
from .files import COUNTED, Contents, connect, contents, existing_file

# Columns that every version of the tables has.
NEEDED = (
    MatchRow.id,
    MatchRow.game,
    MatchRow.players,
    MatchRow.options,
    MatchRow.rules_version,
    MatchRow.seed,
    MatchRow.version,
    MatchRow.status,
    MatchRow.state,
    MatchRow.current_player,
    MatchRow.ending,
)
ADDED = (MatchRow.origin,)  # those of newer versions that a log needs
PATIENCE = 15.0  # seconds to wait for somebody who writes


@dataclass(slots=True)
class Report:
    """What a check has found."""

    database: str
    revision: str | None
    counts: dict[str, int]
    replayed: int = 0  # matches that were compared with their journal
    stale: int = 0  # of these, how many have no snapshot of this version and are replayed when they go on
    skipped: int = 0  # matches of games or rules that are not installed
    problems: list[str] = field(default_factory=list)

    @property
    def is_ok(self) -> bool:
        return not self.problems


def check(url: str, sample: int | None = None, tell: Callable[[int, int], None] | None = None) -> Report:
    """Check everything, or only as many matches as `sample` says, chosen at random.

    `tell` is called with how many matches are done, and of how many.
    """
    with explained(url), looking(url) as engine:
        try:
            found = contents_of(engine)
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF not in DAMAGED:
                raise
            return Report(shown(url), None, {}, problems=[sentence(error, shown(url))])
        report = Report(shown(url), found.revision, found.counts, problems=list(found.faults))
        if found.revision is None:
            report.problems.append("this is not a database of Stockade: it has no version of the tables")
            return report
        try:
            check_known(found.revision, report.database)
            replay_all(engine, report, sample, tell)
        except BrokenDatabase as error:
            report.problems.append(error.message)
        except SQLAlchemyError as error:
            report.problems.append(sentence(error, report.database))
    return report


@contextmanager
def looking(url: str) -> Iterator[Engine]:
    """Open a database for reading."""
    if make_url(url).get_backend_name() == "sqlite":
        file = existing_file(url, "")
        engine = create_engine("sqlite://", creator=lambda: connect(file, "ro", PATIENCE), poolclass=StaticPool)
    else:
        engine = make_engine(url)
    try:
        yield engine
    finally:
        engine.dispose()


def contents_of(engine: Engine) -> Contents:
    with engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            return contents(connection.connection.driver_connection)  # type: ignore[arg-type]
        return Contents(current(engine), _counts(connection), ())


def _counts(connection: Connection) -> dict[str, int]:
    existing = connection.dialect.get_table_names(connection)
    return {
        table: connection.scalar(select(func.count()).select_from(text(table))) or 0
        for table in COUNTED
        if table in existing
    }


def replay_all(engine: Engine, report: Report, sample: int | None, tell: Callable[[int, int], None] | None) -> None:
    with Session(engine) as session:
        ids = list(session.scalars(select(MatchRow.id).order_by(MatchRow.id)))
    chosen = ids if sample is None or sample >= len(ids) else random.sample(ids, sample)
    for done, match_id in enumerate(chosen, 1):
        found = read(engine, match_id)
        if found is not None:  # it may just have been removed
            stored, is_whole = found
            if not is_whole:
                report.problems.append(f"match {match_id}: entries of its journal are missing")
            compare(stored, report)
        if tell is not None:
            tell(done, len(chosen))


def read(engine: Engine, match_id: str) -> tuple[Stored, bool] | None:
    """Return a match from tables of any version, and whether its journal has no gap."""
    columns = [column for column in (*NEEDED, *ADDED) if column.key in _columns(engine)]
    with Session(engine) as session:
        row = session.scalar(select(MatchRow).options(load_only(*columns)).where(MatchRow.id == match_id))
        if row is None:
            return None
        lines = session.execute(
            select(JournalRow.no, JournalRow.kind, JournalRow.seat, JournalRow.action)
            .where(JournalRow.match_id == match_id, JournalRow.version <= row.version)
            .order_by(JournalRow.no)
        ).all()
        session.expunge_all()
    for column in set(ADDED).difference(columns):
        set_committed_value(row, column.key, None)
    is_whole = [no for no, *_ in lines] == list(range(len(lines)))
    return Stored(row, [], LongList(Entry, (Entry(kind, seat, action) for _, kind, seat, action in lines))), is_whole


@cache
def _columns(engine: Engine) -> set[str]:
    return {column["name"] for column in inspect(engine).get_columns(MatchRow.__tablename__)}


def compare(stored: Stored, report: Report) -> None:
    """Replay a match, and note what does not agree with it."""
    row = stored.row
    try:
        if not stockade.game(row.game).spec.can_replay(row.rules_version):
            report.skipped += 1
            return
        match = rebuild(stored)
    except UnknownGame:
        report.skipped += 1
        return
    except (StockadeError, ValueError, TypeError, KeyError, IndexError) as error:
        report.problems.append(f"match {row.id}: its journal cannot be replayed ({error})")
        return
    report.replayed += 1
    state = snapshot_of(match, row.state)
    if state is None:
        report.stale += 1
    elif state != match.state:
        report.problems.append(f"match {row.id}: its snapshot differs from its journal")
    if row.status in (LIVE, OVER):
        player = stockade.OVER if match.is_over else match.state.current_player
        if (row.status == OVER) != match.is_over or row.current_player != player:
            report.problems.append(f"match {row.id}: its journal says something else about who is to move")


def snapshot_of(match: Match, snapshot: bytes) -> State | None:
    """Return the state in a snapshot, or None if the match has to be replayed because of another layout."""
    for read_state in (from_snapshot, type(match.game).from_bytes):
        try:
            return read_state(match.game, snapshot)
        except BadPosition:
            continue
    return None
