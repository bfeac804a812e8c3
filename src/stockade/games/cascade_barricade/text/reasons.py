"""The reasons why actions are not legal, each with its ruling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stockade.core.errors import Reason
from stockade.games.cascade_barricade.edition import TYPE_NAMES
from stockade.games.cascade_barricade.layout import LABOR_LIMIT, NOTHING, WALLS, Phase, Record
from stockade.games.cascade_barricade.rules.actions import Base, kind_of, labor_of, shift_of
from stockade.games.cascade_barricade.rules.auction import FIRST_OPEN_ROUND, lowest_bid, walls_shown
from stockade.games.cascade_barricade.rules.land import has_bit
from stockade.games.cascade_barricade.rules.market import hire_price, laborers
from stockade.games.cascade_barricade.tables import LAND, NEIGHBOURS
from stockade.games.cascade_barricade.text.notation import (
    COLOUR_NAMES,
    format_action,
    place_text,
    trashed,
)

Check = Callable[[Any, str, int, str], Reason]

DUE = {
    Phase.ORDER: ("the first turn order is left to chance", "1"),
    Phase.CORNER: ("characters take their corners first", "1"),
    Phase.SCRAP: ("a wall is scrapped or kept first", "9"),
    Phase.OPEN: ("a wall is opened now, or passed", "2"),
    Phase.BID: ("a wall is up for auction: bid or pass", "2"),
    Phase.STAND: ("the wall that was won is placed first", "2"),
    Phase.HIRE: ("laborers are hired now: hire or done", "5"),
    Phase.ACT: ("this is no action of the action phase", "6"),
    Phase.SELL: ("a sale is going on: sell or done", "6"),
    Phase.SHIFT: ("a shift is going on: shift or done", "6"),
    Phase.FLEE: ("the players who stand in the water flee first", "8"),
    Phase.DRAW: ("the block is filled up first, by chance", "4"),
}


def why_not(state: Record, action: int) -> Reason:
    """Return the first rule that forbids an action, in the order in which a player would check them."""
    text = format_action(state, action)
    phase, base = Phase(int(state.phase)), kind_of(action)
    who = COLOUR_NAMES[max(int(state.colour), 0)]
    if (phase, base) in CHECKS:
        return CHECKS[phase, base](state, text, action - base, who)
    if base == Base.ORDER:
        return Reason(f"{text}: the turn order is not chance's any more", "1")
    if base == Base.DRAW:
        return Reason(f"{text}: no wall is drawn now; that is left to chance", "4")
    words, ruling = DUE[phase]
    return Reason(f"{text}: {words}", ruling)


# -- chance --------------------------------------------------------------------------------------------------


def _order(state: Record, text: str, colour: int, who: str) -> Reason:  # noqa: ARG001  (one form for every check)
    if colour >= state.colours:
        return Reason(f"{text}: {COLOUR_NAMES[colour]} does not play", "1")
    return Reason(f"{text}: {COLOUR_NAMES[colour]} has a place already", "1")


def _draw(state: Record, text: str, wall: int, who: str) -> Reason:  # noqa: ARG001
    return Reason(f"{text}: wall {wall + 1} is not in the deck", "4")


# -- the auction ---------------------------------------------------------------------------------------------


def _open(state: Record, text: str, wall: int, who: str) -> Reason:
    if not int(state.block) >> wall & 1:
        return Reason(f"{text}: wall {wall + 1} is not on the block", "2")
    lower = (int(state.block) & (1 << wall) - 1).bit_count()
    if lower >= walls_shown(state, state.colour):
        return Reason(f"{text}: until round {FIRST_OPEN_ROUND} only the top row is open to bidding", "3")
    return Reason(f"{text}: {who} has ${_money(state)}, less than its starting bid", "2")


def _pass(state: Record, text: str, number: int, who: str) -> Reason:  # noqa: ARG001
    if state.phase == Phase.BID:
        return Reason(f"{text}: {who} opened the wall, and bids for it", "2")
    return Reason(f"{text}: in round 1 nobody passes an opening", "3")


def _bid(state: Record, text: str, bid: int, who: str) -> Reason:
    if bid < lowest_bid(state):
        return Reason(f"{text}: the lowest bid is ${lowest_bid(state)}", "2")
    return Reason(f"{text}: {who} has ${_money(state)}", "2")


def _stand(state: Record, text: str, cell: int, who: str) -> Reason:  # noqa: ARG001
    return _not_free(state, text, cell, "2")


# -- laborers ------------------------------------------------------------------------------------------------


def _hire(state: Record, text: str, number: int, who: str) -> Reason:
    kind, slot = labor_of(number, 0)
    if refused := _no_room(state, text, kind, slot, "5"):
        return refused
    if state.market[kind] == 0:
        return Reason(f"{text}: no {TYPE_NAMES[kind]} is left in the market", "5")
    return Reason(f"{text}: it costs ${hire_price(state, kind)}, and {who} has ${_money(state)}", "5")


def _sell(state: Record, text: str, number: int, who: str) -> Reason:  # noqa: ARG001
    kind, slot = labor_of(number, 0)
    return Reason(f"{text}: {who} has no {TYPE_NAMES[kind]} on wall {slot + 1}", "6")


def _shift(state: Record, text: str, number: int, who: str) -> Reason:
    kind, start, end = shift_of(Base.SHIFT + number)
    if start == end:
        return Reason(f"{text}: a shift is between two walls", "6")
    if state.shift_from != NOTHING and (start, end) != (state.shift_from, state.shift_to):
        fixed = f"from wall {state.shift_from + 1} to wall {state.shift_to + 1}"
        return Reason(f"{text}: this shift is {fixed} throughout", "6")
    if state.player[state.colour].labor[start, kind] == 0:
        return Reason(f"{text}: {who} has no {TYPE_NAMES[kind]} on wall {start + 1}", "6")
    return _no_room(state, text, kind, end, "6") or Reason(f"{text} is not possible here", "6")


def _no_room(state: Record, text: str, kind: int, slot: int, ruling: str) -> Reason | None:
    player = state.player[state.colour]
    wall = int(player.wall[slot])
    if wall == NOTHING:
        return Reason(f"{text}: there is no wall in slot {slot + 1}", ruling)
    if state.needs[wall, kind] == 0:
        return Reason(f"{text}: wall {wall + 1} does not show a {TYPE_NAMES[kind]}", ruling)
    if laborers(player, slot) >= LABOR_LIMIT:
        return Reason(f"{text}: wall {wall + 1} has {LABOR_LIMIT} laborers already", ruling)
    return None


# -- the land ------------------------------------------------------------------------------------------------


def _step(state: Record, text: str, cell: int, who: str) -> Reason:
    ruling = "8" if state.phase == Phase.FLEE else "6"
    if not _is_land(state, cell):
        return _off(state, text, cell, ruling)
    if cell not in NEIGHBOURS[state.player[state.colour].character]:
        return Reason(f"{text}: {who} stands on {_standing(state)}, which is not next to it", ruling)
    for rows, what in ((state.water, "is under water"), (state.holes, "is a hole"), (state.stands, "has a wall")):
        if has_bit(rows, cell):
            return Reason(f"{text}: {place_text(cell)} {what}", ruling)
    return Reason(f"{text} is not possible here", ruling)


def _dig(state: Record, text: str, cell: int, who: str) -> Reason:  # noqa: ARG001
    return _not_free(state, text, cell, "6")


def _fill(state: Record, text: str, cell: int, who: str) -> Reason:  # noqa: ARG001
    if not _is_land(state, cell):
        return _off(state, text, cell, "6")
    return Reason(f"{text}: there is no hole on {place_text(cell)}", "6")


def _not_free(state: Record, text: str, cell: int, ruling: str) -> Reason:
    if not _is_land(state, cell):
        return _off(state, text, cell, ruling)
    for rows, what in ((state.water, "is under water"), (state.holes, "is a hole"), (state.stands, "has a wall")):
        if has_bit(rows, cell):
            return Reason(f"{text}: {place_text(cell)} {what}", ruling)
    return Reason(f"{text}: a character stands on {place_text(cell)}", ruling)


def _is_land(state: Record, cell: int) -> bool:
    return bool(has_bit(LAND[state.radius], cell))


def _off(state: Record, text: str, cell: int, ruling: str) -> Reason:
    return Reason(f"{text}: {place_text(cell)} is off the land, which ends {state.radius} from the middle", ruling)


def _trash(state: Record, text: str, number: int, who: str) -> Reason:  # noqa: ARG001
    walls = trashed(Base.TRASH + number)
    low, high = divmod(number, WALLS)
    if low > high:
        return Reason(f"{text}: the lower wall comes first", "6")
    for wall in walls:
        if not int(state.block) >> wall & 1:
            return Reason(f"{text}: wall {wall + 1} is not on the block", "6")
    return Reason(f"{text}: two walls are trashed while there are two", "6")


def _money(state: Record) -> int:
    return int(state.player[state.colour].money)


def _standing(state: Record) -> str:
    return place_text(int(state.player[state.colour].character))


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
