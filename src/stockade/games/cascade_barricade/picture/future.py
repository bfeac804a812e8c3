"""The rounds to come if nobody did anything but flee: when the water arrives, and what a wall can pay until then. The
picture uses this; the rules never do."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from stockade.core.kernel import kernel
from stockade.core.layout import OVER, Records, copies
from stockade.core.room import room_of
from stockade.games.cascade_barricade.language import counted, say
from stockade.games.cascade_barricade.layout import COLOURS, NOTHING, SIDE, SLOTS, Phase, Record
from stockade.games.cascade_barricade.rules.consequences import flood
from stockade.games.cascade_barricade.rules.land import beside_row, has_bit, put_bit, touches_water
from stockade.games.cascade_barricade.rules.production import produce
from stockade.games.cascade_barricade.tables import LAND
from stockade.games.cascade_barricade.text.words import dollars

FAR = 12  # rounds that are looked at
refuges = room_of((COLOURS, SIDE), np.int64)
rows = room_of(SIDE, np.int64)


@kernel
def look_ahead(states: Records[Record], water: Any, beside: Any) -> int:
    """Play the coming rounds on a copy of the state, and return how many there are before somebody drowns.

    Fill in after how many rounds the water reaches each character where it stands now, and each wall. What does not
    happen soon stays FAR.
    """
    state = states[0]
    reach = refuges()
    for colour in range(state.colours):
        for row in range(SIDE):
            reach[colour, row] = 0
        put_bit(reach[colour], int(state.player[colour].character))
        for slot in range(SLOTS):
            if state.player[colour].stand[slot] == NOTHING:
                state.player[colour].wall[slot] = NOTHING
    lasts = FAR
    dry = int(state.colours)  # characters that the water has not reached
    ahead = 0
    while ahead < FAR and (dry > 0 or lasts == FAR):
        for colour in range(state.colours):
            for slot in range(SLOTS):
                stand = int(state.player[colour].stand[slot])
                if stand != NOTHING and beside[colour, slot] == FAR and touches_water(state, stand):
                    beside[colour, slot] = ahead
        produce(state)
        flood(state)
        state.round_no += 1
        ahead += 1
        for colour in range(state.colours):
            if water[colour] == FAR and has_bit(state.water, int(state.player[colour].character)):
                water[colour] = ahead
                dry -= 1
            if not flee_on(state, reach[colour]):
                lasts = min(lasts, ahead)
    return lasts


@kernel
def flee_on(state: Record, reach: Any) -> bool:
    """Let a character flee one step from everywhere it may be, and return whether it is dry anywhere."""
    room = rows()
    found = 0
    for row in range(SIDE):
        taken = int(state.water[row]) | int(state.holes[row]) | int(state.stands[row])
        room[row] = (int(reach[row]) | beside_row(reach, row)) & int(LAND[state.radius, row]) & ~taken
        found |= room[row]
    for row in range(SIDE):
        reach[row] = room[row]
    return found != 0


class Future(NamedTuple):
    """What the coming rounds bring if nobody does anything but flee. What does not happen soon is FAR."""

    water: tuple[int, ...]  # by colour: rounds until the water reaches the character; 1 is the end of this round
    beside: tuple[tuple[int, ...], ...]  # by colour and slot: rounds until the wall is beside water; 0 is now
    lasts: int  # rounds before somebody drowns, this one included; 0 if there are none

    def water_words(self, colour: int) -> str:
        """Return when the water reaches a character."""
        rounds = self.water[colour]
        if rounds == 1:
            return say("this round")
        return counted(rounds, "in {count} round", "in {count} rounds") if rounds < FAR else say("far away")

    def beside_words(self, colour: int, slot: int) -> str:
        """Return when the water comes to a wall, or nothing if it is there."""
        rounds = self.beside[colour][slot]
        if rounds in (0, FAR):
            return ""
        return counted(rounds, "beside water in {count} round", "beside water in {count} rounds")

    def payback(self, record: Record, wall: int) -> int:
        """Return the most that a wall can pay before somebody drowns, without the wages of its laborers."""
        return int(record.production[wall]) * self.lasts

    def payback_words(self, record: Record, wall: int) -> str:
        """Return what a wall can pay, and how many walls would fall before it: "pays $10 a round, up to $30 in 3
        rounds; 2 weaker walls beside the water"."""
        weaker = weaker_walls(record, wall)
        shield = say("no weaker wall beside the water")
        if weaker:
            shield = counted(weaker, "{count} weaker wall beside the water", "{count} weaker walls beside the water")
        return counted(
            self.lasts,
            "pays {price} a round, up to {most} in {count} round; {shield}",
            "pays {price} a round, up to {most} in {count} rounds; {shield}",
            price=dollars(int(record.production[wall])),
            most=dollars(self.payback(record, wall)),
            shield=shield,
        )


def weaker_walls(record: Record, wall: int) -> int:
    """Return how many walls beside the water have a lower starting bid."""
    walls = [
        (int(player.wall[slot]), int(player.stand[slot]))
        for player in record.player[: record.colours]
        for slot in range(SLOTS)
        if player.stand[slot] != NOTHING
    ]
    return sum(other < wall and bool(touches_water(record, stand)) for other, stand in walls)


def future(record: Record) -> Future:
    """Return what the coming rounds bring. Nothing does before the first round, at the end of a round and of the
    game."""
    water = np.full(COLOURS, FAR, np.int64)
    beside = np.full((COLOURS, SLOTS), FAR, np.int64)
    is_quiet = record.phase in (Phase.ORDER, Phase.CORNER, Phase.FLEE) or record.current_player == OVER
    lasts = 0 if is_quiet else int(look_ahead(copies(record, 1), water, beside))
    return Future(tuple(water.tolist()), tuple(map(tuple, beside.tolist())), lasts)
