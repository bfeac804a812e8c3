"""Undo and draw: requests by one seat that the others must accept."""

from __future__ import annotations

from typing import Any

from . import replay
from .errors import Refused
from .matches import NO_WISHES, Matches, check_live
from .people.caller import Caller
from .schemas import Answer
from .seats import deciding, others
from .stored import ACTION, UNDO, Entry, Stored

UNDO_ASKED = "undo_asked"
DRAW_OFFERED = "draw_offered"


class Wishes:
    def __init__(self, matches: Matches) -> None:
        self.matches = matches

    # ------------------------------------------------------------------ undo

    def undo(
        self, match_id: str, caller: Caller, version: int, answer: Answer | None, seat: int | None = None
    ) -> None:
        stored, acting = self.matches.enter(match_id, caller, version, seat)
        check_live(stored)
        if answer is None:
            self._ask_undo(stored, acting)
        else:
            self._answer_undo(stored, acting, answer)

    def _ask_undo(self, stored: Stored, seat: int) -> None:
        asked_by = stored.row.undo_asked_by
        if asked_by is not None and asked_by != seat:
            raise Refused("not_allowed", "Answer the other player's undo request first.")
        undo = stored.policy.undo
        if undo == "never":
            raise Refused("not_allowed", "This table plays without undo.")
        free = seat in stored.row.free_undo
        alone = not others(stored.seats, seat)
        if free or undo == "free" or (alone and not stored.row.rated):
            self._take_back(stored, seat, consent=not free, entries=[])
            return
        if alone:
            raise Refused("not_allowed", "In a rated match only another person can agree to an undo.")
        if asked_by == seat or _asked_already(stored, UNDO_ASKED, seat):
            raise Refused("not_allowed", "You have already asked for an undo.")
        replay.resume(stored).undo_to(seat, consent=True)  # fails now if nobody could allow it
        self.matches.commit(stored, {"undo_asked_by": seat, "undo_agreed": []}, [Entry(UNDO_ASKED, seat)])

    def _answer_undo(self, stored: Stored, seat: int, answer: Answer) -> None:
        asked_by = stored.row.undo_asked_by
        if asked_by is None:
            raise Refused("not_allowed", "Nobody has asked for an undo.")
        if answer == "decline":  # from the player who asked, this withdraws the request
            values: dict[str, Any] = {"undo_asked_by": None, "undo_agreed": []}
            self.matches.commit(stored, values, [Entry("undo_declined", seat)])
            return
        if asked_by == seat:
            raise Refused("not_allowed", "You cannot accept your own undo request.")
        agreed = {*stored.row.undo_agreed, seat}
        accepted = [Entry("undo_accepted", seat)]
        if agreed >= others(stored.seats, asked_by):
            self._take_back(stored, asked_by, consent=True, entries=accepted)
        else:
            self.matches.commit(stored, {"undo_agreed": sorted(agreed)}, accepted)

    def _take_back(self, stored: Stored, seat: int, *, consent: bool, entries: list[Entry]) -> None:
        match = replay.resume(stored)
        match.undo(seat, consent=consent)
        entries = [*entries, Entry(UNDO, seat, len(match.actions))]
        values = {**replay.summary(match), **NO_WISHES, "trouble": None}
        # Otherwise an order would play the same again.
        self.matches.commit(stored, values, entries, {seat: {"orders": []}})

    # ------------------------------------------------------------------ draw

    def draw(
        self, match_id: str, caller: Caller, version: int, answer: Answer | None, seat: int | None = None
    ) -> None:
        stored, acting = self.matches.enter(match_id, caller, version, seat)
        check_live(stored)
        if answer is None:
            self._offer_draw(stored, acting)
        else:
            self.answer_draw(stored, acting, answer)

    def _offer_draw(self, stored: Stored, seat: int) -> None:
        if len(deciding(stored.seats)) == 1:
            raise Refused("not_allowed", "There is nobody who could accept a draw.")
        offered_by = stored.row.draw_offered_by
        if offered_by is not None and offered_by != seat:
            raise Refused("not_allowed", "Answer the other player's draw offer first.")
        if offered_by == seat or _asked_already(stored, DRAW_OFFERED, seat):
            raise Refused("not_allowed", "You have already offered a draw.")
        self.matches.commit(stored, {"draw_offered_by": seat, "draw_agreed": []}, [Entry(DRAW_OFFERED, seat)])

    def answer_draw(self, stored: Stored, seat: int, answer: Answer) -> None:
        """Answer a draw offer for a seat, also a bot's, on the match as it was read."""
        offered_by = stored.row.draw_offered_by
        if offered_by is None:
            raise Refused("not_allowed", "Nobody has offered a draw.")
        values: dict[str, Any]
        if answer == "decline":  # from the player who offered, this withdraws the offer
            values = {"draw_offered_by": None, "draw_agreed": []}
            self.matches.commit(stored, values, [Entry("draw_declined", seat)])
            return
        if offered_by == seat:
            raise Refused("not_allowed", "You cannot accept your own draw offer.")
        agreed = {*stored.row.draw_agreed, seat}
        values = {"draw_agreed": sorted(agreed)}
        if agreed >= deciding(stored.seats) - {offered_by}:
            match = replay.resume(stored)
            match.agree_draw()
            values = {**replay.summary(match), **NO_WISHES}
        self.matches.commit(stored, values, [Entry("draw_accepted", seat)])


def _asked_already(stored: Stored, kind: str, seat: int) -> bool:
    """Return whether the seat has already asked this since the last action or undo."""
    for entry in reversed(stored.journal):
        if entry.kind in (ACTION, UNDO):
            return False
        if entry.kind == kind and entry.seat == seat:
            return True
    return False
