"""What people count in Blockade, and what the log tells about the end of a round."""

from __future__ import annotations

from stockade.core.language import capital
from stockade.core.layout import OVER
from stockade.core.ledger import POINT, Account, Event, Ledger, changes_between, event_of
from stockade.games.blockade.language import say
from stockade.games.blockade.layout import Record
from stockade.games.blockade.text.notation import describe_last_round, seat_name


def ledger(state: Record) -> Ledger:
    """Return the points of a match. A single game has none."""
    return {Account(seat, POINT): int(state.points[seat]) for seat in range(2) if state.target > 0}


def tell(before: Record, action: int, after: Record) -> list[Event]:  # noqa: ARG001  (one form for every game)
    """Tell how a round of a match ended, and who plays which colour in the next."""
    if after.round_no == before.round_no or after.target == 0:
        return []
    scored = changes_between(ledger(before), ledger(after))
    events = [event_of(capital(describe_last_round(after)), scored, lambda seat: seat_name(before, seat))]
    if after.current_player != OVER:
        now = [
            say("{before} is {after} now", before=seat_name(before, seat), after=seat_name(after, seat))
            for seat in range(2)
        ]
        events.append(Event(say("Round {number} begins: {now}", number=after.round_no + 1, now=", ".join(now))))
    return events
