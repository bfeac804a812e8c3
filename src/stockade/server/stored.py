"""A match as it was read from the database, and what follows from its journal."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, cached_property
from itertools import count
from types import SimpleNamespace
from typing import Any, TypeVar, cast

from stockade.core import layout

from .longlist import LongList
from .models import Base, MatchRow, SeatRow
from .policy import Policy, policy_of
from .schemas import LogLine

ACTION = "action"
CHANCE = "chance"
UNDO = "undo"
HINT = "hint"
STAMPS = count(1)

Row = TypeVar("Row", MatchRow, SeatRow)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the journal, without its number."""

    kind: str
    seat: int | None = None
    action: int | None = None
    text: str = ""
    label: str = ""
    told: Sequence[str] = ()

    @property
    def is_played(self) -> bool:
        return self.kind in (ACTION, CHANCE)


@dataclass(frozen=True, slots=True)
class Step:
    """A write that led from one version of a match to the next."""

    base: int  # the stamp of the match before it
    values: Mapping[str, Any]
    entries: Sequence[Entry]
    seats: Mapping[int, Mapping[str, Any]]
    moment: datetime


@dataclass(frozen=True)
class Stored:
    """A match at one version. The rows are detached: changes are not saved. What is derived is computed once.

    Many of these are kept in memory, so nothing that grows with the length of a match is kept as objects.
    """

    row: MatchRow
    seats: Sequence[SeatRow]
    journal: LongList[Entry]
    step: Step | None = field(default=None, compare=False, repr=False)  # how it came about, if this process wrote it

    @cached_property
    def stamp(self) -> int:
        """A number that no other `Stored` of this process has."""
        return next(STAMPS)

    @cached_property
    def policy(self) -> Policy:
        return policy_of(self.row.policy)

    @property
    def log(self) -> list[Entry]:
        """The actions of the match, without those that were undone. This goes through the whole journal."""
        log: list[Entry] = []
        for entry in self.journal:
            if entry.is_played:
                log.append(entry)
            elif entry.kind == UNDO:
                del log[entry.action or 0 :]
        return log

    @cached_property
    def hinted(self) -> list[tuple[int, int]]:
        """When hints were asked for, as lengths of the log, and by which seats."""
        length = 0
        hinted: list[tuple[int, int]] = []
        for entry in self.journal:
            if entry.is_played:
                length += 1
            elif entry.kind == UNDO:
                length = entry.action or 0
                hinted = [(min(ply, length), seat) for ply, seat in hinted]
            elif entry.kind == HINT and entry.seat is not None:
                hinted.append((length, entry.seat))
        return list(dict.fromkeys(hinted))

    @property
    def kept(self) -> int:
        """How many actions were played before the match began."""
        return 0 if self.row.origin is None else int(self.row.origin["actions"])

    @property
    def first_ply(self) -> int:
        """The ply of the state before the first action: 0, unless the match began at a position."""
        return 0 if self.row.origin is None else int(self.row.origin.get("ply", 0))

    @cached_property
    def actions(self) -> array[int]:
        """The ids of the actions of the match, without those that were undone."""
        return _actions(self.log)

    @cached_property
    def actors(self) -> array[int]:
        """Who took each action: a seat, or -1 for chance."""
        return _actors(self.log)

    @cached_property
    def lines(self) -> LongList[LogLine]:
        """The log as people see it."""
        return LongList(LogLine, _shown(self.log))

    def adopt(self, other: Stored) -> None:
        """Take over the stamp of a match that was read or written before, if this is the same but for its viewers."""
        mine, theirs = (columns_of(each.row) for each in (self, other))
        if mine == theirs and [_sat(seat) for seat in self.seats] == [_sat(seat) for seat in other.seats]:
            self.__dict__.update(stamp=other.stamp, step=other.step)

    def follow(self, step: Step) -> Stored:
        """Return the match after a write that another process describes."""
        return self.after(step.values, step.entries, step.seats, step.moment)

    def after(
        self,
        values: Mapping[str, Any],
        entries: Sequence[Entry],
        seats: Mapping[int, Mapping[str, Any]],
        moment: datetime,
    ) -> Stored:
        """Return the match after a write, as reading it from the database would."""
        row = _changed(self.row, {**values, "version": self.row.version + 1, "updated": moment})
        sat = [_changed(seat, seats[seat.seat]) if seat.seat in seats else seat for seat in self.seats]
        step = Step(self.stamp, values, entries, seats, moment)
        following = Stored(row, sat, self.journal.extended(entries), step)
        if "policy" not in values:
            following.__dict__["policy"] = self.policy
        if not any(entry.kind in (UNDO, HINT) for entry in entries):  # no move costs more in a longer match
            played = [entry for entry in entries if entry.is_played]
            following.__dict__.update(
                hinted=self.hinted,
                actions=self.actions + _actions(played),
                actors=self.actors + _actors(played),
            )
            if "lines" in self.__dict__:  # only who makes pictures needs them
                following.__dict__["lines"] = self.lines.extended(_shown(played, len(self.actions)))
        return following

    @property
    def weight(self) -> int:
        """How much memory it takes, in entries of a journal."""
        return self.journal.weight + 2 * len(self.seats) + 4


def _actions(entries: Iterable[Entry]) -> array[int]:
    return array("i", (entry.action for entry in entries if entry.action is not None))


def _actors(entries: Iterable[Entry]) -> array[int]:
    return array("b", map(_actor, entries))


def _shown(entries: Iterable[Entry], first_ply: int = 0) -> list[LogLine]:
    return [
        LogLine(ply, _actor(entry), entry.text, entry.label, tuple(entry.told))
        for ply, entry in enumerate(entries, first_ply)
    ]


def _actor(entry: Entry) -> int:
    return layout.CHANCE if entry.seat is None else entry.seat


@cache
def _columns(kind: type[Base]) -> tuple[str, ...]:
    return tuple(column.name for column in kind.__table__.columns)


def _changed(row: Row, values: Mapping[str, Any]) -> Row:
    """Return a copy of a row with other values, as a plain object. SQLAlchemy's take much longer to make and read."""
    return cast(Row, SimpleNamespace(**{**columns_of(row), **values}))


def columns_of(row: MatchRow | SeatRow) -> dict[str, Any]:
    """Return the values of a row by the names of their columns."""
    if isinstance(row, SimpleNamespace):
        return vars(row)
    return {name: getattr(row, name) for name in _columns(type(row))}


def _sat(seat: SeatRow) -> dict[str, Any]:
    return {**columns_of(seat), "seen": None, "seen_ply": None}


def plain(stored: Stored) -> Stored:
    """Return a copy of a match that can be sent to another process."""
    return Stored(_changed(stored.row, {}), [_changed(seat, {}) for seat in stored.seats], stored.journal)
