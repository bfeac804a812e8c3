"""Reasons why a move is not legal, with the ruling that forbids it."""

from __future__ import annotations

from stockade.core.errors import Reason
from stockade.games.blockade.layout import SQUARES, Record, Unit
from stockade.games.blockade.tables import BOARD, Arrangement, action_parts, units_at
from stockade.games.blockade.text.notation import UNIT_NAMES, format_action, pieces_of, seat_name


def why_not(state: Record, action: int) -> Reason:
    """Return the first rule that forbids the move, in the order in which a player would check them."""
    unit, start, end = action_parts(action)
    text = format_action(state, action)
    seat = int(state.current_player)
    own, opposing = pieces_of(state, seat), pieces_of(state, 1 - seat)
    if not 1 <= end <= SQUARES:
        return Reason(f"a {UNIT_NAMES[unit]} on {start} would leave the board that way", "8")
    if unit not in units_at(own, start):
        return _no_such_unit(text, unit, start, own, seat_name(state, seat))
    if unit not in (Unit.BRIDGE, Unit.HIGH_BRIDGE) and end == BOARD["sides"][state.side[seat]]["moat"]:
        return Reason(f"{text}: a castle never enters its own moat", "7")
    if not opposing.is_empty(end):
        return Reason(f"{text}: an opposing piece stands on {end}", "6")
    reason = _push(text, start, end, own, opposing) if unit == Unit.PUSH else _landing(text, unit, end, own)
    if reason is not None:
        return reason
    if action == state.retreat[seat]:
        return Reason(f"{text} takes back your last move exactly: that is a retreat", "2")
    return Reason(f"{text} is not possible here", "8")


def _no_such_unit(text: str, unit: int, start: int, own: Arrangement, who: str) -> Reason:
    if own.is_empty(start):
        return Reason(f"{text}: {who} has nothing on {start}", "9")
    if unit == Unit.BRIDGE and own.bridges_on(start):
        return Reason(f"{text}: a bridge below a castle does not move by itself", "9")
    if unit == Unit.PUSH and own.castle == start:
        return Reason(f"{text}: a castle on top of a stack cannot push", "1")
    return Reason(f"{text}: there is no {_unit_name(unit)} of {who} on {start}", "9")


def _unit_name(unit: int) -> str:
    return "castle to push with" if unit == Unit.PUSH else UNIT_NAMES[unit]


def _push(text: str, start: int, end: int, own: Arrangement, opposing: Arrangement) -> Reason | None:
    behind = 2 * end - start
    match own.bridges_on(end):
        case 0:
            return Reason(f"{text}: there is no bridge of yours on {end} to push", "1")
        case 2:
            return Reason(f"{text}: a castle cannot push a high bridge", "1")
    if not 1 <= behind <= SQUARES:
        return Reason(f"{text}: the bridge would leave the board", "1")
    if not own.is_empty(behind) or not opposing.is_empty(behind):
        return Reason(f"{text}: square {behind} behind the bridge is not empty", "1")
    return None


def _landing(text: str, unit: int, end: int, own: Arrangement) -> Reason | None:
    if own.is_empty(end) or unit == Unit.CASTLE:
        return None
    if unit in (Unit.BRIDGE, Unit.HIGH_CASTLE) and own.castle != end and own.bridges_on(end) == 1:
        return None
    there = "castle" if own.castle == end else ("", "bridge", "high bridge")[own.bridges_on(end)]
    return Reason(f"{text}: a {UNIT_NAMES[unit]} cannot land on your own {there}", "8")
