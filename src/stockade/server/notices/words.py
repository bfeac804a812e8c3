"""The sentences of notices."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from stockade.core.english import counted
from stockade.core.language import listed, winning

from ..models import HUMAN, MatchRow, SeatRow
from ..views import title_of
from .models import FINISHED, Event

TEST = "This is a test from Stockade. Notices arrive here."


def turn(row: MatchRow, seats: Sequence[SeatRow], mine: Collection[int]) -> str:
    return f"It is your turn in {_match(row, seats, mine)}."


def time_left(row: MatchRow, seats: Sequence[SeatRow], mine: Collection[int], due: datetime) -> str:
    return f"Your time in {_match(row, seats, mine)} runs out at {due:%H:%M} UTC on {due.day} {due:%B}."


def undo_asked(row: MatchRow, asking: SeatRow) -> str:
    return f"{asking.name} asks for an undo in {title_of(row.game)}."


def draw_offered(row: MatchRow, asking: SeatRow) -> str:
    return f"{asking.name} offers a draw in {title_of(row.game)}."


def invited(row: MatchRow, seats: Sequence[SeatRow]) -> str:
    host = seats[row.host].name if row.host is not None else ""
    return f"{host or 'Somebody'} keeps a seat for you in {title_of(row.game)}."


def over(row: MatchRow, seats: Sequence[SeatRow], mine: Collection[int]) -> str:
    winners = [seats[seat].name for seat in (row.result or {}).get("winners", [])]
    result = "it is a draw" if len(winners) == len(seats) > 1 else winning(winners) if winners else "nobody wins"
    return f"Your match of {_match(row, seats, mine)} is over: {result}."


def summary(events: Sequence[tuple[Event, str]]) -> str:
    """Say in a few words what several notices are about, given their events and matches."""
    count = len({match_id for _, match_id in events})
    if any(event == FINISHED for event, _ in events):
        return f"News from {counted(count, 'game')}"
    return f"{counted(count, 'game')} {'waits' if count == 1 else 'wait'} for you"


def _match(row: MatchRow, seats: Sequence[SeatRow], mine: Collection[int]) -> str:
    people = [seat.name for seat in seats if seat.seat not in mine and seat.kind == HUMAN]
    return f"{title_of(row.game)} with {listed(people)}" if people else title_of(row.game)
