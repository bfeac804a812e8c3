"""What may be rated: a match whose result shows how strong each of the people at it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stockade.core.language import mark

from ..errors import Refused
from ..models import AUTO, BOT, MatchRow
from ..people.caller import Caller
from ..policy import Policy
from ..schemas import NewMatch

NAMES_FIRST = mark("This match is rated. Choose a name or sign in first.")
ONE_EACH = mark("In a rated match everybody has one seat.")


def check_new(form: NewMatch, policy: Policy, caller: Caller, seats: Sequence[Mapping[str, Any]]) -> None:
    """Refuse a rated match that would not measure strength."""
    deciding = [seat for seat in seats if seat["kind"] != AUTO]
    people = [seat for seat in deciding if seat["kind"] != BOT]
    if caller.person is None:
        raise Refused("bad_token", NAMES_FIRST)
    if len(deciding) < 2 or not people:
        raise Refused("not_allowed", "A rated match needs two players, and one of them a person.")
    if sum(seat["person"] == caller.person for seat in people) > 1:
        raise Refused("not_allowed", ONE_EACH)
    if form.seed is not None:
        raise Refused("not_allowed", "A rated match cannot have a given seed.")
    if form.hints:
        raise Refused("not_allowed", "A rated match is played without hints.")
    if policy.undo == "free":
        raise Refused("not_allowed", "In a rated match others must agree to an undo.")


def check_seat(row: MatchRow, caller: Caller, here: bool) -> None:
    """Refuse a seat at a rated match to strangers, and a second one to people."""
    if row.rated and caller.person is None:
        raise Refused("bad_token", NAMES_FIRST)
    if row.rated and here:
        raise Refused("not_allowed", ONE_EACH)
