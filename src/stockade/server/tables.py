"""Tables: make one, find one, sit down, change the seats before the match begins, and play again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockade.core.language import mark
from stockade.core.match import Match, Step
from stockade.core.scene import Shape

from . import branches, clocks, replay, seats
from .branches import Beginning
from .cursors import cursor, read_cursor
from .errors import Refused
from .guides import NO_GUIDE, is_guidable
from .levels import level_of
from .matches import NO_WISHES, Matches, stale_version
from .models import AUTO, BOT, CLOSED, HUMAN, LIVE, OPEN, OVER, WAITING, MatchRow, Status
from .moments import now
from .people import names
from .people.caller import PLAY, READ, Caller
from .people.keys import hashed, new_id, new_key
from .policy import USUAL, policy_of
from .ratings import rules
from .readiness import put_first
from .schemas import Join, MatchPage, MatchSummary, NewMatch, SeatChange, Seated
from .storage import Search, StaleWrite
from .stored import Entry, Stored

LISTED = 100
JOIN_TRIES = 20
CROWD = mark("Too many people are joining at once. Please try again.")


class Tables:
    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self.storage = matches.storage

    # ------------------------------------------------------------------ finding

    def lobby(self, status: Status, game: str | None) -> list[MatchSummary]:
        """Return the tables that everybody may find: those that wait for players, or those that are played."""
        found = self.storage.lobby(status, game, LISTED)
        return [self.matches.views.summary(row, sat) for row, sat in found if status == WAITING or _may_watch(row)]

    def own(
        self, caller: Caller, status: Sequence[Status], game: str | None, hidden: bool, after: str | None, limit: int
    ) -> MatchPage:
        """Return a page of the caller's matches, newest first."""
        caller.check(READ)
        if caller.person is None:
            return MatchPage(matches=[], next=None)
        search = Search(status, game, hidden, read_cursor(after), limit + 1)
        found = self.storage.own(caller.person, search)
        page = found[:limit]
        imported = self.storage.imported_of(row.id for row, _ in page)
        rows = [
            self.matches.views.summary(
                row, sat, [each.seat for each in sat if each.person == caller.person], row.id in imported
            )
            for row, sat in page
        ]
        return MatchPage(matches=rows, next=cursor(page[-1][0]) if len(found) > limit else None)

    def hide(self, match_id: str, caller: Caller, hidden: bool) -> None:
        """Leave a match out of the caller's list, or put it back."""
        caller.check(PLAY)
        self.storage.hide(self.matches.stored(match_id).row.id, caller.need_person(), hidden)

    # ------------------------------------------------------------------ making and joining

    def create(self, form: NewMatch, caller: Caller, shape: Shape) -> Seated:
        caller.check(PLAY)
        beginning = branches.begin(form, caller, self.matches)
        match = beginning.match
        rows, mine, token = seats.plan(match, form.seats, caller)
        policy = form.policy or USUAL
        if form.rated:
            rules.check_new(form, policy, caller, rows)
        if policy.stand_in is not None:
            level_of(match.game.name, policy.stand_in)
        if form.guide and not is_guidable(match.game.name, form.rated, [sat["kind"] for sat in rows]):
            raise Refused("not_allowed", NO_GUIDE)
        columns = {
            "owner": caller.person,
            "host": mine,
            "listed": form.listed,
            "rated": form.rated,
            "hints": form.hints,
            "guide": form.guide,
            "policy": policy.model_dump(mode="json"),
        }
        row, entries = first_row(beginning, rows, columns, beginning.match.opening)
        self.storage.create(row, rows, entries)
        self.matches.changed(row["id"])
        return self._seated(row["id"], caller, token, shape)

    def join(self, match_id: str, caller: Caller, form: Join, shape: Shape) -> Seated:
        caller.check(PLAY)
        for _ in range(JOIN_TRIES):
            stored = self.matches.stored(match_id)
            mine = seats.seats_of(stored, caller, self.storage)
            if mine and not form.here:  # joining twice, or on a second device, gives the same seat
                return self._seated(match_id, caller, caller.token, shape)
            try:
                return self._take(stored, caller, form, shape)
            except StaleWrite:
                continue  # somebody else was faster; another seat may be open
        raise Refused("no_open_seat", CROWD)

    def _take(self, stored: Stored, caller: Caller, form: Join, shape: Shape) -> Seated:
        _check_waiting(stored)
        rules.check_seat(stored.row, caller, form.here)
        name = form.name or caller.name
        free = [row for row in stored.seats if row.kind == OPEN]
        mine = [row.seat for row in free if seats.may_take(row, caller, name)]
        mine.sort(
            key=lambda seat: not seats.is_kept(stored.seats[seat])
        )  # one that is kept for the caller comes first
        if form.seat is not None and form.seat not in mine:
            kept = form.seat in [row.seat for row in free]
            raise Refused(
                "no_open_seat", "This seat is kept for somebody else." if kept else "This seat is not open."
            )
        if not mine:
            raise Refused("no_open_seat", "The open seats are kept for others." if free else "All seats are taken.")
        return self._sit(stored, caller, mine[0] if form.seat is None else form.seat, name, shape)

    def _sit(self, stored: Stored, caller: Caller, seat: int, name: str, shape: Shape) -> Seated:
        token = new_key() if caller.person is None else None
        taken = seats.taken(caller, seat, name, token)
        values = _begun(stored, {seat: taken})
        self.matches.write(stored, values, [Entry("joined", seat, text=taken["name"])], {seat: taken})
        return self._seated(stored.row.id, caller, token, shape)

    def _seated(self, match_id: str, caller: Caller, token: str | None, shape: Shape) -> Seated:
        who = caller if token is None else Caller(token=token)
        stored = self.matches.stored(match_id)
        put_first(stored.row.game)
        mine = seats.seats_of(stored, who, self.storage)
        host = seats.is_host(stored, who, mine)
        view = self.matches.views.view(stored, mine, shape, host=host)
        return Seated(id=match_id, seat=mine[0] if mine else None, token=token, view=view)

    # ------------------------------------------------------------------ before the match begins

    def change_seat(self, match_id: str, caller: Caller, seat: int, form: SeatChange) -> None:
        """Open a seat, keep it for a name, give it to a bot or to somebody on the host's own device."""
        stored, mine = self._host(match_id, caller, form.version)
        _check_waiting(stored)
        if seat >= len(stored.seats) or stored.seats[seat].kind == AUTO:
            raise Refused("not_allowed", "This seat cannot be changed.")
        if seat in mine and len(mine) == 1 and form.kind != HUMAN:
            raise Refused("not_allowed", "This is your own seat: leave the table or cancel it instead.")
        new = seats.empty(seat)
        if form.kind == BOT:
            new |= seats.bot(stored.row.game, seat, form.level)
        elif form.kind == HUMAN:
            if caller.person is None:
                raise Refused("not_allowed", "Choose a name first, before several people play on one device.")
            rules.check_seat(stored.row, caller, here=True)
            new |= seats.taken(caller, seat, form.name, None)
        else:
            new["name"] = names.clean(form.name)
        entry = Entry("seat", seat, text=f"{new['kind']}: {new['name']}")
        self.matches.commit(stored, _begun(stored, {seat: new}), [entry], {seat: new})

    def cancel(self, match_id: str, caller: Caller, version: int) -> None:
        """Cancel a table that waits for players."""
        stored, _ = self._host(match_id, caller, version)
        _check_waiting(stored)
        self.matches.commit(stored, {"status": CLOSED}, [Entry("cancelled", stored.row.host)])

    def stand_up(self, stored: Stored, seat: int) -> None:
        """Open a seat again, before the match begins."""
        self.matches.commit(stored, {}, [Entry("left", seat)], {seat: seats.empty(seat)})

    def _host(self, match_id: str, caller: Caller, version: int) -> tuple[Stored, list[int]]:
        caller.check(PLAY)
        stored = self.matches.stored(match_id)
        mine = seats.seats_of(stored, caller, self.storage)
        if not seats.is_host(stored, caller, mine):
            raise Refused("forbidden", "Only the person who made the table can do this.")
        if version != stored.row.version:
            raise stale_version(StaleWrite(stored.row.version))
        return stored, mine

    # ------------------------------------------------------------------ once more

    def rematch(self, match_id: str, caller: Caller, version: int, shape: Shape) -> Seated:
        """Make the rematch for the first player who asks; the others get their seats in it, and nobody else does.

        Everybody moves on by one seat, so that each has a turn to begin.
        """
        stored, seat = self.matches.enter(match_id, caller, version)
        if stored.row.status != OVER:
            raise Refused("not_allowed", "You can ask for a rematch when the match is over.")
        if stored.row.rematch is not None:
            return self._follow(stored, caller, shape)
        beginning = branches.again(stored)
        match = beginning.match
        rows, token = self._moved_on(stored, match, caller, seat)
        columns = {
            "owner": caller.person,
            "host": moved(seat, match),
            "guide": False,  # who plays again knows the game
            **{name: getattr(stored.row, name) for name in ("listed", "rated", "hints", "policy")},
        }
        row, entries = first_row(beginning, rows, columns, beginning.match.opening)
        try:
            self.storage.follow(stored, {"rematch": row["id"]}, [Entry("rematch", seat)], row, rows, entries)
        except StaleWrite as stale:
            raise stale_version(stale) from stale
        self.matches.changed(match_id)
        self.matches.changed(row["id"])
        return self._seated(row["id"], caller if token is None else Caller(token=token), token, shape)

    def _moved_on(
        self, stored: Stored, match: Match, caller: Caller, asking: int
    ) -> tuple[list[dict[str, Any]], str | None]:
        """Return the seats of a rematch and the token of a player who asks for it without being a person."""
        rows: list[dict[str, Any]] = [{} for _ in stored.seats]
        token = new_key() if stored.seats[asking].person is None else None
        for old in stored.seats:
            seat = moved(old.seat, match)
            row = seats.empty(seat) | {"kind": old.kind, "name": old.name, "level": old.level, "person": old.person}
            own = old.seat == asking or (old.person is not None and old.person == caller.person)
            if old.kind == HUMAN and own:
                row["token_hash"] = hashed(token) if token is not None and old.seat == asking else None
            elif old.kind == HUMAN:
                row |= {"kind": OPEN, "reserved": True}
            rows[seat] = row
        return rows, token

    def _follow(self, stored: Stored, caller: Caller, shape: Shape) -> Seated:
        """Sit down at the rematch that somebody else has made."""
        mine = seats.seats_of(stored, caller, self.storage)
        for _ in range(JOIN_TRIES):
            following = self.matches.stored(stored.row.rematch or "")
            autos = Match(following.row.game, following.row.players, following.row.options)
            kept = [moved(seat, autos) for seat in mine]
            free = [seat for seat in kept if following.seats[seat].kind == OPEN]
            if not free:
                if seats.seats_of(following, Caller(person=caller.person), self.storage):
                    return self._seated(following.row.id, caller, None, shape)
                raise Refused("no_open_seat", "Your seat was given to somebody else.")
            token = new_key() if stored.seats[mine[0]].person is None else None
            taken = {
                seat: seats.taken(
                    Caller(person=following.seats[seat].person), seat, following.seats[seat].name, token
                )
                for seat in free
            }
            entries = [Entry("joined", seat, text=row["name"]) for seat, row in taken.items()]
            try:
                self.matches.write(following, _begun(following, taken), entries, taken)
            except StaleWrite:
                continue
            return self._seated(following.row.id, caller, token, shape)
        raise Refused("no_open_seat", CROWD)


