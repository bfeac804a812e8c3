"""Create, join, view and play matches. Nothing is kept between calls: all state is in the database."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from stockade.core.match import Match
from stockade.core.scene import Scene, Shape
from stockade.core.state import State

from . import replay, seats
from .errors import Refused
from .models import HUMAN, LIVE, OPEN, OVER, WAITING
from .readiness import put_first
from .schemas import Join, MatchSummary, MatchView, NewMatch, NewSeat, Seated
from .storage import HINT, Entry, StaleWrite, Storage, Stored
from .views import Views

LISTED = 100
JOIN_TRIES = 20
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

    # ------------------------------------------------------------------ reading

    def stored(self, match_id: str) -> Stored:
        found = self.storage.read(match_id) if seats.is_id(match_id) else None
        if found is None:
            raise Refused("unknown_match", "This match does not exist.")
        return found

    def view(self, match_id: str, token: str | None, shape: Shape) -> MatchView:
        stored = self.stored(match_id)
        return self.views.view(stored, seats.seat_of(stored, token, self.storage), shape)

    def listing(self, status: str | None) -> list[MatchSummary]:
        return [self.views.summary(row, sat) for row, sat in self.storage.summaries(status, LISTED)]

    def scene_at(self, match_id: str, ply: int, shape: Shape) -> Scene:
        stored = self.stored(match_id)
        log = stored.actions()
        if ply > len(log):
            raise Refused("unknown_ply", f"The log has {len(log)} actions; ply {ply} does not exist.")
        return replace(replay.resume(stored).state_at(ply).scene(None, shape), choices=())

    def log_file(self, match_id: str) -> dict[str, Any]:
        """Return the log file. The seed is secret until the match is over, because it determines future chance."""
        stored = self.stored(match_id)
        log = replay.resume(stored).to_json()
        return log if stored.row.status == OVER else {**log, "seed": None}

    # ------------------------------------------------------------------ joining

    def create(self, form: NewMatch, shape: Shape) -> Seated:
        players = form.players if form.players is not None or form.seats is None else len(form.seats)
        match = Match(form.game, players, form.options, secrets.randbits(53) if form.seed is None else form.seed)
        rows, mine, token = seats.plan(match, form.seats)
        row, entries = self._first(match, rows, mine, form.hints)
        self.storage.create(row, rows, entries)
        self.changed(row["id"])
        return self._seated(row["id"], mine, token, shape)

    def join(self, match_id: str, token: str | None, form: Join, shape: Shape) -> Seated:
        for _ in range(JOIN_TRIES):
            stored = self.stored(match_id)
            mine = seats.seat_of(stored, token, self.storage)
            if mine is not None:  # joining twice, or on a second device, gives the same seat
                return self._seated(match_id, mine, token, shape)
            try:
                return self._take(stored, form.seat, form.name, shape)
            except StaleWrite:
                continue  # somebody else was faster; another seat may be open
        raise Refused("no_open_seat", "Too many people are joining at once. Please try again.")

    def _take(self, stored: Stored, wanted: int | None, name: str | None, shape: Shape) -> Seated:
        free = [row.seat for row in stored.seats if row.kind == OPEN]
        if wanted is not None and wanted not in free:
            raise Refused("no_open_seat", "This seat is not open.")
        if not free:
            raise Refused("no_open_seat", "All seats are taken.")
        seat = free[0] if wanted is None else wanted
        token = seats.new_token()
        taken = {"kind": HUMAN, "name": seats.clean_name(name, seat), "token_hash": seats.hashed(token)}
        values = {"status": LIVE} if len(free) == 1 and stored.row.status == WAITING else {}
        self.storage.write(stored, values, [Entry("joined", seat, text=taken["name"])], {seat: taken})
        self.changed(stored.row.id)
        return self._seated(stored.row.id, seat, token, shape)

    def rematch(self, match_id: str, token: str | None, version: int, shape: Shape) -> Seated:
        """Create the rematch for the first player who asks; the others get their old seats in it."""
        stored, seat = self.enter(match_id, token, version)
        if stored.row.status != OVER:
            raise Refused("not_allowed", "You can ask for a rematch when the match is over.")
        name = stored.seats[seat].name
        if stored.row.rematch is not None:
            for _ in range(JOIN_TRIES):
                following = self.stored(stored.row.rematch)
                mine = seat if following.seats[seat].kind == OPEN else None
                try:
                    return self._take(following, mine, name, shape)
                except StaleWrite:
                    continue
            raise Refused("no_open_seat", "Too many people are joining at once. Please try again.")
        wanted = [
            NewSeat(
                kind=OPEN if row.kind == HUMAN and row.seat != seat else row.kind,
                level=row.level,
                name=row.name,
            )
            for row in stored.seats
        ]
        match = Match(stored.row.game, stored.row.players, stored.row.options, secrets.randbits(53))
        rows, mine, new_token = seats.plan(match, wanted)
        row, entries = self._first(match, rows, mine, stored.row.hints)
        try:
            self.storage.follow(stored, {"rematch": row["id"]}, [Entry("rematch", seat)], row, rows, entries)
        except StaleWrite as stale:
            raise stale_version(stale) from stale
        self.changed(match_id)
        self.changed(row["id"])
        return self._seated(row["id"], mine, new_token, shape)

    def _first(
        self, match: Match, rows: Sequence[Mapping[str, Any]], mine: int | None, hints: bool
    ) -> tuple[dict[str, Any], list[Entry]]:
        """Return the row of a new match and its first journal entries: who joined, and the opening chance actions."""
        row = {
            "id": seats.new_id(),
            "game": match.game.name,
            "players": match.players,
            "options": match.options,
            "rules_version": match.game.spec.rules_version,
            "seed": match.seed,
            "version": 1,
            "trouble": None,
            "rematch": None,
            "hints": hints,
            **NO_WISHES,
            **replay.summary(match),
        }
        if any(sat["kind"] == OPEN for sat in rows):
            row["status"] = WAITING
        joined = [] if mine is None else [Entry("joined", mine, text=rows[mine]["name"])]
        return row, joined + replay.journal_of(match.opening)

    def _seated(self, match_id: str, seat: int | None, token: str | None, shape: Shape) -> Seated:
        stored = self.stored(match_id)
        put_first(stored.row.game)
        return Seated(id=match_id, seat=seat, token=token, view=self.views.view(stored, seat, shape))

    # ------------------------------------------------------------------ playing

    def enter(self, match_id: str, token: str | None, version: int) -> tuple[Stored, int]:
        """Return the match and the caller's seat, for a write based on `version`."""
        stored = self.stored(match_id)
        seat = seats.seat_of(stored, token, self.storage)
        if seat is None:
            raise Refused("bad_token", "You need the token of a seat for this.")
        if version != stored.row.version:
            raise stale_version(StaleWrite(stored.row.version))
        return stored, seat

    def play(self, match_id: str, token: str | None, version: int, action: int | str) -> None:
        stored, seat = self.enter(match_id, token, version)
        check_live(stored)
        put_first(stored.row.game)
        self.play_for(stored, seat, action)

    def play_for(self, stored: Stored, seat: int, action: int | str, trouble: str | None = None) -> None:
        """Play an action for a seat, on the match as it was read. `trouble` says what went wrong with a bot."""
        if seat != stored.row.current_player:
            raise Refused("not_your_turn", "It is not your turn.")
        match = replay.resume(stored)
        steps = match.play(action, seat)
        wishes, answered = _wishes_after_action(stored, seat)
        if match.is_over:
            wishes = dict(NO_WISHES)
        values = {**replay.summary(match), **wishes, "trouble": trouble}
        self.commit(stored, values, [*replay.journal_of(steps), *answered])

    def resign(self, match_id: str, token: str | None, version: int) -> None:
        stored, seat = self.enter(match_id, token, version)
        check_live(stored)
        match = replay.resume(stored)
        match.resign(seat)
        self.commit(stored, {**replay.summary(match), **NO_WISHES}, [Entry("resigned", seat)])

    def commit(self, stored: Stored, values: Mapping[str, Any], entries: Sequence[Entry]) -> None:
        try:
            self.storage.write(stored, values, entries)
        except StaleWrite as stale:
            raise stale_version(stale) from stale
        self.changed(stored.row.id)

    def hint(self, match_id: str, token: str | None, version: int) -> State:
        """Note for everybody that a player asks for hints, and return the state that they are about."""
        stored, seat = self.enter(match_id, token, version)
        check_live(stored)
        if seat != stored.row.current_player:
            raise Refused("not_your_turn", "It is not your turn.")
        if not seats.allow_hints(stored.row, stored.seats):
            raise Refused("not_allowed", "This table plays without hints.")
        if (len(stored.log()), seat) not in stored.hinted():
            self.commit(stored, {}, [Entry(HINT, seat)])
        return replay.state_of(stored)


def stale_version(stale: StaleWrite) -> Refused:
    if stale.version is None:
        return Refused("unknown_match", "This match does not exist.")
    return Refused("stale_version", f"The match has changed; its version is now {stale.version}.", stale.version)


def check_live(stored: Stored) -> None:
    if stored.row.status == WAITING:
        raise Refused("not_allowed", "The match has not started: a seat is still open.")
    if stored.row.status == OVER:
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
