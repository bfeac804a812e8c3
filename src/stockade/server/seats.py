"""Seats: whose they are, who may take one, and the seats of a new match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockade.core.errors import BadOption
from stockade.core.language import say
from stockade.core.match import Match

from .errors import Refused
from .levels import level_of
from .models import AUTO, BOT, HUMAN, OPEN, OVER, MatchRow, SeatKind, SeatRow
from .people import names
from .people.caller import Caller
from .people.keys import hashed, new_key
from .schemas import NewSeat
from .storage import Storage
from .stored import Stored

BACK: Mapping[str, Any] = {"left": None, "stand_in": None}  # the columns of the seat of somebody who has returned


def clean_name(given: str | None, seat: int) -> str:
    return names.clean(given) or say("Player {number}", number=seat + 1)


def name_of(row: SeatRow) -> str:
    """Return the name of whoever has a seat. Names of bots and of deleted people are translated."""
    is_ours = row.kind in (AUTO, BOT) or row.name == names.FORMER
    return say(row.name) if is_ours else row.name


def seats_of(stored: Stored, caller: Caller, storage: Storage) -> list[int]:
    """Return the seats of a caller, or nothing for somebody who watches. A wrong token is an error.

    A person may have several seats, if several people play on their device.
    """
    if caller.token is not None:
        token_hash = hashed(caller.token)
        for row in stored.seats:
            if row.token_hash == token_hash:
                return [row.seat]
        if storage.seat_of(token_hash) is not None:
            raise Refused("not_your_seat", "This token is for a seat in another match.")
        raise Refused("bad_token", "This token is not valid.")
    if caller.person is None:
        return []
    return [row.seat for row in stored.seats if row.kind == HUMAN and row.person == caller.person]


def looking(row: MatchRow, mine: Sequence[int]) -> int | None:
    """Return the seat from whose side somebody with these seats looks at the table, or None."""
    if not mine:
        return None
    return row.current_player if row.current_player in mine else mine[0]


def viewing(row: MatchRow, mine: Sequence[int], wish: int | None) -> int | None:
    """Return the seat from whose side a moment of a match is drawn for somebody with these seats, or None.

    Once the match is over, anybody may look from any seat.
    """
    if wish is None:
        return looking(row, mine)
    if wish >= row.players:
        raise BadOption(say("there is no seat {seat}", seat=wish))
    if wish not in mine and row.status != OVER:
        raise Refused("not_allowed", "You can look from other seats when the match is over.")
    return wish


def is_host(stored: Stored, caller: Caller, mine: Sequence[int]) -> bool:
    """Return whether the caller made the table."""
    row = stored.row
    return row.host in mine or (caller.person is not None and row.owner == caller.person)


def is_away(row: SeatRow) -> bool:
    """Return whether the seat's player has gone, or a bot plays for them."""
    return row.left is not None or row.stand_in is not None


def is_kept(row: SeatRow) -> bool:
    """Return whether an open seat is kept for somebody."""
    return row.kind == OPEN and (row.reserved or row.name != "")


def may_take(row: SeatRow, caller: Caller, name: str) -> bool:
    """Return whether somebody of this name may take a seat.

    A seat that is kept for a name is for those who know the link and go by that name. One that is reserved is for the
    person who played before.
    """
    if row.kind != OPEN:
        return False
    if row.reserved:
        return row.person is not None and row.person == caller.person
    return row.name == "" or names.folded(row.name) == names.folded(name)


def others(seats: Sequence[SeatRow], seat: int) -> set[int]:
    """Return the seats of the other people: those who must agree to an undo.

    People on the same device, and those for whom a bot plays, need not be asked.
    """
    person = seats[seat].person
    return {
        row.seat
        for row in seats
        if row.kind == HUMAN
        and row.seat != seat
        and row.stand_in is None
        and (person is None or row.person != person)
    }