def moved(seat: int, match: Match) -> int:
    """Return where a seat's player sits in the next match. Seats that the rules play stay where they are."""
    people = match.players - len(match.auto_seats)
    return (seat + 1) % people if seat < people else seat


def first_row(
    beginning: Beginning, rows: Sequence[Mapping[str, Any]], columns: Mapping[str, Any], steps: Sequence[Step]
) -> tuple[dict[str, Any], list[Entry]]:
    """Return the row of a new match and its first journal entries: who joined, what was played before, and the steps
    that were made."""
    match = beginning.match
    row = {
        "id": new_id(),
        "game": match.game.name,
        "players": match.players,
        "options": match.options,
        "rules_version": match.game.spec.rules_version,
        "seed": match.seed,
        "version": 1,
        "trouble": None,
        "rematch": None,
        "origin": None if match.origin is None else match.origin.to_json(),
        "branch_of": beginning.branch_of,
        **columns,
        **NO_WISHES,
        **replay.summary(match),
    }
    if any(sat["kind"] == OPEN for sat in rows):
        row["status"] = WAITING
    row |= clocks.first(row, rows, now())
    joined = [Entry("joined", sat["seat"], text=sat["name"]) for sat in rows if sat["kind"] == HUMAN]
    return row, [*joined, *beginning.before, *replay.journal_of(steps)]


def _begun(stored: Stored, changes: Mapping[int, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the columns of a match that change when seats do: it begins when no seat is open any more."""
    kinds = [changes[row.seat]["kind"] if row.seat in changes else row.kind for row in stored.seats]
    return {} if OPEN in kinds or stored.row.status != WAITING else {"status": LIVE}


def _check_waiting(stored: Stored) -> None:
    if stored.row.status == CLOSED:
        raise Refused("not_allowed", "The table was cancelled.")
    if stored.row.status != WAITING:
        raise Refused("no_open_seat", "The match has begun, and all seats are taken.")


def _may_watch(row: MatchRow) -> bool:
    return policy_of(row.policy).spectators
