"""The chances to win that people are shown. A game may say that its estimates are too careful or too sure.

Bots choose by the estimates themselves. Nothing here changes which of two choices looks better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stockade.bots.bot import share_of, value_of
from stockade.core.contract import Advice, members_of
from stockade.core.network import sharpen
from stockade.core.state import State


@dataclass(frozen=True, slots=True)
class Certainty:
    """How estimates become the chances that people are shown: see `stockade.core.contract.Advice`."""

    power: float = 1.0
    nobody: float = 1.0  # how many times likelier it is then that nobody wins

    def sharpened(self, chances: Sequence[float]) -> list[float]:
        """Return everybody's chances as they are shown. What they leave is the chance that nobody wins."""
        players = len(chances)
        values = np.array([value_of(chance, players) for chance in chances])
        sharpen(players, self.power, self.nobody, values)
        return [share_of(value, players) for value in values.tolist()]


def certainty_at(state: State) -> Certainty:
    """Return how estimates become chances at the table of a state."""
    advice = members_of(state.game.evaluation, Advice)
    if "for_table" in advice:
        advice |= advice["for_table"](state.record)
    return Certainty(advice.get("CERTAINTY", 1.0), advice.get("NOBODY_WINS", 1.0))


def shares(state: State, values: Sequence[float]) -> list[float]:
    """Turn the values of all seats, from -1 to 1, into chances to win. They sum to less than 1 if nobody may win.

    Somebody who plays alone always wins.
    """
    return certainty_at(state).sharpened(plain_shares(values))


def share(state: State, value: float, beside: Sequence[float]) -> float:
    """Turn the value of the player who decides into a chance to win.

    It depends on the others: one rival with all the rest is stronger than two who share it. They divide it in the
    proportions of `beside`, the values of all seats. Somebody who plays alone always wins.
    """
    if state.players == 1:
        return 1.0
    return share_with(state, share_of(value, state.players), beside)


def share_with(state: State, chance: float, beside: Sequence[float]) -> float:
    """Turn an estimated chance of the player who decides into the one that is shown, like `share`."""
    seat = state.current_player
    return certainty_at(state).sharpened(with_chance(plain_shares(beside), seat, chance))[seat]


def with_chance(chances: Sequence[float], seat: int, chance: float) -> list[float]:
    """Return the chances with this one for a seat. The others, and nobody, keep their proportions to each other."""
    rest = 1.0 - chances[seat]
    if rest > 0.0:
        scale = (1.0 - chance) / rest
        return [chance if other == seat else each * scale for other, each in enumerate(chances)]
    equal = (1.0 - chance) / (len(chances) - 1)
    return [chance if other == seat else equal for other in range(len(chances))]


def plain_shares(values: Sequence[float]) -> list[float]:
    """Turn values into chances as they were estimated."""
    return [1.0 if len(values) == 1 else share_of(value, len(values)) for value in values]
