"""Matches that begin at a moment of another match, or at a position.

Such a match has a seed of its own. So nobody can learn from it what chance holds in store for the match that it was
branched from, or the other way round.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import stockade
from stockade.core.match import Match

from . import lab, positions, replay, seats
from .errors import Refused
from .matches import Matches
from .models import CLOSED, LIVE, OVER, SeatRow
from .people.caller import Caller
from .schemas import FromMatch, NewMatch
from .stored import Entry, Stored


@dataclass(frozen=True, slots=True)
class Beginning:
    """A match that has not been stored, and the lines of its journal from before it began."""

    match: Match
    before: Sequence[Entry] = ()
    branch_of: str | None = None


def begin(form: NewMatch, caller: Caller, matches: Matches) -> Beginning:
    """Return the match that a form asks for."""
    seed = secrets.randbits(53) if form.seed is None else form.seed
    if form.begin is None:
        players = form.players if form.players is not None or form.seats is None else len(form.seats)
        return Beginning(Match(form.game, players, form.options, seed))
    if form.rated:
        raise Refused("not_allowed", "A match that does not begin at the start of the game cannot be rated.")
    if form.players is not None or form.options is not None:
        raise Refused("bad_option", "Players and options follow from where the match begins: leave them out.")
    if not isinstance(form.begin, FromMatch):
        state = positions.read(stockade.game(form.game), form.begin.position)
        lab.check_not_played(matches.storage, caller, state)
        return Beginning(Match.at(state, seed))
    stored, _ = matches.look(form.begin.match, caller)
    check_open(stored)
    if form.game != stored.row.game:
        raise Refused("bad_option", "The match is one of another game.")
    matches.check_ply(stored, form.begin.ply)
    parent = replay.resume(stored)
    lab.check_not_played(matches.storage, caller, parent.state_at(form.begin.ply))
    match = parent.branch(form.begin.ply, seed)
    return Beginning(match, stored.log[: form.begin.ply], stored.row.id)


def again(stored: Stored) -> Beginning:
    """Return a new match that begins where this one did."""
    row, seed = stored.row, secrets.randbits(53)
    if row.origin is None:
        return Beginning(Match(row.game, row.players, row.options, seed))
    return Beginning(replay.resume(stored).branch(stored.kept, seed), stored.log[: stored.kept], row.branch_of)


def check_open(stored: Stored, is_contest: Callable[[Sequence[SeatRow]], bool] = seats.has_rivals) -> None:
    """Refuse to look into a match that is still played and is for its players alone.

    One that is over or closed is open to everybody who may see it. So is one that is no contest of people, because it
    disturbs nobody, unless it is rated.
    """
    row = stored.row
    if row.status in (OVER, CLOSED) or (row.status == LIVE and not row.rated and not is_contest(stored.seats)):
        return
    raise Refused("not_allowed", "This match is still being played. You can study it when it is over.")
