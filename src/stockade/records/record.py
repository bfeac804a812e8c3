"""A record: a match, and what people write down about it. Every format is read into a draft, and checked here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from stockade.core.checks import excess
from stockade.core.errors import CorruptLog, IllegalAction, ParseError, quoted
from stockade.core.language import ENGLISH, mark, say, speaking
from stockade.core.layout import CHANCE
from stockade.core.match import BRANCH_FORMAT, LOG_FORMAT, Match, Result, Step, take
from stockade.core.state import State

CHANCE_NAME = "chance"
UNFINISHED = "*"
OWN_TAGS = (
    "Stockade",
    "Game",
    "RulesVersion",
    "Players",
    "Origin",
    "Seed",
    "Date",
    "Ending",
    "Result",
    "Scores",
    "Reason",
)

Comments = Mapping[int, tuple[str, ...]]
"""Comments by the number of the move that they follow. Number 0 is before the first move."""

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_TAG = re.compile(r"[A-Za-z]\w{0,40}", re.ASCII)
_OF_SEAT = re.compile(r"(Seat|Name)\d+", re.ASCII)
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True)
class Record:
    """A match with the names of its players, its date, comments and other tags.

    If `has_seed` is false, the record does not tell the seed: the match is not over, or nobody wrote it down.
    """

    match: Match
    names: tuple[str, ...] = ()  # who played, by seat; empty if it is not known
    date: str = ""  # "2026-11-17", or empty
    comments: Comments = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)  # anything else, by name
    has_seed: bool = True
    length: int | None = None  # how many actions it has, if it stops before chance and the match has gone on

    def __post_init__(self) -> None:
        """Refuse what some format could not write."""
        if self.names and len(self.names) != self.match.players:
            raise CorruptLog(
                say("the record names {count} players, but the match has another number", count=len(self.names))
            )
        if self.date and not _DATE.fullmatch(self.date):
            raise CorruptLog(say("a date is written like 2026-11-17, not {date}", date=quoted(self.date)))
        if wrong := next((name for name in self.tags if not is_other_tag(name)), None):
            raise CorruptLog(say("a record cannot have another tag {name}", name=quoted(wrong)))
        if not all(0 <= number <= self.plies for number in self.comments):
            raise CorruptLog(say("a comment belongs to a move that the record does not have"))
        for text in (*self.names, *self.tags.values(), *self.all_comments):
            if _UNSEEN.search(text):
                raise CorruptLog(say("a text has characters that cannot be shown: {text}", text=quoted(text)))
        if any("{" in text or "}" in text for text in self.all_comments):
            raise CorruptLog(say("a comment cannot have braces in it"))

    @property
    def all_comments(self) -> list[str]:
        return [text for texts in self.comments.values() for text in texts]

    @property
    def seed(self) -> int | None:
        return self.match.seed if self.has_seed else None

    @property
    def version(self) -> int:
        """The version of the format: a match that did not begin at the start of the game needs a later one."""
        return LOG_FORMAT if self.match.origin is None else BRANCH_FORMAT

    @property
    def origin(self) -> dict[str, Any] | None:
        """Where the match began, if not at the start of the game."""
        return None if self.match.origin is None else self.match.origin.to_json()

    @property
    def plies(self) -> int:
        """How many actions the record has."""
        return len(self.match.actions) if self.length is None else self.length

    @property
    def result(self) -> Result | None:
        return self.match.result if self.length is None else None

    @property
    def outcome(self) -> str:
        return outcome_of(self.match, self.plies)

    def steps(self) -> Iterator[Step]:
        return islice(self.match.steps(), self.plies)


def is_other_tag(name: str) -> bool:
    """Return whether a tag of this name may hold anything, because the format has no meaning for it."""
    return _TAG.fullmatch(name) is not None and name not in OWN_TAGS and not _OF_SEAT.fullmatch(name)


def outcome_of(match: Match, plies: int) -> str:
    """Return each seat's share of the win after that many actions, as in chess: "1-0", "1/2-1/2", "0-0-1", or "*"."""
    result = match.result
    if result is None or plies < len(match.actions):
        return UNFINISHED
    share = f"1/{len(result.winners)}" if len(result.winners) > 1 else "1"
    return "-".join(share if seat in result.winners else "0" for seat in range(match.players))