def allow_hints(row: MatchRow, seats: Sequence[SeatRow]) -> bool:
    """Return whether players may ask for hints.

    They may if the table was set so, or if nobody plays against a person; never in a rated match.
    """
    return not row.rated and (row.hints or not has_rivals(seats))


def has_rivals(seats: Sequence[SeatRow]) -> bool:
    """Return whether people play against each other, or may once open seats are taken."""
    people = {seat.person or seat.seat for seat in seats if seat.kind in (HUMAN, OPEN)}
    return len(people) > 1


def is_between_people(seats: Sequence[SeatRow]) -> bool:
    """Return whether more than one seat is for a person, even if they share a device."""
    return sum(seat.kind in (HUMAN, OPEN) for seat in seats) > 1


def deciding(seats: Sequence[SeatRow]) -> set[int]:
    """Return the seats of people and bots."""
    return {row.seat for row in seats if row.kind != AUTO}


def plan(
    match: Match, given: Sequence[NewSeat] | None, caller: Caller
) -> tuple[list[dict[str, Any]], int | None, str | None]:
    """Return the rows of a new match's seats, the creator's seat and the token of a creator who is not a person.

    The creator gets the first `human` seat, and all those of people who play on the same device. Other `human` seats
    are open until somebody joins; those with a name are kept for somebody of that name.
    """
    rows: list[dict[str, Any]] = []
    mine: int | None = None
    token: str | None = None
    for seat, new in enumerate(wanted(match, given)):
        row = empty(seat)
        if new.kind == AUTO:
            row |= {"kind": AUTO, "name": match.game.spec.auto.name if match.game.spec.auto else ""}
        elif new.kind == BOT:
            row |= bot(match.game.name, seat, new.level, new.name)
        elif new.here and caller.person is None:
            raise Refused("not_allowed", "Choose a name first, before several people play on one device.")
        elif new.kind == HUMAN and (mine is None or new.here):
            if caller.person is None:
                token = new_key()
            name = new.name or (caller.name if mine is None else "")
            mine = seat if mine is None else mine
            row |= taken(caller, seat, name, token)
        else:
            row["name"] = names.clean(new.name)
        rows.append(row)
    return rows, mine, token


def empty(seat: int) -> dict[str, Any]:
    """Return the row of an open seat. All rows have the same columns, so that they can be inserted together."""
    return {
        "seat": seat,
        "kind": OPEN,
        "name": "",
        "level": None,
        "token_hash": None,
        "person": None,
        "reserved": False,
    }


def bot(game: str, seat: int, number: int | None, name: str | None = None) -> dict[str, Any]:
    """Return the columns of a seat that a bot takes."""
    level = level_of(game, number)
    return {"kind": BOT, "level": level.level, "name": clean_name(name, seat) if name else level.name}


def taken(caller: Caller, seat: int, name: str | None, token: str | None) -> dict[str, Any]:
    """Return the columns of a seat that a caller takes."""
    return {
        "kind": HUMAN,
        "name": clean_name(name or caller.name, seat),
        "level": None,
        "person": caller.person,
        "token_hash": None if token is None else hashed(token),
        "reserved": False,
    }


def new_seat(kind: SeatKind) -> NewSeat:
    return NewSeat.model_validate({"kind": kind})


def wanted(match: Match, given: Sequence[NewSeat] | None) -> list[NewSeat]:
    """Return one requested seat for each seat. Those that the rules play, always the last, may be omitted."""
    autos = match.auto_seats
    people = match.players - len(autos)
    seats = list(given) if given is not None else [new_seat(HUMAN), *[new_seat(OPEN)] * (people - 1)]
    if len(seats) == people:
        seats += [new_seat(AUTO)] * len(autos)
    if len(seats) != match.players:
        raise BadOption(f"the match has {match.players} seats, but {len(seats)} are given")
    for seat, new in enumerate(seats):
        if (new.kind == AUTO) != (seat in autos):
            raise BadOption(f"seat {seat} is {'' if seat in autos else 'not '}played by the rules in this match")
    return seats
