"""Records of matches: what people take out of this server, and what they bring in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockade import records
from stockade.core.language import ENGLISH, speaking
from stockade.core.match import Match
from stockade.core.scene import Shape
from stockade.records import Record
from stockade.records.log import log_of

from . import replay, seats
from .branches import Beginning
from .darkroom import Darkroom
from .errors import Refused
from .matches import Matches
from .models import AUTO, CLOSED, HUMAN, LIVE, OPEN, OVER
from .people import names
from .people.caller import PLAY, Caller
from .policy import USUAL
from .schemas import CommentView, Imported
from .stored import Stored
from .tables import first_row

MOST_MOVES = 5000  # of a record that is imported: every move is told in words and stored


class Recording:
    def __init__(self, matches: Matches, public_url: str | None) -> None:
        self.matches = matches
        self.public_url = public_url
        self.darkroom = Darkroom()

    def record(self, match_id: str, caller: Caller) -> Record:
        """Return the record of a match. The seed is secret until it is over, because it determines future chance."""
        stored, _ = self.matches.look(match_id, caller)
        about = self.matches.storage.imported(match_id)
        if about is not None:
            return _imported(replay.resume(stored), about)
        tags = {"Site": f"{self.public_url.rstrip('/')}/m/{match_id}"} if self.public_url else {}
        return Record(
            replay.resume(stored),
            names=_names(stored),
            date=stored.row.created.date().isoformat(),
            tags=tags,
            has_seed=stored.row.status == OVER,
        )

    def comments(self, match_id: str, caller: Caller) -> list[CommentView]:
        """Return the comments of a match that was imported, in the order of its moments."""
        self.matches.look(match_id, caller)
        about = self.matches.storage.imported(match_id) or {"comments": {}}
        found = sorted((int(number), texts) for number, texts in about["comments"].items())
        return [CommentView(ply=ply, text=text) for ply, texts in found for text in texts]

    def write(self, record: Record, format: str, ply: int | None, shape: Shape) -> bytes:
        """Return what needs no pixels."""
        _check_ply(record, ply)
        return records.write(record, format, ply=ply, shape=shape)

    async def draw(self, record: Record, format: str, ply: int | None, shape: Shape, caller: Caller) -> bytes:
        """Return what needs pixels, which another process draws."""
        _check_ply(record, ply)
        if not records.can_draw():
            raise Refused("not_allowed", "This server cannot draw pictures in pixels.")
        log = {**log_of(record), "seed": 0, "actions": record.match.actions}
        return await self.darkroom.draw(log, format, ply, shape, caller.person or caller.address)

    def read(self, text: str, caller: Caller) -> Imported:
        """Store the match of a record for the person who brings it. Nobody plays on or is rated.

        It is over, or closed if the record stops before the end. Everybody with its address may look at it.
        """
        caller.check(PLAY)
        person = caller.need_person()
        record = records.read(text)
        match = record.match
        if len(match.actions) > MOST_MOVES:
            raise Refused("not_allowed", "The record has too many moves; the limit is {limit}.", limit=MOST_MOVES)
        rows = [_seat(record, seat) for seat in range(match.players)]
        columns = {
            **{"owner": person, "host": None, "listed": False, "rated": False, "hints": False},
            "policy": USUAL.model_dump(mode="json"),
        }
        row, entries = first_row(Beginning(match), rows, columns, list(match.steps()))
        if row["status"] == LIVE:
            row["status"] = CLOSED
        self.matches.storage.create(row, rows, entries, _about(record))
        return Imported(id=row["id"], plies=len(match.actions))


def _about(record: Record) -> dict[str, Any]:
    """Return what a record says besides the match."""
    return {
        "names": list(record.names),
        "date": record.date,
        "comments": {str(number): list(texts) for number, texts in record.comments.items()},
        "tags": dict(record.tags),
        "has_seed": record.has_seed,
        "length": record.length,
    }


def _imported(match: Match, about: Mapping[str, Any]) -> Record:
    comments = {int(number): tuple(texts) for number, texts in about["comments"].items()}
    names, length = tuple(about["names"]), about.get("length")
    return Record(match, names, about["date"], comments, about["tags"], about["has_seed"], length)


def _seat(record: Record, seat: int) -> dict[str, Any]:
    """Return the row of a seat on which somebody sat who has nothing to do with this server."""
    auto = record.match.game.spec.auto
    if auto is not None and seat in record.match.auto_seats:
        return {**seats.empty(seat), "kind": AUTO, "name": auto.name}
    name = record.names[seat] if record.names else ""
    return {**seats.empty(seat), "kind": HUMAN, "name": names.clean(name) or record.match.state.seat_name(seat)}


def _check_ply(record: Record, ply: int | None) -> None:
    if ply is not None and ply > record.plies:
        raise Refused("unknown_ply", "The match has no move {ply}.", ply=ply)


def _names(stored: Stored) -> tuple[str, ...]:
    """Return who played. Records are in English."""
    with speaking(ENGLISH):
        return tuple("" if seat.kind == OPEN else seats.name_of(seat) for seat in stored.seats)
