"""What people are told about a match, and when. Everything follows from the rows of the match.

A notice is identified by the person, the match, the event and the version at which the event began. That version
stays the same while the event lasts, so every process finds the same notices whenever it looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from stockade.core.language import ENGLISH, speaking

from ..models import HUMAN, LIVE, OPEN, OVER, WAITING, MatchRow, SeatRow
from ..policy import MINUTE, policy_of
from ..seats import deciding, others
from ..stored import ACTION, UNDO
from ..wishes import DRAW_OFFERED, UNDO_ASKED
from . import words
from .models import ASKED, FINISHED, INVITED, TIME, TURN, Occasion

REMINDER_SHARE = 8  # a reminder comes when one eighth of the time is left,
LONGEST_REMINDER = 30 * MINUTE  # but not earlier than this,
SHORTEST_REMINDER = MINUTE  # and not at all if that would be later than this
SUFFERED = ("time_up", "stand_in")  # entries that name the seat they happen to


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of the journal, as far as it matters here."""

    version: int
    kind: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class Table:
    """A match with its seats and journal, and the people for whom open seats are kept."""

    row: MatchRow
    seats: Sequence[SeatRow]
    journal: Sequence[Line]
    kept_for: Mapping[int, str]
    languages: Mapping[str, str] = field(default_factory=dict)  # of the people in it, if they are known

    def tell(self, person: str, words: Callable[..., str], *about: Any) -> str:
        """Say something in a person's language."""
        with speaking(self.languages.get(person, ENGLISH)):
            return words(self.row, *about)

    def seats_of(self, person: str) -> set[int]:
        return {row.seat for row in self.seats if row.kind == HUMAN and row.person == person}

    def has(self, person: str, away_seconds: float, moment: datetime) -> bool:
        """Return whether a person is connected to the match."""
        heard = moment - timedelta(seconds=away_seconds)
        return any(row.person == person and row.seen is not None and row.seen > heard for row in self.seats)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a person should be told."""

    person: str
    event: Occasion
    version: int
    text: str
    earliest: datetime | None = None  # when it should be told, if that is later
    until: datetime | None = None  # when it is no longer of use


def findings(table: Table) -> list[Finding]:
    """Return everything that people should be told about a match now."""
    status = table.row.status
    if status == WAITING:
        return list(_invitations(table))
    if not _is_company(table.seats):
        return []
    if status == OVER:
        return list(_end(table))
    return [*_turn(table), *_requests(table)] if status == LIVE else []


def reminder_of(seconds: int) -> timedelta | None:
    """Return how long before the end of a player's time they are reminded of it, or None if they are not."""
    lead = min(LONGEST_REMINDER, seconds / REMINDER_SHARE)
    return timedelta(seconds=lead) if lead >= SHORTEST_REMINDER else None


def turn_began(table: Table, mine: set[int]) -> int:
    """Return the version at which the turn of these seats began: the last one that somebody else made."""
    return max((line.version for line in table.journal if _passes_turn(line, table.journal, mine)), default=1)


def last_own(table: Table, mine: set[int]) -> int:
    """Return the last version that the player of these seats made."""
    return max((line.version for line in table.journal if _is_own(line, table.journal, mine)), default=0)


def _passes_turn(line: Line, journal: Sequence[Line], mine: set[int]) -> bool:
    if line.kind == ACTION:
        return line.seat not in mine
    if line.kind == UNDO:
        return not _is_own(line, journal, mine)
    return line.kind in ("joined", "seat")


def _is_own(line: Line, journal: Sequence[Line], mine: set[int]) -> bool:
    if line.kind in SUFFERED:
        return False
    if line.kind == UNDO:  # others may have agreed to it; then it is they who act
        by = [other.seat for other in journal if other.version == line.version and other.kind == "undo_accepted"]
        return line.seat in mine if not by else any(seat in mine for seat in by)
    return line.seat in mine


def _is_company(seats: Sequence[SeatRow]) -> bool:
    """Return whether several people play. Nobody is told that bots wait for them."""
    return len({row.person or row.seat for row in seats if row.kind == HUMAN}) > 1


def _people(table: Table, seats: set[int]) -> list[str]:
    """Return the people on these seats who still play themselves."""
    rows = [row for row in table.seats if row.seat in seats and row.kind == HUMAN and row.left is None]
    return list(dict.fromkeys(row.person for row in rows if row.person is not None and row.stand_in is None))


def _turn(table: Table) -> Iterator[Finding]:
    row = table.row
    for person in _people(table, {row.current_player}):
        mine = table.seats_of(person)
        began = turn_began(table, mine)
        if last_own(table, mine) < began:
            yield Finding(person, TURN, began, table.tell(person, words.turn, table.seats, mine))
        clock = policy_of(row.policy).clock
        lead = None if clock is None else reminder_of(clock.seconds)
        if row.clock_due is None or lead is None:
            continue
        earliest = row.clock_due - lead
        if row.clock_since is None or row.clock_since < earliest:
            text = table.tell(person, words.time_left, table.seats, mine, row.clock_due)
            yield Finding(person, TIME, began, text, earliest, row.clock_due)


def _requests(table: Table) -> Iterator[Finding]:
    row = table.row
    requests = (
        (UNDO_ASKED, row.undo_asked_by, row.undo_agreed, words.undo_asked),
        (DRAW_OFFERED, row.draw_offered_by, row.draw_agreed, words.draw_offered),
    )
    for kind, by, agreed, text in requests:
        if by is None:
            continue
        asking = table.seats[by]
        asked = others(table.seats, by) if kind == UNDO_ASKED else deciding(table.seats)
        versions = [line.version for line in table.journal if line.kind == kind and line.seat == by]
        for person in _people(table, asked - {by, *agreed}):
            if person != asking.person:
                yield Finding(person, ASKED, max(versions, default=1), table.tell(person, text, asking))


def _end(table: Table) -> Iterator[Finding]:
    last = max((line.version for line in table.journal if line.kind != "rematch"), default=table.row.version)
    ended_by = {line.seat for line in table.journal if line.version == last}
    people = dict.fromkeys(row.person for row in table.seats if row.kind == HUMAN and row.person is not None)
    for person in people:
        mine = table.seats_of(person)
        themselves = {row.seat for row in table.seats if row.seat in mine and row.stand_in is None}
        if not themselves & ended_by:
            yield Finding(person, FINISHED, last, table.tell(person, words.over, table.seats, mine))


def _invitations(table: Table) -> Iterator[Finding]:
    row = table.row
    told = {row.owner}
    for seat in table.seats:
        person = table.kept_for.get(seat.seat) if seat.kind == OPEN else None
        if person is None or person in told:
            continue
        told.add(person)
        kept = [line.version for line in table.journal if line.kind in ("seat", "left") and line.seat == seat.seat]
        yield Finding(person, INVITED, max(kept, default=1), table.tell(person, words.invited, table.seats))
