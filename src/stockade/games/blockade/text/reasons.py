"""Reasons why a move is not legal, with the ruling that forbids it."""

from __future__ import annotations

from stockade.core.errors import Reason
from stockade.core.language import mark
from stockade.games.blockade.language import say
from stockade.games.blockade.layout import SQUARES, Record, Unit
from stockade.games.blockade.tables import BOARD, Arrangement, action_parts, units_at
from stockade.games.blockade.text.notation import A_UNIT, format_action, pieces_of, seat_name

NO_UNIT = (
    mark("{move}: there is no bridge of {who} on {start}"),
    mark("{move}: there is no high bridge of {who} on {start}"),
    mark("{move}: there is no castle of {who} on {start}"),
    mark("{move}: there is no castle to push with of {who} on {start}"),
    mark("{move}: there is no high castle of {who} on {start}"),
    mark("{move}: there is no tower of {who} on {start}"),
)


def why_not(state: Record, action: int) -> Reason:
    """Return the first rule that forbids the move, in the order in which a player would check them."""
    unit, start, end = action_parts(action)
    move = format_action(state, action)
    seat = int(state.current_player)
    own, opposing = pieces_of(state, seat), pieces_of(state, 1 - seat)
    if not 1 <= end <= SQUARES:
        return Reason(
            say("{unit} on {start} would leave the board that way", unit=say(A_UNIT[unit]), start=start), "8"
        )
    if unit not in units_at(own, start):
        return _no_such_unit(move, unit, start, own, seat_name(state, seat))
    if unit not in (Unit.BRIDGE, Unit.HIGH_BRIDGE) and end == BOARD["sides"][state.side[seat]]["moat"]:
        return Reason(say("{move}: a castle never enters its own moat", move=move), "7")
    if not opposing.is_empty(end):
        return Reason(say("{move}: an opposing piece stands on {end}", move=move, end=end), "6")
    reason = _push(move, start, end, own, opposing) if unit == Unit.PUSH else _landing(move, unit, end, own)
    if reason is not None:
        return reason
    if action == state.retreat[seat]:
        return Reason(say("{move} takes back your last move exactly: that is a retreat", move=move), "2")
    return Reason(say("{move} is not possible here", move=move), "8")


def _no_such_unit(move: str, unit: int, start: int, own: Arrangement, who: str) -> Reason:
    if own.is_empty(start):
        return Reason(say("{move}: {who} has nothing on {start}", move=move, who=who, start=start), "9")
    if unit == Unit.BRIDGE and own.bridges_on(start):
        return Reason(say("{move}: a bridge below a castle does not move by itself", move=move), "9")
    if unit == Unit.PUSH and own.castle == start:
        return Reason(say("{move}: a castle on top of a stack cannot push", move=move), "1")
    return Reason(say(NO_UNIT[unit], move=move, who=who, start=start), "9")


def _push(move: str, start: int, end: int, own: Arrangement, opposing: Arrangement) -> Reason | None:
    behind = 2 * end - start
    match own.bridges_on(end):
        case 0:
            return Reason(say("{move}: there is no bridge of yours on {end} to push", move=move, end=end), "1")
        case 2:
            return Reason(say("{move}: a castle cannot push a high bridge", move=move), "1")
    if not 1 <= behind <= SQUARES:
        return Reason(say("{move}: the bridge would leave the board", move=move), "1")
    if not own.is_empty(behind) or not opposing.is_empty(behind):
        return Reason(say("{move}: square {behind} behind the bridge is not empty", move=move, behind=behind), "1")
    return None


def _landing(move: str, unit: int, end: int, own: Arrangement) -> Reason | None:
    if own.is_empty(end) or unit == Unit.CASTLE:
        return None
    bridges, what = own.bridges_on(end), say(A_UNIT[unit])
    if own.castle == end:
        return Reason(say("{move}: {unit} cannot land on your own castle", move=move, unit=what), "8")
    if bridges == 2:
        return Reason(say("{move}: {unit} cannot land on your own high bridge", move=move, unit=what), "8")
    if unit in (Unit.BRIDGE, Unit.HIGH_CASTLE):
        return None
    return Reason(say("{move}: {unit} cannot land on your own bridge", move=move, unit=what), "8")
