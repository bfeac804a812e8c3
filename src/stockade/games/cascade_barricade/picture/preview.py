"""What the end of the round would bring if it came now, or after an action. The picture uses this; the rules never
do."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from stockade.core.contract import Actions
from stockade.core.kernel import kernel
from stockade.core.layout import OVER, Records, copies
from stockade.games.cascade_barricade.language import say
from stockade.games.cascade_barricade.layout import COLOURS, NOTHING, SIDE, SLOTS, Phase, Record
from stockade.games.cascade_barricade.rules.action_phase import apply_act
from stockade.games.cascade_barricade.rules.actions import Base, kind_of
from stockade.games.cascade_barricade.rules.auction import apply_stand
from stockade.games.cascade_barricade.rules.consequences import flood
from stockade.games.cascade_barricade.rules.land import can_flee
from stockade.games.cascade_barricade.rules.market import apply_hire
from stockade.games.cascade_barricade.rules.production import produce
from stockade.games.cascade_barricade.rules.scrapping import remove_wall, scrap_slot

Place = tuple[int, int]
"""A colour and a slot."""


@kernel
def change(state: Record, action: int) -> None:
    """Apply an action without its consequences. Actions that change nothing before the round ends are left out."""
    colour = int(state.colour)
    if action == Base.SCRAP:
        remove_wall(state, colour, scrap_slot(state, colour))
    elif Base.MOVE <= action < Base.TRASH:
        apply_act(state, colour, action)
    elif Base.HIRE <= action < Base.MOVE:
        apply_hire(state, colour, action)
    elif Base.WALL <= action < Base.HIRE:
        apply_stand(state, colour, action)


@kernel
def end_rounds(states: Records[Record], actions: Actions, standing: Any, drowning: Any) -> None:
    """Play the end of the round after each of some actions, with one state for each. Note which walls production
    leaves in each slot, and who cannot flee. Walls without a stand do not count."""
    for number in range(len(actions)):
        state = states[number]
        change(state, actions[number])
        for colour in range(state.colours):
            for slot in range(SLOTS):
                if state.player[colour].stand[slot] == NOTHING:
                    state.player[colour].wall[slot] = NOTHING
        produce(state)
        for colour in range(state.colours):
            for slot in range(SLOTS):
                standing[number, colour, slot] = state.player[colour].wall[slot]
        flood(state)
        for colour in range(state.colours):
            if state.flooded >> colour & 1 and not can_flee(state, state.player[colour].character):
                drowning[number, colour] = True


class Outlook(NamedTuple):
    """The end of the round, as it would be from now."""

    earned: tuple[int, ...]  # indexed by colour
    weakest: tuple[Place, ...]  # walls that the flood destroys, the lowest first
    lost: tuple[Place, ...]  # lone walls that the water surrounds
    wet: frozenset[int]  # cells that the water reaches
    fleeing: frozenset[int]  # colours whose characters the water reaches
    drowning: frozenset[int]  # colours whose characters cannot flee

    @property
    def falling(self) -> tuple[Place, ...]:
        """All walls that will be gone when the round has ended."""
        return (*self.weakest, *self.lost)

    def fate(self, colour: int, slot: int) -> str:
        """Return what will happen to a wall, or nothing if it stays."""
        if (colour, slot) in self.weakest:
            return say("the weakest by the water: it will be destroyed")
        return say("alone in the water: it will be lost") if (colour, slot) in self.lost else ""


NO_OUTLOOK = Outlook((0,) * COLOURS, (), (), frozenset(), frozenset(), frozenset())


def outlook(record: Record) -> Outlook:
    return outlooks(record, [])[0]


def outlooks(record: Record, actions: list[int]) -> list[Outlook]:
    """Return the outlook from the current state, then after each of some legal actions. All are empty before there is
    a turn order, while the round is ending, and when the game is over."""
    if record.phase in (Phase.ORDER, Phase.FLEE) or record.current_player == OVER:
        return [NO_OUTLOOK] * (len(actions) + 1)
    count = len(actions) + 1
    states = copies(record, count)
    standing = np.full((count, COLOURS, SLOTS), NOTHING, np.int8)
    drowning = np.zeros((count, COLOURS), np.bool_)
    end_rounds(states, np.array([Base.DONE, *actions], np.int32), standing, drowning)
    # Most actions change nothing, and share one outlook.
    parts = (
        states["water"],
        states["flooded"],
        states["player"]["earned"],
        states["player"]["wall"],
        standing,
        drowning,
    )
    found: dict[bytes, Outlook] = {}
    answers = []
    for number, action in enumerate([int(Base.DONE), *actions]):
        places = kind_of(action) in (Base.WALL, Base.SCRAP)  # a wall is placed or removed
        key = bytes([places]) + b"".join(part[number].tobytes() for part in parts)
        if key not in found:
            found[key] = _read(record, action, states[number], standing[number], drowning[number])
        answers.append(found[key])
    return answers


def _read(record: Record, action: int, then: Record, standing: Any, drowning: Any) -> Outlook:
    colours = range(int(record.colours))
    before = {
        (colour, slot): int(record.player[colour].wall[slot])
        for colour in colours
        for slot in range(SLOTS)
        if record.player[colour].wall[slot] != NOTHING and _stands(record, action, colour, slot)
    }
    weakest = sorted((place for place in before if standing[place] == NOTHING), key=before.__getitem__)
    lost = [
        place for place in before if standing[place] != NOTHING and then.player[place[0]].wall[place[1]] == NOTHING
    ]
    return Outlook(
        tuple(int(player.earned) for player in then.player),
        tuple(weakest),
        tuple(sorted(lost)),
        frozenset(_cells(then.water) - _cells(record.water)),
        frozenset(colour for colour in colours if int(then.flooded) >> colour & 1),
        frozenset(colour for colour in colours if drowning[colour]),
    )


def _stands(record: Record, action: int, colour: int, slot: int) -> bool:
    """Return whether a wall stands on the land after the action."""
    if colour == record.colour and action == Base.SCRAP and slot == scrap_slot(record, colour):
        return False
    placed = kind_of(action) == Base.WALL and colour == record.colour
    return placed or bool(record.player[colour].stand[slot] != NOTHING)


def _cells(rows: Any) -> set[int]:
    return {
        row * SIDE + column for row, bits in enumerate(rows.tolist()) for column in range(SIDE) if bits >> column & 1
    }
