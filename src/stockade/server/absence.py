"""People who leave, run out of time or lose their connection, and what the table then does.

Depending on the table's settings the others wait, a bot plays for the absent player until they return, or the others
may claim the match.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from stockade.core.language import mark

from . import replay, seats
from .absent import claimable, replaceable
from .errors import Refused
from .levels import level_of
from .matches import NO_WISHES, check_live
from .models import HUMAN, LIVE, WAITING
from .moments import now
from .people.caller import Caller
from .storage import StaleWrite
from .stored import Entry, Stored
from .tables import Tables

GONE = mark("This player is here, or the others have to wait for them at this table.")


class Absence:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.matches = tables.matches

    # ------------------------------------------------------------------ going

    def leave(self, match_id: str, caller: Caller, version: int, seat: int | None) -> None:
        """Leave a table. Before the match begins, the seat opens again."""
        stored, acting = self.matches.enter(match_id, caller, version, seat)
        if stored.row.status == WAITING:
            self.tables.stand_up(stored, acting)
            return
        check_live(stored)
        entries, change = self._gone(stored, acting)
        self.matches.commit(stored, {}, [Entry("left", acting), *entries], {acting: change})

    def time_up(self, match_id: str) -> None:
        """Note that the current player's time is up, if it still is."""
        stored = self.matches.stored(match_id)
        row = stored.row
        if row.status != LIVE or row.clock_due is None or row.clock_due > now():
            return
        seat = row.current_player
        entries, change = self._gone(stored, seat)
        self.matches.commit(stored, {"clock_due": None}, [Entry("time_up", seat), *entries], {seat: change})

    def gone_for_good(self, match_id: str) -> None:
        """Let bots play for the players who deleted their account, if the table is set so."""
        stored = self.matches.stored(match_id)
        away = [row.seat for row in stored.seats if row.kind == HUMAN and row.left and row.stand_in is None]
        if stored.row.status != LIVE or not away:
            return
        found = {seat: self._gone(stored, seat) for seat in away}
        entries = [entry for told, _ in found.values() for entry in told]
        self.matches.commit(stored, {}, entries, {seat: change for seat, (_, change) in found.items()})

    def _gone(self, stored: Stored, seat: int) -> tuple[list[Entry], dict[str, Any]]:
        """Return what changes at the seat of a player who has gone, and the entries that tell it."""
        policy = stored.policy
        if policy.absent != "bot":
            return [], {"left": now()}
        level = level_of(stored.row.game, policy.stand_in)
        return [Entry("stand_in", seat, text=level.name)], {"left": now(), "stand_in": level.level}

    # ------------------------------------------------------------------ what the others may do

    def stand_in(self, match_id: str, caller: Caller, version: int, seat: int) -> None:
        """Let a bot play for an absent player."""
        stored, acting = self.matches.enter(match_id, caller, version)
        check_live(stored)
        if seat not in replaceable(stored, [acting], self.matches.views.away):
            raise Refused("not_allowed", GONE)
        entries, change = self._gone(stored, seat)
        self.matches.commit(stored, {}, entries, {seat: change})

    def claim(self, match_id: str, caller: Caller, version: int, seat: int) -> None:
        """End the match as a loss for an absent player."""
        stored, acting = self.matches.enter(match_id, caller, version)
        check_live(stored)
        if seat not in claimable(stored, [acting], self.matches.views.away):
            raise Refused("not_allowed", GONE)
        match = replay.resume(stored)
        match.forfeit(seat)
        self.matches.commit(stored, {**replay.summary(match), **NO_WISHES}, [Entry("claimed", acting, seat)])

    # ------------------------------------------------------------------ coming back

    def come_back(self, match_id: str, caller: Caller) -> None:
        """Give the caller's seats back to them."""
        while True:
            stored, mine = self.matches.look(match_id, caller)
            away = [seat for seat in mine if seats.is_away(stored.seats[seat])]
            if not away or stored.row.status != LIVE:
                return
            entries = [Entry("returned", seat) for seat in away]
            with suppress(StaleWrite):  # a bot may just have played for them
                self.matches.write(stored, {}, entries, dict.fromkeys(away, seats.BACK))
