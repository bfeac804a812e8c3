"""Who may say what to whom at a table, and read it.

The players write in one room, and people without a seat in another, which the players cannot read before the match is
over. What is said does not change the match: its version stays the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from .. import seats
from ..errors import Refused, TooMany
from ..matches import Matches
from ..models import CLOSED, HUMAN, OVER
from ..moments import now
from ..people.caller import PLAY, Caller
from ..stored import Stored
from . import words
from .authors import author_at
from .models import ROOMS, TABLE, WATCHERS, Mark, MessageRow, MuteRow, ReactionRow, ReportRow, Room
from .numbers import next_number, take_turn
from .schemas import Mute, NewMessage, Reaction, TalkLine, TalkPage

# How many messages an author may write, at all tables together, in how much time.
LIMITS: Final = ((8, timedelta(seconds=20)), (300, timedelta(hours=1)))


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody is at a table: what they may read, and who they are when they write."""

    stored: Stored
    caller: Caller
    mine: Sequence[int]

    @property
    def match_id(self) -> str:
        return self.stored.row.id

    @property
    def rooms(self) -> tuple[Room, ...]:
        """The rooms that they may read."""
        done = self.stored.row.status in (OVER, CLOSED)
        return ROOMS if done or not self.mine else (TABLE,)

    @property
    def writes(self) -> Room | None:
        """The room that they may write in, or None for strangers."""
        if self.mine:
            return TABLE
        return None if self.caller.person is None else WATCHERS

    @property
    def author(self) -> str | None:
        if self.caller.person is None and self.mine:  # the holder of a token
            seat = self.stored.seats[self.mine[0]]
            return seat.person or author_at(self.match_id, seat.seat)
        return self.caller.person

    def need_author(self) -> str:
        """Return the author, for a write. Strangers are refused."""
        self.caller.check(PLAY)
        if self.author is None:
            raise Refused("bad_token", "Choose a name first.")
        return self.author


class Talk:
    def __init__(self, matches: Matches, heard: Callable[[str], None]) -> None:
        self.matches = matches
        self.engine = matches.storage.engine
        self.heard = heard  # called with the match's id after every change, in the thread that made it
        self.check_author: Callable[[str], None] = lambda _: None  # refuses those who are muted

    # ------------------------------------------------------------------ reading

    def read(self, match_id: str, caller: Caller, room: Room, after: int, limit: int) -> TalkPage:
        """Return the messages of a room that are new or have changed since `after`.

        A room that the caller may not read is empty. Asking for it is no error: whoever takes a seat cannot know in
        time that a room has closed.
        """
        place = self._place(match_id, caller)
        here = MessageRow.match_id == match_id, MessageRow.room == room, MessageRow.room.in_(place.rooms)
        with Session(self.engine) as session:
            query = select(MessageRow).where(*here, MessageRow.changed > after).order_by(MessageRow.changed)
            found = session.scalars(query.limit(limit + 1)).all()
            page = found[:limit]
            lines = _lines(session, page, place.author)
        last = page[-1].changed if page else after
        return TalkPage(
            messages=lines,
            next=last,
            more=len(found) > limit,
            rooms=list(place.rooms),
            writes=place.writes,
        )

    def newest(self, match_id: str, caller: Caller) -> dict[Room, int]:
        """Return the number of the last change in each room that the caller may read, or nothing without chat."""
        stored, mine = self.matches.look(match_id, caller)
        if not stored.policy.chat:
            return {}
        with Session(self.engine) as session:
            found = session.execute(
                select(MessageRow.room, func.max(MessageRow.changed))
                .where(MessageRow.match_id == match_id)
                .group_by(MessageRow.room)
            ).all()
        rooms = Place(stored, caller, mine).rooms
        return {room: last for room, last in found if room in rooms}

    def reports(self, limit: int = 100) -> Sequence[ReportRow]:
        """Return the newest complaints, for an administrator."""
        with Session(self.engine) as session:
            found = session.scalars(select(ReportRow).order_by(ReportRow.at.desc()).limit(limit)).all()
            session.expunge_all()
        return found

    # ------------------------------------------------------------------ writing

    def say(self, match_id: str, caller: Caller, form: NewMessage) -> TalkLine:
        place = self._place(match_id, caller)
        author = place.need_author()
        self.check_author(author)
        if form.room != place.writes:
            raise Refused(
                "forbidden",
                "The players write in this room."
                if form.room == TABLE
                else "People without a seat write in this room.",
            )
        if form.seat is not None and form.seat not in place.mine:
            raise Refused("not_your_seat", "This seat is not yours.")
        text = words.clean(form.text)
        if not text:
            raise Refused("bad_request", "There is nothing to read in this message.")
        seat = seats.looking(place.stored.row, place.mine) if form.seat is None else form.seat
        name = caller.name if seat is None else place.stored.seats[seat].name
        moment = now()
        with self._writing(match_id) as session:
            number = next_number(session, match_id, form.room)
            _check_limits(session, author)
            row = MessageRow(match_id=match_id, no=number, changed=number, room=form.room, author=author, seat=seat)
            row.name, row.text, row.deleted, row.at = name, text, False, moment
            session.add(row)
            session.flush()
            [line] = _lines(session, [row], author)
            session.commit()
        self.heard(match_id)
        return line

    def react(self, match_id: str, caller: Caller, no: int, mark: Mark, on: bool) -> None:
        """Put a mark on a message, or take it off."""
        place = self._place(match_id, caller)
        author = place.need_author()
        with self._writing(match_id) as session:
            row = _found(session, place, no)
            if row.deleted:
                raise Refused("not_allowed", "This message was deleted.")
            row.changed = next_number(session, match_id, row.room)
            own = session.get(ReactionRow, (match_id, no, mark, author))
            if (own is not None) == on:
                return
            if own is None:
                session.add(ReactionRow(match_id=match_id, no=no, mark=mark, author=author))
            else:
                session.delete(own)
            session.commit()
        self.heard(match_id)

    def delete(self, match_id: str, caller: Caller, no: int) -> None:
        """Take a message's text away. Authors may do this, and the person who made the table."""
        place = self._place(match_id, caller)
        author = place.need_author()
        with self._writing(match_id) as session:
            row = _found(session, place, no)
            if row.author != author and not seats.is_host(place.stored, caller, place.mine):
                raise Refused("forbidden", "Only its author and the person who made the table can delete this.")
            if row.deleted:
                return
            row.changed = next_number(session, match_id, row.room)
            row.text, row.deleted = "", True
            session.execute(delete(ReactionRow).where(ReactionRow.match_id == match_id, ReactionRow.no == no))
            session.commit()
        self.heard(match_id)

    def mute(self, match_id: str, caller: Caller, form: Mute) -> None:
        """No longer show the caller what somebody writes, or show it again. At all tables, if they are a person."""
        place = self._place(match_id, caller)
        author = place.need_author()
        with self._writing(match_id) as session:
            whom = _whom(session, place, form)
            if whom == author:
                raise Refused("not_allowed", "You cannot mute yourself.")
            if form.muted:
                session.merge(MuteRow(author=author, muted=whom))
            else:
                session.execute(delete(MuteRow).where(MuteRow.author == author, MuteRow.muted == whom))
            session.commit()

    def report(self, match_id: str, caller: Caller, no: int, reason: str) -> None:
        """Store a complaint about a message."""
        place = self._place(match_id, caller)
        reporter = place.need_author()
        why = words.clean(reason)
        if not why:
            raise Refused("bad_request", "Say what is wrong with the message.")
        with self._writing(match_id) as session:
            row = _found(session, place, no)
            if row.author == reporter or row.deleted:
                raise Refused("not_allowed", "You can report what others wrote, until it is deleted.")
            if session.get(ReportRow, (match_id, no, reporter)) is not None:
                raise Refused("not_allowed", "You have already reported this message.")
            report = ReportRow(match_id=match_id, no=no, reporter=reporter, author=row.author, text=row.text)
            report.reason, report.at = why, now()
            session.add(report)
            session.commit()

    @contextmanager
    def _writing(self, match_id: str) -> Iterator[Session]:
        """Begin a transaction that changes what is said at a table.

        Its first statement takes a lock, so that two writers wait for each other instead of failing.
        """
        with Session(self.engine) as session:
            take_turn(session, match_id)
            yield session

    # ------------------------------------------------------------------ checks

    def _place(self, match_id: str, caller: Caller) -> Place:
        stored, mine = self.matches.look(match_id, caller)
        if not stored.policy.chat:
            raise Refused("not_allowed", "This table plays without chat.")
        return Place(stored, caller, mine)


