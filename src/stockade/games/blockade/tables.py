"""Read-only tables of Blockade, computed from `data/board.json` when the game is loaded.

Whether a piece may move depends on the three pieces of its own side, which are known from the arrangement, and on one
more square that must be free of the opponent. So the moves of every arrangement are listed once:

    MOVE_COUNT[side, arrangement]            the number of moves
    MOVE_ACTION[side, arrangement, k]        action id, ascending in k
    MOVE_LANDING[side, arrangement, k]       bit number of the square that must be free of the opponent
    MOVE_NEXT[side, arrangement, k]          the arrangement afterwards
    OCCUPIED[arrangement]                    bits of the squares that the side's pieces occupy

All are signed, because in Numba the difference of unsigned numbers is unsigned, and narrow, to fit into the L1 cache.

The board, its bits and its territories:

    square     1  2  3  4  5  6  7  8  9 10
    bit        0  1  2  3  4  5  6  7  8  9
    territory  B  B  B  B  B  W  W  W  W  W
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any, NamedTuple

import numpy as np

from stockade.core.tables import freeze
from stockade.games.blockade.layout import ARRANGEMENTS, NO_ACTION, SIDES, SQUARES, Unit

BOARD: dict[str, Any] = json.loads(resources.files(__package__).joinpath("data/board.json").read_text("utf-8"))
DISTANCE = tuple(int(unit["distance"]) for unit in BOARD["units"])
LETTERS = "".join(unit["letter"] for unit in BOARD["units"])
ACTIONS = len(LETTERS) * SQUARES * 2
MAX_MOVES = 8  # two single bridges with the castle alone between them: B, C and D both ways


class Arrangement(NamedTuple):
    """Where one side's pieces are, in squares 1 to 10."""

    low: int  # the lower bridge
    high: int  # the higher bridge; equal to `low` for a high bridge
    castle: int

    def bridges_on(self, square: int) -> int:
        return (self.low == square) + (self.high == square)

    def is_empty(self, square: int) -> bool:
        return not self.bridges_on(square) and self.castle != square


class Move(NamedTuple):
    action: int
    landing: int  # the square that must be free of the opponent
    after: Arrangement


def action_id(unit: int, start: int, end: int) -> int:
    """Return an action id. Each unit has twenty: a start square, then backward (towards 1) before forward."""
    return unit * SQUARES * 2 + (start - 1) * 2 + (end > start)


def action_parts(action: int) -> tuple[int, int, int]:
    """Return the unit, start and end of an action id. `end` may be off the board for ids that are never used."""
    unit, rest = divmod(action, SQUARES * 2)
    start = rest // 2 + 1
    return unit, start, start + (DISTANCE[unit] if rest % 2 else -DISTANCE[unit])


def reverse_of(action: int) -> int:
    """Return the exact reverse, which would be a retreat.

    A push never pulls, so it has none (rulings 1, 2).
    """
    unit, start, end = action_parts(action)
    if unit == Unit.PUSH or not 1 <= end <= SQUARES:
        return NO_ACTION
    return action_id(unit, end, start)


def mirrored(action: int) -> int:
    """Return the same move on the mirrored board."""
    unit, start, end = action_parts(action)
    return action_id(unit, SQUARES + 1 - start, SQUARES + 1 - end)


