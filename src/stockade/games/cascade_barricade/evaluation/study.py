"""Statistics of a match for designers: its money by rounds, and what each wall brought.

All money moves because of a wall: it is bid, laborers are hired onto it and sold from it, and it produces. So a
seat's final money is its starting money, plus what each of its walls earned, minus what it paid for them. A seat with
two colours has the money of both.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stockade.core.kernel import kernel
from stockade.core.layout import OVER, Records, copies
from stockade.core.study import Holding, Notes, Words
from stockade.games.cascade_barricade.edition import KIND_NAMES
from stockade.games.cascade_barricade.layout import COLOURS, NOTHING, SLOTS, TYPES, Phase, Record
from stockade.games.cascade_barricade.rules.actions import Base, kind_of, labor_of
from stockade.games.cascade_barricade.rules.consequences import flood
from stockade.games.cascade_barricade.rules.dispatch import effect
from stockade.games.cascade_barricade.rules.land import touches_water
from stockade.games.cascade_barricade.rules.market import hire_price, is_maintained, sale_price, sell
from stockade.games.cascade_barricade.rules.production import produce
from stockade.games.cascade_barricade.rules.turn import seat_of

WORDS = Words(thing="wall", group="wall type")
MONEY = "money"
INCOME = "income"


@kernel
def end_round(states: Records[Record], action: int, is_last: bool, gained: Any) -> None:
    """Play the end of a round on a copy of the state before the action that causes it. Add up what each wall of each
    colour pays, and in the last round what its laborers are sold for."""
    state = states[0]
    if state.phase != Phase.FLEE:
        effect(state, action)
        produce(state)
        for colour in range(state.colours):
            for slot in range(SLOTS):
                player = state.player[colour]
                if player.wall[slot] == NOTHING or not touches_water(state, player.stand[slot]):
                    continue
                if is_maintained(state, player, slot):
                    gained[colour, slot] += state.production[player.wall[slot]]
        flood(state)
    if is_last:
        for place in range(state.colours - 1, -1, -1):
            note_sell_out(state, state.order[place], gained)


@kernel
def note_sell_out(state: Record, colour: int, gained: Any) -> None:
    """Sell all laborers of a colour as in ruling 10, and note the price for each wall."""
    for slot in range(SLOTS):
        for kind in range(TYPES):
            while state.player[colour].labor[slot, kind] > 0:
                gained[colour, slot] += sale_price(state, kind)
                sell(state, colour, kind, slot)


class Watcher:
    """Collects the statistics: see `stockade.core.study`."""

    def __init__(self, start: Record) -> None:
        self._order: tuple[int, ...] = ()
        self._money = [[money] for money in by_seat(start, "money")]
        self._income = [[income] for income in by_seat(start, "earned")]
        self._bought: list[tuple[int, str, str, float]] = []  # seat, type, starting bid, price
        self._earned: list[float] = []  # what each of these walls earned
        self._held: dict[tuple[int, int], int] = {}  # index in these lists of the wall of a colour in a slot

    def see(self, before: Record, action: int, after: Record) -> None:
        is_last = bool(after.current_player == OVER)
        match before.phase:
            case Phase.ORDER:
                placed = [seat_of(after, colour) for colour in after.order.tolist() if colour != NOTHING]
                self._order = tuple(dict.fromkeys(placed))
            case Phase.OPEN | Phase.BID:
                if after.phase == Phase.STAND:
                    self._buy(before, after)
            case Phase.HIRE | Phase.ACT | Phase.SELL:
                self._trade(before, action)
        if is_production(before, after):
            self._gain(before, action, is_last)
            for seat, (money, income) in enumerate(
                zip(by_seat(after, "money"), by_seat(after, "earned"), strict=True)
            ):
                self._money[seat].append(money)
                self._income[seat].append(income)
        elif is_last:
            self._gain(before, action, is_last)

    def _buy(self, before: Record, after: Record) -> None:
        """Note a wall that was won. Its price is what the winner paid."""
        colour, wall = int(after.colour), int(after.lot)
        price = float(before.player[colour].money - after.player[colour].money)
        self._held[colour, after.player[colour].wall.tolist().index(wall)] = len(self._bought)
        self._bought.append((seat_of(after, colour), KIND_NAMES[after.kind[wall]], str(wall + 1), price))
        self._earned.append(0.0)

    def _trade(self, before: Record, action: int) -> None:
        """Note a laborer that was hired onto a wall or sold from it."""
        if kind_of(action) == Base.HIRE:
            kind, slot = labor_of(action, Base.HIRE)
            gain = -hire_price(before, kind)
        elif kind_of(action) == Base.SELL:
            kind, slot = labor_of(action, Base.SELL)
            gain = sale_price(before, kind)
        else:
            return
        self._earned[self._held[int(before.colour), slot]] += gain

    def _gain(self, before: Record, action: int, is_last: bool) -> None:
        """Note what walls bring at the end of a round, and of the game."""
        states = copies(before, 1)
        gained = np.zeros((COLOURS, SLOTS), np.int64)
        end_round(states, action, is_last, gained)
        for colour, slot in np.argwhere(gained).tolist():
            self._earned[self._held[colour, slot]] += int(gained[colour, slot])

    def notes(self, end: Record) -> Notes:
        for money, last in zip(self._money, by_seat(end, "money"), strict=True):
            money[-1] = last  # all laborers are sold after the last round
        holdings = [Holding(*bought, earned) for bought, earned in zip(self._bought, self._earned, strict=True)]
        curves = {MONEY: self._money, INCOME: self._income}
        return Notes(int(end.round_no), _ending(end), self._order, curves, holdings)


def by_seat(state: Record, field: str) -> list[float]:
    """Return an amount of each seat: the sum over its colours."""
    amounts = state.player[field][: state.colours].reshape(-1, int(state.players))
    return [float(amount) for amount in amounts.sum(axis=0)]


def is_production(before: Record, after: Record) -> bool:
    """Return whether the walls paid between two states."""
    is_over = after.phase == Phase.FLEE or after.round_no > before.round_no
    return bool(is_over and before.round_no > 0 and before.phase != Phase.FLEE)


def _ending(end: Record) -> str:
    drowned = sum(bool(end.player[colour].drowned) for colour in range(end.colours))
    if drowned == end.colours:
        return "everybody drowned"
    return "one drowned" if drowned == 1 else "several drowned"
