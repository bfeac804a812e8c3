"""Orders of players: answers that they gave before they were asked. Nobody else sees them."""

from __future__ import annotations

from dataclasses import asdict

from stockade.core.orders import Given

from . import replay
from .errors import Refused
from .matches import Matches, check_live
from .ordered import given_at
from .people.caller import PLAY, Caller
from .schemas import NewOrder


class Orders:
    def __init__(self, matches: Matches) -> None:
        self.matches = matches

    def give(self, match_id: str, caller: Caller, form: NewOrder) -> None:
        """Give an order for one of the caller's seats, or take it back."""
        caller.check(PLAY)
        stored, mine = self.matches.look(match_id, caller)
        check_live(stored)
        state = replay.state_of(stored)
        for seat in mine:
            for offered in state.orders(seat):
                if (offered.name, offered.occasion) != (form.name, form.occasion):
                    continue
                kept = [given for given in given_at(stored.seats[seat], state) if given.name != form.name]
                if form.on:
                    if not offered.takes(form.amount):
                        raise Refused("bad_request", "The order cannot name this amount.")
                    kept.append(Given(form.name, form.occasion, form.amount))
                self.matches.storage.set_orders(match_id, seat, [asdict(given) for given in kept])
                self.matches.kept.drop(match_id)  # what others know is old too, although its version is not
                self.matches.changed(match_id)
                return
        raise Refused("not_allowed", "This order cannot be given now.")
