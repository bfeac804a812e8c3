"""The reasons why actions are not legal, each with its ruling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stockade.core.errors import Reason
from stockade.core.language import mark
from stockade.games.cascade_barricade.language import say
from stockade.games.cascade_barricade.layout import LABOR_LIMIT, NOTHING, WALLS, Phase, Record
from stockade.games.cascade_barricade.rules.actions import Base, kind_of, labor_of, shift_of
from stockade.games.cascade_barricade.rules.auction import FIRST_OPEN_ROUND, lowest_bid, walls_shown
from stockade.games.cascade_barricade.rules.land import has_bit
from stockade.games.cascade_barricade.rules.market import hire_price, laborers
from stockade.games.cascade_barricade.tables import LAND, NEIGHBOURS
from stockade.games.cascade_barricade.text.notation import (
    colour_name,
    format_action,
    place_text,
    trashed,
)
from stockade.games.cascade_barricade.text.words import a_laborer, dollars, laborer

Check = Callable[[Any, int, str], Reason]

DUE = {
    Phase.ORDER: (mark("the first turn order is left to chance"), "1"),
    Phase.CORNER: (mark("characters take their corners first"), "1"),
    Phase.SCRAP: (mark("a wall is scrapped or kept first"), "9"),
    Phase.OPEN: (mark("a wall is opened now, or passed"), "2"),
    Phase.BID: (mark("a wall is up for auction: bid or pass"), "2"),
    Phase.STAND: (mark("the wall that was won is placed first"), "2"),
    Phase.HIRE: (mark("laborers are hired now: hire or done"), "5"),
    Phase.ACT: (mark("this is not an action of the action phase"), "6"),
    Phase.SELL: (mark("a sale is going on: sell or done"), "6"),
    Phase.SHIFT: (mark("a shift is going on: shift or done"), "6"),
    Phase.FLEE: (mark("the players who stand in the water flee first"), "8"),
    Phase.DRAW: (mark("the block is filled up first, by chance"), "4"),
}


TAKEN = {
    "water": mark("{space} is under water"),
    "holes": mark("{space} is a hole"),
    "stands": mark("{space} has a wall"),
}
"""What keeps a space from being free, by the rows of bits in the state."""


def why_not(state: Record, action: int) -> Reason:
    """Return the first rule that forbids an action, in the order in which a player would check them."""
    reason = _reason(state, action)
    return Reason(f"{format_action(state, action)}: {reason.text}", reason.ruling)


def _reason(state: Record, action: int) -> Reason:
    phase, base = Phase(int(state.phase)), kind_of(action)
    if (phase, base) in CHECKS:
        return CHECKS[phase, base](state, action - base, colour_name(max(int(state.colour), 0)))
    if base == Base.ORDER:
        return Reason(say("the turn order is not chance's any more"), "1")
    if base == Base.DRAW:
        return Reason(say("no wall is drawn now; that is left to chance"), "4")
    words, ruling = DUE[phase]
    return Reason(say(words), ruling)


# -- chance --------------------------------------------------------------------------------------------------


def _order(state: Record, colour: int, who: str) -> Reason:  # noqa: ARG001  (one form for every check)
    if colour >= state.colours:
        return Reason(say("{colour} does not play", colour=colour_name(colour)), "1")
    return Reason(say("{colour} has a place already", colour=colour_name(colour)), "1")


def _draw(state: Record, wall: int, who: str) -> Reason:  # noqa: ARG001
    return Reason(say("wall {bid} is not in the deck", bid=wall + 1), "4")


# -- the auction ---------------------------------------------------------------------------------------------


def _open(state: Record, wall: int, who: str) -> Reason:
    if not int(state.block) >> wall & 1:
        return Reason(say("wall {bid} is not on the block", bid=wall + 1), "2")
    lower = (int(state.block) & (1 << wall) - 1).bit_count()
    if lower >= walls_shown(state, state.colour):
        words = say("until round {round} only the top row is open to bidding", round=FIRST_OPEN_ROUND)
        return Reason(words, "3")
    return Reason(say("{colour} has {price}, less than its starting bid", colour=who, price=_money(state)), "2")


def _pass(state: Record, number: int, who: str) -> Reason:  # noqa: ARG001
    if state.phase == Phase.BID:
        return Reason(say("{colour} opened the wall, and bids for it", colour=who), "2")
    return Reason(say("in round 1 nobody passes an opening"), "3")


def _bid(state: Record, bid: int, who: str) -> Reason:
    if bid < lowest_bid(state):
        return Reason(say("the lowest bid is {price}", price=dollars(int(lowest_bid(state)))), "2")
    return Reason(say("{colour} has {price}", colour=who, price=_money(state)), "2")


def _stand(state: Record, cell: int, who: str) -> Reason:  # noqa: ARG001
    return _not_free(state, cell, "2")


# -- laborers ------------------------------------------------------------------------------------------------


def _hire(state: Record, number: int, who: str) -> Reason:
    kind, slot = labor_of(number, 0)
    if refused := _no_room(state, kind, slot, "5"):
        return refused
    if state.market[kind] == 0:
        return Reason(say("no {laborer} is left in the market", laborer=laborer(kind)), "5")
    price = dollars(int(hire_price(state, kind)))
    return Reason(
        say("it costs {price}, and {colour} has {money}", price=price, colour=who, money=_money(state)), "5"
    )


def _sell(state: Record, number: int, who: str) -> Reason:  # noqa: ARG001
    return _nobody(*labor_of(number, 0), who)


def _nobody(kind: int, slot: int, who: str) -> Reason:
    words = say("{colour} has no {laborer} on wall {slot}", colour=who, laborer=laborer(kind), slot=slot + 1)
    return Reason(words, "6")


def _shift(state: Record, number: int, who: str) -> Reason:
    kind, start, end = shift_of(Base.SHIFT + number)
    if start == end:
        return Reason(say("a shift is between two walls"), "6")
    if state.shift_from != NOTHING and (start, end) != (state.shift_from, state.shift_to):
        text = mark("this shift is from wall {start} to wall {end} throughout")
        return Reason(say(text, start=state.shift_from + 1, end=state.shift_to + 1), "6")
    if state.player[state.colour].labor[start, kind] == 0:
        return _nobody(kind, start, who)
    return _no_room(state, kind, end, "6") or Reason(say("it is not possible here"), "6")


def _no_room(state: Record, kind: int, slot: int, ruling: str) -> Reason | None:
    player = state.player[state.colour]
    wall = int(player.wall[slot])
    if wall == NOTHING:
        return Reason(say("there is no wall in slot {slot}", slot=slot + 1), ruling)
    if state.needs[wall, kind] == 0:
        words = say("wall {bid} does not show {laborer}", bid=wall + 1, laborer=a_laborer(kind))
        return Reason(words, ruling)
    if laborers(player, slot) >= LABOR_LIMIT:
        words = say("wall {bid} has {count} laborers already", bid=wall + 1, count=LABOR_LIMIT)
        return Reason(words, ruling)
    return None


# -- the land ------------------------------------------------------------------------------------------------


def _step(state: Record, cell: int, who: str) -> Reason:
    ruling = "8" if state.phase == Phase.FLEE else "6"
    if not _is_land(state, cell):
        return _off(state, cell, ruling)
    here = int(state.player[state.colour].character)
    if cell not in NEIGHBOURS[here]:
        words = say("{colour} stands on {space}, which is not next to it", colour=who, space=place_text(here))
        return Reason(words, ruling)
    return _taken(state, cell, ruling) or Reason(say("it is not possible here"), ruling)


def _dig(state: Record, cell: int, who: str) -> Reason:  # noqa: ARG001
    return _not_free(state, cell, "6")


def _fill(state: Record, cell: int, who: str) -> Reason:  # noqa: ARG001
    if not _is_land(state, cell):
        return _off(state, cell, "6")
    return Reason(say("there is no hole on {space}", space=place_text(cell)), "6")


def _not_free(state: Record, cell: int, ruling: str) -> Reason:
    if not _is_land(state, cell):
        return _off(state, cell, ruling)
    occupied = say("a character stands on {space}", space=place_text(cell))
    return _taken(state, cell, ruling) or Reason(occupied, ruling)


def _taken(state: Record, cell: int, ruling: str) -> Reason | None:
    """Return what is on a space, other than a character."""
    for rows, words in TAKEN.items():
        if has_bit(state[rows], cell):
            return Reason(say(words, space=place_text(cell)), ruling)
    return None


def _is_land(state: Record, cell: int) -> bool:
    return bool(has_bit(LAND[state.radius], cell))


def _off(state: Record, cell: int, ruling: str) -> Reason:
    text = mark("{space} is off the land, which ends {radius} from the middle")
    return Reason(say(text, space=place_text(cell), radius=state.radius), ruling)


def _trash(state: Record, number: int, who: str) -> Reason:  # noqa: ARG001
    walls = trashed(Base.TRASH + number)
    low, high = divmod(number, WALLS)
    if low > high:
        return Reason(say("the lower wall comes first"), "6")
    for wall in walls:
        if not int(state.block) >> wall & 1:
            return Reason(say("wall {bid} is not on the block", bid=wall + 1), "6")
    return Reason(say("two walls are trashed while there are two"), "6")


def _money(state: Record) -> str:
    return dollars(int(state.player[state.colour].money))


CHECKS: dict[tuple[Phase, Base], Check] = {
    (Phase.ORDER, Base.ORDER): _order,
    (Phase.DRAW, Base.DRAW): _draw,
    (Phase.OPEN, Base.OPEN): _open,
    (Phase.OPEN, Base.PASS): _pass,
    (Phase.BID, Base.PASS): _pass,
    (Phase.BID, Base.BID): _bid,
    (Phase.STAND, Base.WALL): _stand,
    (Phase.HIRE, Base.HIRE): _hire,
    (Phase.ACT, Base.MOVE): _step,
    (Phase.ACT, Base.SELL): _sell,
    (Phase.SELL, Base.SELL): _sell,
    (Phase.ACT, Base.SHIFT): _shift,
    (Phase.SHIFT, Base.SHIFT): _shift,
    (Phase.ACT, Base.DIG): _dig,
    (Phase.ACT, Base.FILL): _fill,
    (Phase.ACT, Base.TRASH): _trash,
    (Phase.FLEE, Base.FLEE): _step,
}
