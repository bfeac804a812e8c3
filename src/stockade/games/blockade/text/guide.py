"""When the tips of the guided first game come up, and how a game was decided."""

from __future__ import annotations

from collections.abc import Iterator

from stockade.core.guide import Moment, Tip
from stockade.games.blockade.language import say
from stockade.games.blockade.layout import NO_ACTION, Ending, Record, Unit
from stockade.games.blockade.rules import valid_moves
from stockade.games.blockade.tables import (
    CASTLE,
    FAR_MOAT,
    MOVE_ACTION,
    MOVE_COUNT,
    MOVE_LANDING,
    MOVE_NEXT,
    OCCUPIED,
    action_parts,
)
from stockade.games.blockade.text.notation import pieces_of, seat_name

FEW_MOVES = 2  # of the rival: little is missing to block them
LONG_GAME = 60  # moves after which a player may ask how this ends


def _moves(record: Record, seat: int) -> Iterator[tuple[int, int, int]]:
    """Yield action, landing square and next arrangement of every move that a seat could make now."""
    side, own, valid = int(record.side[seat]), int(record.arrangement[seat]), int(valid_moves(record, seat))
    for k in range(int(MOVE_COUNT[side, own])):
        if valid >> k & 1:
            yield int(MOVE_ACTION[side, own, k]), int(MOVE_LANDING[side, own, k]) + 1, int(MOVE_NEXT[side, own, k])


def _winning(record: Record, seat: int) -> list[tuple[int, int]]:
    """Return the moves into the far moat that a seat could make now, with the squares where they land."""
    moat = int(FAR_MOAT[record.side[seat]])
    return [(action, landing) for action, landing, after in _moves(record, seat) if CASTLE[after] == moat]


def _wins(moment: Moment) -> list[int]:
    return [action for action, _ in _winning(moment.record, moment.seat)]


def _threats(moment: Moment) -> list[int]:
    """Return the squares on which the rival's castle would land to win in the next turn."""
    return [landing for _, landing in _winning(moment.record, 1 - moment.seat)]


def _blocks(moment: Moment) -> list[int]:
    """Return the moves that leave the rival without one."""
    found = []
    for action in moment.actions:
        after = moment.state.clone()
        after.apply(action)
        if after.is_over and after.record.ending == Ending.BLOCKED:
            found.append(action)
    return found


def _is_rival_short(moment: Moment) -> bool:
    return len(list(_moves(moment.record, 1 - moment.seat))) <= FEW_MOVES


def _builds(moment: Moment) -> list[int]:
    """Return the moves that put a unit on another one."""
    own = pieces_of(moment.record, moment.seat)
    parts = ((action, *action_parts(action)) for action in moment.actions)
    return [action for action, unit, _, end in parts if unit != Unit.PUSH and own.bridges_on(end)]


def _splits(moment: Moment) -> list[int]:
    """Return the moves from a square with a stack, if different parts of it can go."""
    own = pieces_of(moment.record, moment.seat)
    stacked = {square for square in set(own) if own.bridges_on(square) + (own.castle == square) > 1}
    from_stack = [action for action in moment.actions if action_parts(action)[1] in stacked]
    return from_stack if len({action_parts(action)[0] for action in from_stack}) > 1 else []


def _pushes(moment: Moment) -> list[int]:
    return [action for action in moment.actions if action_parts(action)[0] == Unit.PUSH]


def _is_barred(moment: Moment) -> bool:
    """Return whether only the ban on retreats forbids a move."""
    record, seat = moment.record, moment.seat
    side, own, retreat = int(record.side[seat]), int(record.arrangement[seat]), int(record.retreat[seat])
    moves = MOVE_ACTION[side, own, : MOVE_COUNT[side, own]].tolist()
    if retreat == NO_ACTION or retreat not in moves:
        return False
    landing = int(MOVE_LANDING[side, own, moves.index(retreat)])
    return not int(OCCUPIED[record.arrangement[1 - seat]]) >> landing & 1


def _is_near_own_moat(moment: Moment) -> bool:
    """Return whether the castle could step into its own moat if that were allowed."""
    moat = int(FAR_MOAT[1 - int(moment.record.side[moment.seat])])
    return bool(moment.record.moves > 2) and abs(pieces_of(moment.record, moment.seat).castle - moat) == 1


GUIDE = (
    Tip("win", "Castles and moats", lambda moment: bool(_wins(moment)), shows=_wins),
    Tip("block", "Blocking", lambda moment: bool(_blocks(moment)), shows=_blocks),
    Tip(
        "danger",
        "Three things to try",
        lambda moment: bool(_threats(moment)),
        shows=lambda moment: [f"square-{square}" for square in _threats(moment)],
    ),
    Tip("start", "How things move"),
    Tip("landing", "How things move", lambda moment: bool(moment.record.moves > 1)),
    Tip("push", "The push", lambda moment: bool(_pushes(moment)), shows=_pushes),
    Tip("build", "Stacks", lambda moment: bool(_builds(moment)), shows=_builds),
    Tip("split", "Stacks", lambda moment: bool(_splits(moment)), shows=_splits),
    Tip("retreat", "No retreat", _is_barred),
    Tip("short", "Blocking", _is_rival_short),
    Tip("moat", "Castles and moats", _is_near_own_moat),
    Tip("draw", "When nobody gets through", lambda moment: bool(moment.record.moves >= LONG_GAME)),
)


def closing(state: Record, seat: int) -> str:
    """Say how a game that is over was decided."""
    rival = seat_name(state, 1 - seat)
    won = state.winner == seat
    if state.ending == Ending.MOAT:
        if won:
            return say("Your castle came to the far moat, and that wins at once.")
        return say("The castle of {rival} came to your moat, and that wins at once.", rival=rival)
    if state.ending == Ending.BLOCKED:
        if won:
            return say("{rival} had to move and had no valid move left.", rival=rival)
        return say("You had to move and had no valid move left.")
    return say("Nobody got through, and the game was drawn.")
