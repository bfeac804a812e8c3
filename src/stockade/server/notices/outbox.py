"""The outbox: notices are written here first, claimed by one process, sent, and kept as a log.

A notice may be claimed by the process whose update succeeds. Its time is moved on by `LEASE`, so that another
process sends it if this one is killed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Engine, Update, and_, delete, exists, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from stockade.core.language import ENGLISH, language, mark, say

from ..errors import Refused
from ..models import OPEN, WAITING, JournalRow, MatchRow, SeatRow
from ..moments import now
from ..people.keys import new_id
from ..people.models import PersonRow
from ..people.names import folded
from ..sentences import read
from ..settings import Settings
from . import words
from .channels import Letter, Notice
from .models import (
    CHANNELS,
    CONFIRM,
    DROPPED,
    FAILED,
    HELD,
    MAIL,
    OPEN_STATES,
    PENDING,
    PUSH,
    SENT,
    TEST,
    TIME,
    TURN,
    WEBHOOK,
    Channel,
    MailboxRow,
    NotedRow,
    NoticeRow,
    Pace,
    PreferencesRow,
    PushRow,
    WebhookRow,
)
from .rules import Finding, Line, Table, findings, last_own
from .schemas import NoticeLine

LEASE = timedelta(minutes=10)  # longer than any delivery takes
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 120, 240, 480, 480))  # a day in all
QUIET: dict[Pace, timedelta] = {"hourly": timedelta(hours=1), "daily": timedelta(days=1)}
KEPT = timedelta(days=30)  # how long the log goes back
TESTS_EVERY = 10  # seconds
BATCH = 50  # how many notices are sent at the same time,
SHARE = 5  # and how many of them to one person, so that slow webhooks hold up nobody else
LOOKED_AT = 10 * BATCH
HELD_FOR: dict[Pace, str] = {
    "at_once": mark("Held for a digest, because you had many mails."),
    "hourly": mark("Held for your hourly digest."),
    "daily": mark("Held for your daily digest."),
}
AT_THE_TABLE = mark("You were at the table.")


@dataclass(frozen=True, slots=True)
class Claim:
    """Notices that this process has to send now: several in a mail, one on the other channels."""

    channel: Channel
    target: str
    notices: Sequence[Notice]
    letter: Letter | None = None

    @property
    def ids(self) -> list[str]:
        return [notice.id for notice in self.notices]


class Outbox:
    def __init__(self, engine: Engine, settings: Settings) -> None:
        self.engine = engine
        self.settings = settings
        self._delays = {
            MAIL: timedelta(seconds=settings.mail_delay),
            PUSH: timedelta(seconds=settings.push_delay),
            WEBHOOK: timedelta(seconds=settings.webhook_delay),
        }

    # ------------------------------------------------------------------ writing notices

    def unnoted(self, within: timedelta) -> list[str]:
        """Return matches that changed within this time and whose notices may not be written yet."""
        with Session(self.engine) as session:
            query = (
                select(MatchRow.id)
                .outerjoin(NotedRow, NotedRow.match_id == MatchRow.id)
                .where(
                    MatchRow.updated > now() - within,
                    _concerning(),
                    or_(NotedRow.version.is_(None), NotedRow.version < MatchRow.version),
                )
            )
            return list(session.scalars(query))

    def note(self, match_id: str) -> bool:
        """Write the notices for what has happened in a match since the last time. Return whether there are any."""
        with Session(self.engine) as session:
            table = read_table(session, match_id) if _concerns_somebody(session, match_id) else None
            if table is None:
                return False
            found = findings(table)
            self._withdraw(session, match_id, {_key(finding) for finding in found})
            people = {finding.person for finding in found}
            wishes = {
                row.person: row
                for row in session.scalars(select(PreferencesRow).where(PreferencesRow.person.in_(people)))
            }
            if not wishes:
                return False
            noted = session.scalar(select(NotedRow.version).where(NotedRow.match_id == match_id)) or 0
            rows = [
                row
                for finding in found
                if finding.person in wishes and self._is_news(session, table, finding, noted)
                for row in self._rows(session, match_id, finding, wishes[finding.person])
            ]
            try:
                if not self._mark(session, match_id, noted, table.row.version):
                    return False
                session.add_all(rows)
                session.commit()
            except IntegrityError:  # another process has written them
                return False
            return bool(rows)

    def _withdraw(self, session: Session, match_id: str, true: Collection[tuple[str, str, int]]) -> None:
        """Delete notices that were not sent and are no longer true."""
        query = select(NoticeRow).where(
            NoticeRow.match_id == match_id, NoticeRow.state.in_(OPEN_STATES), NoticeRow.tries == 0
        )
        false = [row for row in session.scalars(query) if _key(row) not in true]
        for row in false:
            session.execute(delete(NoticeRow).where(*_as_seen(row)))
        if false:
            session.commit()

    def _mark(self, session: Session, match_id: str, before: int, version: int) -> bool:
        """Note up to which version this was done. Return False if another process was faster."""
        if not before:
            session.add(NotedRow(match_id=match_id, version=version))
            session.flush()
            return True
        mine = (NotedRow.match_id == match_id, NotedRow.version == before)
        return _count(session, update(NotedRow).where(*mine).values(version=version)) == 1

    def _is_news(self, session: Session, table: Table, finding: Finding, noted: int) -> bool:
        if finding.earliest is not None:  # a reminder; whether the person is there matters only then
            return not self._is_written(session, table.row.id, finding)
        if finding.version <= noted or table.has(finding.person, self.settings.away_seconds, now()):
            return False
        return finding.event != TURN or not self._is_unread(session, table, finding.person)

    def _is_written(self, session: Session, match_id: str, finding: Finding) -> bool:
        query = select(func.count()).where(
            NoticeRow.person == finding.person,
            NoticeRow.match_id == match_id,
            NoticeRow.event == finding.event,
            NoticeRow.version == finding.version,
        )
        return bool(session.scalar(query))

    def _is_unread(self, session: Session, table: Table, person: str) -> bool:
        """Return whether the person was told of a turn in this match and has done nothing in it since."""
        told = session.scalar(
            select(func.max(NoticeRow.version)).where(
                NoticeRow.person == person,
                NoticeRow.match_id == table.row.id,
                NoticeRow.event == TURN,
                NoticeRow.state == SENT,
            )
        )
        return told is not None and last_own(table, table.seats_of(person)) <= told

    def _rows(self, session: Session, match_id: str, finding: Finding, wishes: PreferencesRow) -> Iterable[NoticeRow]:
        for channel in CHANNELS:
            if finding.event in wishes.wanted(channel):
                due = finding.earliest or now() + self._delays[channel]
                for target in targets(session, finding.person, channel):
                    yield _row(
                        finding.person, match_id, finding.event, finding.version, channel, target, finding.text, due
                    )

    # ------------------------------------------------------------------ claiming

    def due(self) -> list[NoticeRow]:
        """Return the notices to send next."""
        with Session(self.engine) as session:
            query = select(NoticeRow).where(NoticeRow.state.in_(OPEN_STATES), NoticeRow.due <= now())
            found = session.scalars(query.order_by(NoticeRow.due).limit(LOOKED_AT)).all()
            session.expunge_all()
        counts: Counter[str] = Counter()
        rows = []
        for row in found:
            counts[row.person] += 1
            if counts[row.person] <= SHARE:
                rows.append(row)
        return rows[:BATCH]

    def claim(self, notice_id: str) -> Claim | None:
        """Claim a notice to a device or webhook. Return None if another process has it or nothing is to be sent."""
        with Session(self.engine) as session:
            row = session.get(NoticeRow, notice_id)
            if row is None or row.state not in OPEN_STATES or row.due > now():
                return None
            finding = self._still_true(session, row)
            claimed = finding is not None and _take(session, row, finding)
            session.commit()
            if finding is None or not claimed:
                return None
            return Claim(row.channel, row.target, [_notice(row, finding)])

    def claim_mail(self, person: str) -> Claim | None:
        """Claim everything that a person is to be told by mail now. It goes into one mail.

        One process at a time does this for a person, so that there are not two mails instead of one.
        """
        moment = now()
        with Session(self.engine) as session:
            free = or_(MailboxRow.busy.is_(None), MailboxRow.busy <= moment)
            claim = update(MailboxRow).where(MailboxRow.person == person, free).values(busy=moment + LEASE)
            if not _count(session, claim):
                return None
            ready = or_(NoticeRow.due <= moment, NoticeRow.state == HELD)
            rows = session.scalars(
                select(NoticeRow)
                .where(NoticeRow.person == person, NoticeRow.channel == MAIL, NoticeRow.state.in_(OPEN_STATES), ready)
                .order_by(NoticeRow.created, NoticeRow.id)
            ).all()
            checked = [(row, self._still_true(session, row)) for row in rows]
            valid = [(row, finding) for row, finding in checked if finding is not None]
            until, reason = self._quiet(session, person, moment)
            mailbox = session.get(MailboxRow, person)
            letter = None
            if until is not None and not any(row.event == TIME for row, _ in valid):
                for row, _ in valid:
                    _change(session, row, state=HELD, due=until, reason=reason)
            elif mailbox is not None and mailbox.address is not None and valid:
                taken = [_notice(row, finding) for row, finding in valid if _take(session, row, finding)]
                letter = (
                    Letter(mailbox.address, mailbox.stop, taken, self._language(session, person)) if taken else None
                )
            if letter is None:
                session.execute(update(MailboxRow).where(MailboxRow.person == person).values(busy=None))
            session.commit()
        return None if letter is None else Claim(MAIL, "", letter.notices, letter)

    def _still_true(self, session: Session, row: NoticeRow) -> Finding | None:
        """Return what a notice says now, or None if it is not to be sent now. Then the row is changed or deleted."""
        wishes = session.get(PreferencesRow, row.person)
        table = read_table(session, row.match_id)
        found = () if table is None else findings(table)
        finding = next((each for each in found if _key(each) == _key(row)), None)
        wanted = wishes is not None and row.event in wishes.wanted(row.channel)
        if table is None or finding is None or not wanted or (finding.until is not None and finding.until <= now()):
            session.execute(delete(NoticeRow).where(*_as_seen(row)))
            return None
        if finding.earliest is not None and finding.earliest > now():
            _change(session, row, due=finding.earliest, text=finding.text)
            return None
        if table.has(row.person, self.settings.away_seconds, now()):
            _change(session, row, state=DROPPED, reason=AT_THE_TABLE)
            return None
        return finding

    def _language(self, session: Session, person: str) -> str:
        return languages_of(session, [person]).get(person, ENGLISH)

    def _quiet(self, session: Session, person: str, moment: datetime) -> tuple[datetime | None, str]:
        """Return until when a person gets no mail, and why."""
        wishes = session.get(PreferencesRow, person)
        pace: Pace = "at_once" if wishes is None else wishes.pace
        allowed = self.settings.mails_at_once if pace == "at_once" else 1
        quiet = QUIET.get(pace, timedelta(seconds=self.settings.mail_window))
        mails = session.scalars(
            select(NoticeRow.sent)
            .where(
                NoticeRow.person == person,
                NoticeRow.channel == MAIL,
                NoticeRow.state == SENT,
                NoticeRow.event.not_in((TEST, CONFIRM)),
                NoticeRow.sent > moment - quiet,
            )
            .distinct()
            .order_by(NoticeRow.sent.desc())
            .limit(allowed)
        ).all()
        if len(mails) < allowed or mails[-1] is None:
            return None, ""
        return mails[-1] + quiet, HELD_FOR[pace]

    # ------------------------------------------------------------------ what became of them

    def sent(self, claim: Claim) -> None:
        with Session(self.engine) as session:
            values = {"state": SENT, "sent": now(), "reason": ""}
            session.execute(update(NoticeRow).where(NoticeRow.id.in_(claim.ids)).values(**values))
            _release(session, claim)
            session.commit()

    def failed(self, claim: Claim, reason: str, again: bool, gone: bool = False) -> None:
        """Try again later, with growing pauses, or give up. A receiver that does not exist any more is removed."""
        with Session(self.engine) as session:
            for row in session.scalars(select(NoticeRow).where(NoticeRow.id.in_(claim.ids))):
                row.reason = reason
                if again and row.event != TEST and row.tries <= len(PAUSES):
                    row.due = now() + PAUSES[row.tries - 1]
                else:
                    row.state = FAILED
            if gone and claim.channel == PUSH:
                session.execute(delete(PushRow).where(PushRow.id == claim.target))
            _release(session, claim)
            session.commit()

    def forget(self) -> None:
        """Delete the oldest part of the log."""
        with Session(self.engine) as session:
            old = and_(NoticeRow.state.not_in(OPEN_STATES), NoticeRow.created < now() - KEPT)
            session.execute(delete(NoticeRow).where(old))
            session.commit()

    def log(self, person: str, limit: int) -> list[NoticeLine]:
        with Session(self.engine) as session:
            query = select(NoticeRow).where(NoticeRow.person == person)
            rows = session.scalars(query.order_by(NoticeRow.created.desc(), NoticeRow.id).limit(limit)).all()
            return [_line(row) for row in rows]

    # ------------------------------------------------------------------ trying a channel

    def try_out(self, person: str, channel: Channel) -> list[Claim]:
        """Write test notices to all targets of a channel, already claimed."""
        moment = now()
        with Session(self.engine) as session:
            found = targets(session, person, channel)
            if not found:
                raise Refused("not_allowed", "Add a device, a webhook or a confirmed address first.")
            number = int(moment.timestamp()) // TESTS_EVERY
            rows = [
                _row(person, "", TEST, number, channel, target, say(words.TEST), moment + LEASE, tries=1)
                for target in found
            ]
            mailbox = session.get(MailboxRow, person)
            claims = []
            for row in rows:
                notice = Notice(row.id, TEST, "", row.text, moment)
                letter = None
                if channel == MAIL and mailbox is not None and mailbox.address is not None:
                    letter = Letter(mailbox.address, mailbox.stop, [notice], language())
                claims.append(Claim(channel, row.target, [notice], letter))
            session.add_all(rows)
            try:
                session.commit()
            except IntegrityError:
                raise Refused("too_many", "You have just sent a test. Wait a few seconds.") from None
        return claims


def _concerns_somebody(session: Session, match_id: str) -> bool:
    """Return whether somebody may want notices about a match. Most matches need no closer look."""
    return bool(session.scalar(select(_concerning()).where(MatchRow.id == match_id)))


def _concerning() -> ColumnElement[bool]:
    """Return the condition that somebody may want notices about a match: a person with preferences sits there."""
    sits = exists().where(SeatRow.match_id == MatchRow.id, SeatRow.person == PreferencesRow.person)
    return or_(MatchRow.status == WAITING, sits)


def read_table(session: Session, match_id: str) -> Table | None:
    """Read what notices about a match follow from."""
    row = session.get(MatchRow, match_id, populate_existing=True) if match_id else None
    if row is None:
        return None
    seats = session.scalars(
        select(SeatRow)
        .where(SeatRow.match_id == match_id)
        .order_by(SeatRow.seat)
        .execution_options(populate_existing=True)
    ).all()
    lines = session.execute(
        select(JournalRow.version, JournalRow.kind, JournalRow.seat)
        .where(JournalRow.match_id == match_id, JournalRow.version <= row.version)
        .order_by(JournalRow.no)
    ).all()
    kept_for = _kept_for(session, row, seats)
    people = {seat.person for seat in seats if seat.person is not None} | set(kept_for.values())
    return Table(row, seats, [Line(*line) for line in lines], kept_for, languages_of(session, people))


def languages_of(session: Session, people: Collection[str]) -> dict[str, str]:
    """Return the languages of people who have told theirs."""
    found = session.execute(select(PersonRow.id, PersonRow.settings).where(PersonRow.id.in_(people)))
    return {person: str(settings["language"]) for person, settings in found if "language" in settings}


def _kept_for(session: Session, row: MatchRow, seats: Sequence[SeatRow]) -> Mapping[int, str]:
    """Return for whom open seats are kept: those who played before, and people who have claimed the seat's name.

    Only people can invite others by name, so that an invitation comes from somebody.
    """
    kept = {seat.seat: seat.person for seat in seats if seat.kind == OPEN and seat.reserved and seat.person}
    named = {seat.seat: folded(seat.name) for seat in seats if seat.kind == OPEN and seat.name and not seat.reserved}
    if named and row.owner is not None:
        handles = select(PersonRow.handle, PersonRow.id).where(PersonRow.handle.in_(named.values()))
        people = {row.handle: row.id for row in session.execute(handles)}
        kept |= {seat: people[name] for seat, name in named.items() if name in people}
    return kept


def targets(session: Session, person: str, channel: Channel) -> list[str]:
    """Return where a person can be reached on a channel: ids of devices or webhooks, or nothing but "" for mail."""
    if channel == MAIL:
        mailbox = session.get(MailboxRow, person)
        return [""] if mailbox is not None and mailbox.address is not None else []
    table = PushRow if channel == PUSH else WebhookRow
    return list(session.scalars(select(table.id).where(table.person == person).order_by(table.created)))


def _row(
    person: str,
    match_id: str,
    event: str,
    version: int,
    channel: Channel,
    target: str,
    text: str,
    due: datetime,
    tries: int = 0,
) -> NoticeRow:
    return NoticeRow(
        id=new_id(),
        person=person,
        match_id=match_id,
        event=event,
        version=version,
        channel=channel,
        target=target,
        text=text,
        state=PENDING,
        reason="",
        tries=tries,
        created=now(),
        due=due,
    )


def _notice(row: NoticeRow, finding: Finding) -> Notice:
    return Notice(row.id, finding.event, row.match_id, finding.text, row.created, finding.until)


def _line(row: NoticeRow) -> NoticeLine:
    return NoticeLine(
        id=row.id,
        event=row.event,
        channel=row.channel,
        target=row.target if row.event != CONFIRM else "",
        match=row.match_id or None,
        text=row.text,
        state=row.state,
        reason=read(row.reason),
        created=row.created,
        due=row.due if row.state in OPEN_STATES else None,
        sent=row.sent,
    )


def _key(what: NoticeRow | Finding) -> tuple[str, str, int]:
    """Return what identifies something that a person is told about one match."""
    return what.person, what.event, what.version


def _as_seen(row: NoticeRow) -> tuple[ColumnElement[bool], ...]:
    """Return the condition that a notice has not been claimed since it was read."""
    return NoticeRow.id == row.id, NoticeRow.tries == row.tries, NoticeRow.state.in_(OPEN_STATES)


def _change(session: Session, row: NoticeRow, **values: Any) -> bool:
    """Change a notice, unless it has been claimed since it was read. Return whether it was changed."""
    return _count(session, update(NoticeRow).where(*_as_seen(row)).values(**values)) == 1


def _take(session: Session, row: NoticeRow, finding: Finding) -> bool:
    """Claim a notice. Return False if another process was faster."""
    return _change(session, row, tries=row.tries + 1, due=now() + LEASE, state=PENDING, reason="", text=finding.text)


def _release(session: Session, claim: Claim) -> None:
    """Let other processes send mail to the same person again."""
    if claim.letter is not None:
        session.execute(update(MailboxRow).where(MailboxRow.stop == claim.letter.stop).values(busy=None))


def _count(session: Session, statement: Update) -> int:
    """Execute an update and return how many rows it changed."""
    done = session.execute(statement, execution_options={"synchronize_session": False})
    return done.rowcount  # type: ignore[attr-defined, no-any-return]
