"""What the end of the round would bring if it came now: for the picture, never for the rules."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from stockade.core.kernel import kernel
from stockade.core.layout import OVER
from stockade.games.cascade_barricade.land import advance_water, drop_bit, put_bit
from stockade.games.cascade_barricade.layout import NOTHING, SEATS, SIDE, SLOTS, Base, Phase
from stockade.games.cascade_barricade.rules import flood, produce

Place = tuple[int, int]
"""A seat and a slot."""


@kernel
def earn(states: Any) -> None:
    """Production, as it would come now. A wall whose stand is not placed yet does not count."""
    state = states[0]
    for seat in range(state.players):
        for slot in range(SLOTS):
            if state.player[seat].stand[slot] == NOTHING:
                state.player[seat].wall[slot] = NOTHING
    produce(state)


@kernel
def rise(states: Any) -> None:
    """The consequences."""
    flood(states[0])


@kernel
def spread(states: Any, actions: Any, found: Any) -> None:
    """How many spaces the water takes after each of some `dig` and `fill`. States come in twos: the first is the one
    before the water moves, the second is room to try things in."""
    before, room = states[0], states[1]
    for number in range(len(actions)):
        for row in range(SIDE):
            room.water[row] = before.water[row]
            room.holes[row] = before.holes[row]
        if actions[number] >= Base.FILL:
            drop_bit(room.holes, actions[number] - Base.FILL)
        elif actions[number] >= Base.DIG:
            put_bit(room.holes, actions[number] - Base.DIG)
        advance_water(room)
        found[number] = 0
        for row in range(SIDE):
            for column in range(SIDE):
                found[number] += (int(room.water[row]) ^ int(before.water[row])) >> column & 1


class Outlook(NamedTuple):
    """The end of the round, seen from now."""

    earned: tuple[int, ...]  # by seat
    weakest: tuple[Place, ...]  # walls that the flood destroys, the lowest first
    lost: tuple[Place, ...]  # lone walls that the water surrounds
    wet: frozenset[int]  # cells that the water takes


NO_OUTLOOK = Outlook((0,) * SEATS, (), (), frozenset())


def outlook(record: Any) -> Outlook:
    """Nothing at all before the first round, while the round is ending, and when the game is over."""
    if record.round_no < 1 or record.phase == Phase.FLEE or record.current_player == OVER:
        return NO_OUTLOOK
    states = _copies(record, 1)
    before = _walls(record)
    earn(states)
    standing = _walls(states[0])
    earned = tuple(int(player.earned) for player in states[0].player)
    rise(states)
    after = _walls(states[0])
    weakest = sorted(before.keys() - standing.keys(), key=before.__getitem__)
    wet = _cells(states[0].water) - _cells(record.water)
    return Outlook(earned, tuple(weakest), tuple(sorted(standing.keys() - after.keys())), frozenset(wet))


def kept_dry(record: Any, actions: list[int]) -> list[int]:
    """How many spaces more stay dry after each of some `dig` and `fill`; less than nought: fewer."""
    states = _copies(record, 2)
    earn(states)
    found = np.zeros(len(actions) + 1, np.int32)
    spread(states, np.array([0, *actions], np.int32), found)
    now, *then = found.tolist()
    return [now - count for count in then]


def _copies(record: Any, count: int) -> Any:
    states = np.empty(count, record.dtype).view(np.recarray)
    states[:] = record
    return states


def _walls(record: Any) -> dict[Place, int]:
    """The walls that stand, by seat and slot."""
    return {
        (seat, slot): int(player.wall[slot])
        for seat, player in enumerate(record.player[: record.players])
        for slot in range(SLOTS)
        if player.stand[slot] != NOTHING and player.wall[slot] != NOTHING
    }


def _cells(rows: Any) -> set[int]:
    return {
        row * SIDE + column for row, bits in enumerate(rows.tolist()) for column in range(SIDE) if bits >> column & 1
    }