def _found(session: Session, place: Place, no: int) -> MessageRow:
    row = session.get(MessageRow, (place.match_id, no))
    if row is None or row.room not in place.rooms:
        raise Refused("not_found", "This message does not exist.")
    return row


def _whom(session: Session, place: Place, form: Mute) -> str:
    """Return the author that is to be muted."""
    if (form.seat is None) == (form.no is None):
        raise Refused("bad_request", "Name either a seat or a message.")
    if form.no is not None:
        whom = _found(session, place, form.no).author
    else:
        sat = next((row for row in place.stored.seats if row.seat == form.seat and row.kind == HUMAN), None)
        whom = None if sat is None else sat.person or author_at(place.match_id, sat.seat)
    if whom is None:
        raise Refused("not_found", "There is nobody to mute.")
    return whom


def _check_limits(session: Session, author: str) -> None:
    for most, period in LIMITS:
        recent = MessageRow.author == author, MessageRow.at > now() - period
        if (session.scalar(select(func.count()).where(*recent)) or 0) >= most:
            raise TooMany(
                period.total_seconds(),
                "You are writing very fast. Please wait a moment."
                if period < timedelta(minutes=5)
                else "You are writing very fast. Please wait a while.",
            )


def _lines(session: Session, rows: Sequence[MessageRow], reader: str | None) -> list[TalkLine]:
    """Return messages as one reader sees them."""
    if not rows:
        return []
    marks = _marks(session, rows, reader)
    authors = {row.author for row in rows if row.author is not None}
    own = select(MuteRow.muted).where(MuteRow.author == reader, MuteRow.muted.in_(authors))
    muted = set(session.scalars(own)) if reader else set()
    return [
        TalkLine(
            no=row.no,
            changed=row.changed,
            room=row.room,
            seat=row.seat,
            name=row.name,
            text="" if row.author in muted else row.text,
            at=row.at,
            deleted=row.deleted,
            muted=row.author in muted,
            yours=row.author is not None and row.author == reader,
            reactions=marks.get(row.no, []),
        )
        for row in rows
    ]


def _marks(session: Session, rows: Sequence[MessageRow], reader: str | None) -> dict[int, list[Reaction]]:
    marks: dict[int, dict[Mark, set[str]]] = {}
    query = select(ReactionRow).where(
        ReactionRow.match_id == rows[0].match_id, ReactionRow.no.in_([row.no for row in rows])
    )
    for given in session.scalars(query.order_by(ReactionRow.mark)):
        marks.setdefault(given.no, {}).setdefault(given.mark, set()).add(given.author)
    return {
        no: [Reaction(mark=mark, count=len(by), yours=reader in by) for mark, by in given.items()]
        for no, given in marks.items()
    }