def actor_name(state: State, seat: int) -> str:
    """Return what records call the one who decides. Records are in English."""
    if seat == CHANCE:
        return CHANCE_NAME
    with speaking(ENGLISH):
        return state.seat_name(seat)


@dataclass(frozen=True, slots=True)
class Move:
    """One move as a record gives it. All but the move itself may be left out, and must be right if it is there."""

    action: int | str
    number: int | None = None
    seat: int | None = None
    who: str | None = None  # the name of that seat, or "chance"
    id: int | None = None  # the action again, as a number
    line: int | None = None  # where it is in the file


@dataclass(frozen=True, slots=True)
class Draft:
    """What a file says, before anything of it is checked."""

    header: Mapping[str, Any]
    moves: Sequence[Move]
    ending: object = None
    outcome: str | None = None
    names: object = ()
    date: object = ""
    comments: Mapping[int, Iterable[object]] = field(default_factory=dict)
    tags: object = field(default_factory=dict)

    def checked(self) -> Record:
        """Return the record, after every move was checked against the rules."""
        if wrong := excess(self.header):
            raise CorruptLog(say("the head of the record cannot be read: {reason}", reason=wrong))
        opened = Match.from_json({**_opening(self.header), "actions": []})
        actions = _followed(opened.start, self.moves)
        match = Match.from_json({**self.header, "actions": actions, "ending": self.ending})
        found = outcome_of(match, len(actions))
        if self.outcome not in (None, found):
            text = mark("the record says that the result is {given}, but its moves lead to {found}")
            raise CorruptLog(say(text, given=quoted(self.outcome), found=found))
        names = texts_of("names", self.names)
        return Record(
            match,
            names=names and (*names, *[""] * (match.players - len(names))),
            date=self.date if isinstance(self.date, str) else quoted(self.date),
            comments={number: texts_of("comments", texts) for number, texts in self.comments.items() if texts},
            tags=_tags_of(self.tags),
            has_seed=self.header.get("seed") is not None,
            length=None if len(actions) == len(match.actions) else len(actions),
        )


def _opening(header: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the head of the record of a match of which nothing has been played yet."""
    origin = header.get("origin")
    return {**header, "origin": {**origin, "actions": 0}} if isinstance(origin, Mapping) else header


def _followed(start: State, moves: Iterable[Move]) -> list[int]:
    """Take the moves and return them as ids."""
    state, actions = start, []
    for number, move in enumerate(moves, 1):
        _check_place(state, move, number)
        try:
            step = take(state, move.action)
        except (IllegalAction, ParseError) as error:
            raise _wrong(move, number, error.message, error.ruling) from error
        if move.id is not None and move.id != step.action:
            raise _wrong(move, number, say("its number is {right}, not {given}", right=step.action, given=move.id))
        actions.append(step.action)
        state = step.after
    return actions


def _check_place(state: State, move: Move, number: int) -> None:
    """Refuse a move that is out of order, or that somebody else makes than the record says."""
    if move.number is not None and move.number != number:
        raise _wrong(move, number, say("the record numbers it {given}, so moves are missing", given=move.number))
    seat = state.current_player
    if state.is_over or (move.seat is None and move.who is None):
        return
    if move.seat not in (None, seat) or (move.who is not None and move.who != actor_name(state, seat)):
        given = quoted(move.who if move.who is not None else move.seat)
        right = actor_name(state, seat)
        raise _wrong(move, number, say("it is up to {right}, not to {given}", right=right, given=given))


def _wrong(move: Move, number: int, reason: str, ruling: str = "") -> CorruptLog:
    parts = {"number": number, "move": quoted(move.action), "reason": reason}
    if move.line is None:
        return CorruptLog(say("move {number}, {move}: {reason}", **parts), ruling)
    return CorruptLog(say("move {number} (line {line}), {move}: {reason}", line=move.line, **parts), ruling)


def texts_of(name: str, given: object) -> tuple[str, ...]:
    """Return a list of texts, or refuse what is none."""
    if given is None:
        return ()
    if not isinstance(given, list | tuple) or not all(isinstance(each, str) for each in given):
        raise CorruptLog(say("{name} must be a list of texts", name=quoted(name)))
    return tuple(given)


def _tags_of(given: object) -> dict[str, str]:
    if not isinstance(given, Mapping) or not all(isinstance(each, str) for pair in given.items() for each in pair):
        raise CorruptLog(say("{name} must be texts by name", name=quoted("tags")))
    return dict(given)
