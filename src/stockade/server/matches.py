"""View and play matches. All state is in the database.

The matches that are played now are also kept in memory, so that a move does not have to read them. This is safe
because every write names the version that it is based on: one that is based on an old version is refused, and the
match is read again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any

import stockade
from stockade.core.language import mark
from stockade.core.scene import Scene, Shape
from stockade.core.state import State
from stockade.core.svg import render

from . import clocks, metrics, replay, seats
from .errors import Refused
from .guides import NO_GUIDE, may_guide
from .metrics import timed
from .models import CLOSED, OVER, WAITING
from .moments import now
from .people.caller import PLAY, READ, Caller
from .people.keys import is_id
from .readiness import put_first
from .recent import Recent
from .schemas import MatchView
from .storage import StaleWrite, Storage
from .stored import HINT, UNDO, Entry, Stored
from .views import Views

KEPT_ENTRIES = 200_000  # of journals, which take as much memory as all matches that are kept
NO_WISHES: Mapping[str, Any] = {
    "undo_asked_by": None,
    "undo_agreed": [],
    "draw_offered_by": None,
    "draw_agreed": [],
}


class Matches:
    def __init__(self, storage: Storage, views: Views, changed: Callable[[str], None]) -> None:
        self.storage = storage
        self.views = views
        self.changed = changed  # called with the match's id after every commit, in the thread that made it
        self.kept: Recent[str, Stored] = Recent(KEPT_ENTRIES, attrgetter("weight"))

    # ------------------------------------------------------------------ reading

    def stored(self, match_id: str) -> Stored:
        """Return a match as it is in the database."""
        with timed("read"):
            found = self.storage.read(match_id) if is_id(match_id) else None
        if found is None:
            self.kept.drop(match_id)
            raise Refused("unknown_match", "This match does not exist.")
        self.keep(found)
        return found

    def at_hand(self, match_id: str) -> Stored:
        """Return a match as this process knows it. Another process may just have changed it."""
        return self.kept.get(match_id) or self.stored(match_id)

    def keep(self, stored: Stored) -> None:
        """Keep a match, unless a newer version of it is kept."""
        held = self.kept.get(stored.row.id)
        if held is not None and held.row.version == stored.row.version:
            stored.adopt(held)
        self.kept.put(stored.row.id, stored, unless=lambda held: held.row.version > stored.row.version)

    def hear(self, match_id: str, version: int | None) -> None:
        """Forget a match of which another process has written a newer version, or something without a version."""
        held = self.kept.get(match_id)
        if held is not None and (version is None or held.row.version < version):
            self.kept.drop(match_id)

    def look(self, match_id: str, caller: Caller) -> tuple[Stored, list[int]]:
        """Return a match and the caller's seats. People without a seat are refused where nobody may watch."""
        stored = self.stored(match_id)
        return stored, self.seats_in(stored, caller)

    def seats_in(self, stored: Stored, caller: Caller) -> list[int]:
        """Return the caller's seats in a match. People who may not see it are refused."""
        caller.check(READ)
        mine = seats.seats_of(stored, caller, self.storage)
        if not mine and stored.row.status != WAITING and not stored.policy.spectators:
            raise Refused("forbidden", "This table plays without spectators.")
        return mine

    def view(self, match_id: str, caller: Caller, shape: Shape) -> MatchView:
        stored, mine = self.look(match_id, caller)
        return self.views.view(stored, mine, shape, host=seats.is_host(stored, caller, mine))

    def scene_at(self, match_id: str, caller: Caller, ply: int, shape: Shape, viewer: int | None = None) -> Scene:
        """Return the scene after this many actions, without choices, from the side of the seat `viewer`."""
        stored, mine = self.look(match_id, caller)
        side = seats.viewing(stored.row, mine, viewer)
        return replace(self.state_at(stored, ply).scene(side, shape), choices=())

    def picture_at(self, match_id: str, caller: Caller, ply: int, shape: Shape, viewer: int | None = None) -> str:
        """Return the same scene, drawn as an SVG."""
        scene = self.scene_at(match_id, caller, ply, shape, viewer)
        return render(scene, stockade.game(scene.game).art())

    def state_at(self, stored: Stored, ply: int) -> State:
        """Return the state after this many actions."""
        self.check_ply(stored, ply)
        return replay.resume(stored).state_at(ply)

    @staticmethod
    def check_ply(stored: Stored, ply: int) -> None:
        if ply > len(stored.actions):
            raise Refused("unknown_ply", "The match has no move {ply}.", ply=ply)

    def log_file(self, match_id: str, caller: Caller) -> dict[str, Any]:
        """Return the log file. The seed is secret until the match is over, because it determines future chance."""
        stored, _ = self.look(match_id, caller)
        log = replay.resume(stored).to_json()
        about = self.storage.imported(match_id)
        is_known = about is None or about["has_seed"]  # some records do not tell it
        return log if stored.row.status == OVER and is_known else {**log, "seed": None}

    # ------------------------------------------------------------------ playing

    def enter(self, match_id: str, caller: Caller, version: int, seat: int | None = None) -> tuple[Stored, int]:
        """Return the match and the caller's seat, for a write based on `version`.

        A caller with several seats acts for the one that is named, or else for the player whose turn it is.
        """
        caller.check(PLAY)
        stored = self.at_hand(match_id)
        mine = seats.seats_of(stored, caller, self.storage) if version <= stored.row.version else []
        if not mine:  # what is at hand may be old
            stored = self.stored(match_id)
            mine = seats.seats_of(stored, caller, self.storage)
        if not mine:
            raise Refused("bad_token", "You need a seat at this table for this.")
        if seat is not None and seat not in mine:
            raise Refused("not_your_seat", "This seat is not yours.")
        if version != stored.row.version:
            raise stale_version(StaleWrite(stored.row.version))
        acting = seats.looking(stored.row, mine) if seat is None else seat
        assert acting is not None
        return stored, acting

    def play(self, match_id: str, caller: Caller, version: int, action: int | str, seat: int | None = None) -> None:
        stored, acting = self.enter(match_id, caller, version, seat)
        check_live(stored)
        put_first(stored.row.game)
        back = {acting: seats.BACK} if seats.is_away(stored.seats[acting]) else None
        self.play_for(stored, acting, action, back=back)

    def play_for(
        self,
        stored: Stored,
        seat: int,
        action: int | str,
        trouble: str | None = None,
        back: Mapping[int, Mapping[str, Any]] | None = None,
    ) -> None:
        """Play an action for a seat, on the match as it was read.

        `trouble` says what went wrong with a bot. `back` is what changes at the seat of a player who has returned.
        """
        if seat != stored.row.current_player:
            raise Refused("not_your_turn", "It is not your turn.")
        with timed("apply"):
            match = replay.resume(stored)
            steps = match.play(action, seat)
            told = replay.journal_of(steps)
        wishes, answered = _wishes_after_action(stored, seat)
        if match.is_over:
            wishes = dict(NO_WISHES)
        values = {**replay.summary(match), **wishes, "trouble": trouble}
        self.commit(stored, values, [*told, *answered], back)
        metrics.moved(stored.row.game)

    def resign(self, match_id: str, caller: Caller, version: int, seat: int | None = None) -> None:
        stored, acting = self.enter(match_id, caller, version, seat)
        check_live(stored)
        match = replay.resume(stored)
        match.resign(acting)
        self.commit(stored, {**replay.summary(match), **NO_WISHES}, [Entry("resigned", acting)])

    def commit(
        self,
        stored: Stored,
        values: Mapping[str, Any],
        entries: Sequence[Entry],
        changes: Mapping[int, Mapping[str, Any]] | None = None,
    ) -> None:
        """Write one change to a match and its seats, and notify everybody who watches it."""
        try:
            self.write(stored, values, entries, changes or {})
        except StaleWrite as stale:
            self.kept.drop(stored.row.id)
            raise stale_version(stale) from stale

    def write(
        self,
        stored: Stored,
        values: Mapping[str, Any],
        entries: Sequence[Entry],
        changes: Mapping[int, Mapping[str, Any]],
    ) -> None:
        """Do the same, but let the caller handle a match that has changed in the meantime."""
        undone = any(entry.kind == UNDO for entry in entries)
        clock = clocks.turned(stored.row, stored.seats, values, changes, now(), undone)
        with timed("write"):
            following = self.storage.write(stored, {**clock, **values}, entries, changes)
        self.storage.once_committed(partial(self._written, following))

    def _written(self, stored: Stored) -> None:
        if stored.row.status == OVER:
            self.kept.drop(stored.row.id)  # the end of a match changes ratings too
        else:
            self.keep(stored)
        self.changed(stored.row.id)

    def hint(self, match_id: str, caller: Caller, version: int) -> State:
        """Note for everybody that a player asks for hints, and return the state that they are about."""
        stored, seat = self.enter(match_id, caller, version)
        check_live(stored)
        if seat != stored.row.current_player:
            raise Refused("not_your_turn", "It is not your turn.")
        if not seats.allow_hints(stored.row, stored.seats):
            raise Refused("not_allowed", "This table plays without hints.")
        if (len(stored.actions), seat) not in stored.hinted:
            self.commit(stored, {}, [Entry(HINT, seat)])
        return replay.state_of(stored)

    def guide(self, match_id: str, caller: Caller, version: int, on: bool) -> None:
        """Leave the guide of a match, or come back to it."""
        stored, seat = self.enter(match_id, caller, version)
        check_live(stored)
        if on and not may_guide(stored.row, stored.seats):
            raise Refused("not_allowed", NO_GUIDE)
        if stored.row.guide != on:
            self.commit(stored, {"guide": on}, [Entry("guide", seat, text="on" if on else "off")])

    def note_seen(self, match_id: str, caller: Caller, ply: int) -> None:
        """Store how much of the log the caller has been shown, so that they can catch up on any device."""
        stored, mine = self.look(match_id, caller)
        if mine:
            ply = min(ply, len(stored.actions))
            self.storage.note_seen(match_id, mine, ply)
            for seat in mine:
                stored.seats[seat].seen_ply = ply  # this is the match that is kept now


def stale_version(stale: StaleWrite) -> Refused:
    if stale.version is None:
        return Refused("unknown_match", "This match does not exist.")
    text = mark("The match has changed; its version is now {number}.")
    return Refused("stale_version", text, stale.version, number=stale.version)


def check_live(stored: Stored) -> None:
    status = stored.row.status
    if status == WAITING:
        raise Refused("not_allowed", "The match has not started: a seat is still open.")
    if status == CLOSED:
        raise Refused("not_allowed", "The table was cancelled.")
    if status == OVER:
        raise Refused("not_allowed", "The match is over.")


def _wishes_after_action(stored: Stored, seat: int) -> tuple[dict[str, Any], list[Entry]]:
    """Return the requests that change when a seat plays: it declines a draw offer and withdraws its undo request."""
    row = stored.row
    wishes: dict[str, Any] = {}
    entries: list[Entry] = []
    if row.undo_asked_by == seat:
        wishes |= {"undo_asked_by": None, "undo_agreed": []}
        entries.append(Entry("undo_declined", seat))
    if row.draw_offered_by not in (None, seat) and seat not in row.draw_agreed:
        wishes |= {"draw_offered_by": None, "draw_agreed": []}
        entries.append(Entry("draw_declined", seat))
    return wishes, entries
