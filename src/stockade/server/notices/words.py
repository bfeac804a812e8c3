"""The sentences of notices."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from babel.dates import format_date

from stockade.core.language import counted, language, listed, mark, say, winning

from ..models import HUMAN, MatchRow, SeatRow
from ..seats import name_of
from ..views import title_of
from .models import FINISHED, Event

TEST = mark("This is a test from Stockade. Notices arrive here.")


def turn(row: MatchRow, seats: Sequence[SeatRow], mine: Collection[int]) -> str:
    return say("It is your turn in {match}.", match=_match(row, seats, mine))


def time_left(row: MatchRow, seats: Sequence[SeatRow], mine: Collection[int], due: datetime) -> str:
    return say(
        "Your time in {match} runs out at {time} UTC on {date}.",
        match=_match(row, seats, mine),
        time=f"{due:%H:%M}",
        date=format_date(due, "d MMMM", locale=language()),
    )


def undo_asked(row: MatchRow, asking: SeatRow) -> str:
    return say("{name} asks for an undo in {game}.", name=asking.name, game=title_of(row.game))


def draw_offered(row: MatchRow, asking: SeatRow) -> str:
    return say("{name} offers a draw in {game}.", name=name_of(asking), game=title_of(row.game))


def invited(row: MatchRow, seats: Sequence[SeatRow]) -> str:
    host = seats[row.host].name if row.host is not None else ""
    return say("{name} keeps a seat for you in {game}.", name=host or say("Somebody"), game=title_of(row.game))


def over(row: MatchRow, seats: Sequence[SeatRow], mine: Collection[int]) -> str:
    winners = [name_of(seats[seat]) for seat in (row.result or {}).get("winners", [])]
    if len(winners) == len(seats) > 1:
        result = say("it is a draw")
    else:
        result = winning(winners) if winners else say("nobody wins")
    return say("Your match of {match} is over: {result}.", match=_match(row, seats, mine), result=result)


def summary(events: Sequence[tuple[Event, str]]) -> str:
    """Say in a few words what several notices are about, given their events and matches."""
    count = len({match_id for _, match_id in events})
    if any(event == FINISHED for event, _ in events):
        return counted(count, "News from {count} game", "News from {count} games")
    return counted(count, "{count} game waits for you", "{count} games wait for you")


def _match(row: MatchRow, seats: Sequence[SeatRow], mine: Collection[int]) -> str:
    people = [seat.name for seat in seats if seat.seat not in mine and seat.kind == HUMAN]
    game = title_of(row.game)
    return say("{game} with {people}", game=game, people=listed(people)) if people else game