def arrangement_no(low: int, high: int, castle: int) -> int:
    """Return the number of an arrangement. The two bridges may be in either order."""
    low, high = min(low, high) - 1, max(low, high) - 1
    return (high * (high + 1) // 2 + low) * SQUARES + castle - 1


def units_at(pieces: Arrangement, square: int) -> list[Unit]:
    """Return the units that can move from a square, given what is there."""
    bridges, has_castle = pieces.bridges_on(square), pieces.castle == square
    if has_castle:
        return [
            [Unit.CASTLE, Unit.PUSH],
            [Unit.CASTLE, Unit.HIGH_CASTLE],
            [Unit.CASTLE, Unit.HIGH_CASTLE, Unit.TOWER],
        ][bridges]
    return [[], [Unit.BRIDGE], [Unit.BRIDGE, Unit.HIGH_BRIDGE]][bridges]


def may_land(pieces: Arrangement, unit: int, start: int, end: int) -> bool:
    """Return whether the side's own pieces allow the unit to land. The opponent's are checked during play."""
    if pieces.is_empty(end):
        return unit != Unit.PUSH
    bridges, has_castle = pieces.bridges_on(end), pieces.castle == end
    match unit:
        case Unit.BRIDGE | Unit.HIGH_CASTLE:
            return bridges == 1 and not has_castle
        case Unit.CASTLE:
            return bridges > 0
        case Unit.PUSH:
            behind = 2 * end - start
            return bridges == 1 and 1 <= behind <= SQUARES and pieces.is_empty(behind)
    return False


def moved(pieces: Arrangement, unit: int, start: int, end: int) -> Arrangement:
    """Return the side's pieces after the unit has moved from `start` to `end`."""
    castle = end if unit in (Unit.CASTLE, Unit.PUSH, Unit.HIGH_CASTLE, Unit.TOWER) else pieces.castle
    match unit:
        case Unit.CASTLE:
            bridges = [pieces.low, pieces.high]
        case Unit.PUSH:
            other = pieces.low if pieces.high == end else pieces.high
            bridges = [other, 2 * end - start]
        case Unit.HIGH_BRIDGE | Unit.TOWER:
            bridges = [end, end]
        case _:
            other = pieces.low if pieces.high == start else pieces.high
            bridges = [other, end]
    return Arrangement(min(bridges), max(bridges), castle)


def moves_of(pieces: Arrangement, side: int) -> list[Move]:
    """Return every move of an arrangement if the opponent had no pieces, by ascending action id."""
    own_moat = BOARD["sides"][side]["moat"]
    far_moat = BOARD["sides"][1 - side]["moat"]
    if pieces.castle in (own_moat, far_moat):
        return []  # never occurs, or has already won
    moves = []
    for square in {pieces.low, pieces.high, pieces.castle}:
        for unit in units_at(pieces, square):
            for end in (square - DISTANCE[unit], square + DISTANCE[unit]):
                if not 1 <= end <= SQUARES or not may_land(pieces, unit, square, end):
                    continue
                after = moved(pieces, unit, square, end)
                if after.castle != own_moat:
                    landing = 2 * end - square if unit == Unit.PUSH else end
                    moves.append(Move(action_id(unit, square, end), landing, after))
    return sorted(moves)


ARRANGEMENT = tuple(
    Arrangement(low, high, castle)
    for high in range(1, SQUARES + 1)
    for low in range(1, high + 1)
    for castle in range(1, SQUARES + 1)
)
START = np.array(
    [arrangement_no(side["bridges"][0], side["bridges"][1], side["castle"]) for side in BOARD["sides"]], np.int16
)
FAR_MOAT = np.array([BOARD["sides"][1 - side]["moat"] for side in range(SIDES)], np.int8)
BRIDGES = np.array([(pieces.low, pieces.high) for pieces in ARRANGEMENT], np.int8)
CASTLE = np.array([pieces.castle for pieces in ARRANGEMENT], np.int8)
OCCUPIED = np.array([1 << p.low - 1 | 1 << p.high - 1 | 1 << p.castle - 1 for p in ARRANGEMENT], np.int16)
REVERSE = np.array([reverse_of(action) for action in range(ACTIONS)], np.int8)
MIRRORED = np.array([mirrored(action) for action in range(ACTIONS)], np.int8)

MOVE_COUNT = np.zeros((SIDES, ARRANGEMENTS), np.int8)
MOVE_ACTION = np.full((SIDES, ARRANGEMENTS, MAX_MOVES), NO_ACTION, np.int8)
MOVE_LANDING = np.zeros((SIDES, ARRANGEMENTS, MAX_MOVES), np.int8)
MOVE_NEXT = np.zeros((SIDES, ARRANGEMENTS, MAX_MOVES), np.int16)

for _side in range(SIDES):
    for _no, _pieces in enumerate(ARRANGEMENT):
        for _k, _move in enumerate(moves_of(_pieces, _side)):
            MOVE_COUNT[_side, _no] += 1
            MOVE_ACTION[_side, _no, _k] = _move.action
            MOVE_LANDING[_side, _no, _k] = _move.landing - 1
            MOVE_NEXT[_side, _no, _k] = arrangement_no(*_move.after)


def side_points(pieces: Arrangement, side: int) -> int:
    """Return what a side's pieces are worth when a round ends (ruling 5)."""
    worth = BOARD["points"]
    territory = BOARD["territory"]
    inside = [square > territory if side == 0 else square <= territory for square in pieces]
    moat = pieces.castle == BOARD["sides"][1 - side]["moat"]
    return int(worth["bridge"] * (inside[0] + inside[1]) + worth["castle"] * inside[2] + worth["moat"] * moat)


POINTS = np.array([[side_points(pieces, side) for pieces in ARRANGEMENT] for side in range(SIDES)], np.int8)

freeze(globals())
