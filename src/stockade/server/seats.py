"""Seats: tokens, names, and the seats of a new match."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

from stockade.core.errors import BadOption
from stockade.core.match import Match

from .errors import Refused
from .levels import level_of
from .models import AUTO, BOT, HUMAN, OPEN, MatchRow, SeatRow
from .schemas import NewSeat
from .storage import Storage, Stored

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without letters that are easily confused
ID_LENGTH = 10


def new_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def is_id(text: str) -> bool:
    """Return whether this could be the id of a match. Keeps unusual characters in a URL from the database."""
    return len(text) == ID_LENGTH and all(letter in ID_LETTERS for letter in text)


def new_token() -> str:
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    # Tokens are long and random, so a fast hash is safe.
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def clean_name(given: str | None, seat: int) -> str:
    name = "".join(letter if letter.isprintable() else " " for letter in given or "")
    return " ".join(name.split())[:40] or f"Player {seat + 1}"


def seat_of(stored: Stored, token: str | None, storage: Storage) -> int | None:
    """Return the seat of a token, or None for a watcher without one. A token that is not valid here is an error."""
    if token is None:
        return None
    token_hash = hashed(token)
    for row in stored.seats:
        if row.token_hash == token_hash:
            return row.seat
    if storage.seat_of(token_hash) is not None:
        raise Refused("not_your_seat", "This token is for a seat in another match.")
    raise Refused("bad_token", "This token is not valid.")


def humans(seats: Sequence[SeatRow]) -> set[int]:
    return {row.seat for row in seats if row.kind == HUMAN}


def allow_hints(row: MatchRow, seats: Sequence[SeatRow]) -> bool:
    """Return whether players may ask for hints: if the table was set so, or if nobody plays against a person."""
    return row.hints or sum(seat.kind in (HUMAN, OPEN) for seat in seats) <= 1


def deciding(seats: Sequence[SeatRow]) -> set[int]:
    """Return the seats of people and bots."""
    return {row.seat for row in seats if row.kind != AUTO}


def plan(match: Match, given: Sequence[NewSeat] | None) -> tuple[list[dict[str, Any]], int | None, str | None]:
    """Return the rows of a new match's seats, the creator's seat and the creator's token.

    The creator gets the first `human` seat. Other `human` seats are open until somebody joins.
    """
    rows: list[dict[str, Any]] = []
    mine: int | None = None
    token: str | None = None
    for seat, new in enumerate(wanted(match, given)):
        row: dict[str, Any] = {"seat": seat, "kind": OPEN, "name": "", "level": None, "token_hash": None}
        if new.kind == AUTO:
            row |= {"kind": AUTO, "name": match.game.spec.auto.name if match.game.spec.auto else ""}
        elif new.kind == BOT:
            level = level_of(match.game.name, new.level)
            name = clean_name(new.name, seat) if new.name else level.name
            row |= {"kind": BOT, "level": level.level, "name": name}
        elif new.kind == HUMAN and mine is None:
            mine, token = seat, new_token()
            row |= {"kind": HUMAN, "name": clean_name(new.name, seat), "token_hash": hashed(token)}
        rows.append(row)
    return rows, mine, token


def wanted(match: Match, given: Sequence[NewSeat] | None) -> list[NewSeat]:
    """Return one requested seat for each seat. Those that the rules play, always the last, may be omitted."""
    autos = match.auto_seats
    people = match.players - len(autos)
    seats = list(given) if given is not None else [NewSeat(kind=HUMAN), *[NewSeat(kind=OPEN)] * (people - 1)]
    if len(seats) == people:
        seats += [NewSeat(kind=AUTO)] * len(autos)
    if len(seats) != match.players:
        raise BadOption(f"the match has {match.players} seats, but {len(seats)} are given")
    for seat, new in enumerate(seats):
        if (new.kind == AUTO) != (seat in autos):
            raise BadOption(f"seat {seat} is {'' if seat in autos else 'not '}played by the rules in this match")
    return seats
