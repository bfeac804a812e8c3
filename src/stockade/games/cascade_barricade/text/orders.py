"""What players can say before they are asked: how far to bid, and what they will not do in this round."""

from __future__ import annotations

from stockade.core.language import capital, mark
from stockade.core.orders import Given, Order
from stockade.games.cascade_barricade.language import say
from stockade.games.cascade_barricade.layout import HIGHEST_BID, NOTHING, Phase, Record
from stockade.games.cascade_barricade.rules.actions import Base
from stockade.games.cascade_barricade.rules.auction import is_eligible, lowest_bid
from stockade.games.cascade_barricade.text.notation import colour_name
from stockade.games.cascade_barricade.text.words import wall_words

BID, OPEN, HIRE, ACT = "bid", "open", "hire", "act"
# What each order answers: the phase in which it does, and the action. Then its title.
NOTHING_MORE = {
    OPEN: (Phase.OPEN, Base.PASS, mark("open no auction in this round")),
    HIRE: (Phase.HIRE, Base.DONE, mark("hire nobody in this round")),
    ACT: (Phase.ACT, Base.SKIP, mark("take no action in this round")),
}


# Decisions within a turn, and the phase that the turn belongs to.
WITHIN = {Phase.BID: Phase.OPEN, Phase.STAND: Phase.OPEN, Phase.SELL: Phase.ACT, Phase.SHIFT: Phase.ACT}


def orders(state: Record, seat: int) -> list[Order]:
    """Return the orders that a seat can give now, for each of its colours."""
    found = []
    for colour in range(seat, int(state.colours), int(state.players)):
        if not state.player[colour].drowned:
            found += _bids(state, colour) + _refusals(state, colour)
    return found


def _bids(state: Record, colour: int) -> list[Order]:
    """Return the order to bid for the wall that is being sold, if the colour may still raise."""
    money = min(int(state.player[colour].money), HIGHEST_BID)
    lowest = int(lowest_bid(state))
    if state.phase != Phase.BID or not state.bidding >> colour & 1 or money < lowest:
        return []
    title = say("bid for {wall} up to", wall=wall_words(state, int(state.lot)))
    return [Order(f"{BID} {colour}", f"{state.round_no} {state.lot}", _of(state, colour, title), lowest, money)]


def _refusals(state: Record, colour: int) -> list[Order]:
    """Return the orders to do nothing in a phase of this round that is still to come for the colour."""
    found = []
    for name, (phase, _, title) in NOTHING_MORE.items():
        can = is_eligible(state, colour) and state.round_no > 1 if name == OPEN else True
        if can and _is_ahead(state, colour, phase):
            found.append(Order(f"{name} {colour}", str(state.round_no), _of(state, colour, say(title))))
    return found


def _of(state: Record, colour: int, title: str) -> str:
    """Return a title that names the colour, if seats have several."""
    return capital(title) if state.colours == state.players else f"{colour_name(colour)}: {title}"


def _is_ahead(state: Record, colour: int, phase: Phase) -> bool:
    """Return whether a colour is still to decide in a phase of this round."""
    now = WITHIN.get(Phase(int(state.phase)), Phase(int(state.phase)))
    if now != phase:
        return now < phase and now >= Phase.OPEN
    places = [int(state.order[place]) for place in range(state.colours)]
    left = places[: int(state.cursor) + 1] if phase == Phase.HIRE else places[int(state.cursor) :]
    return colour in left


def answer(state: Record, order: Given) -> int | None:
    """Return the action that an order of the colour that decides means here."""
    name, _, colour = order.name.partition(" ")
    if int(colour) != state.colour:
        return None
    if name != BID:
        phase, action, _ = NOTHING_MORE[name]
        return int(action) if state.phase == phase else None
    if state.phase != Phase.BID or order.amount is None:
        return None
    lowest = int(lowest_bid(state))
    if lowest <= order.amount:
        return int(Base.BID) + lowest
    return None if state.bidder == NOTHING else int(Base.PASS)
