"""Chances to win, and what chance itself was worth."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stockade.bots.certainty import certainty_at, plain_shares, shares
from stockade.bots.lookahead import evaluation
from stockade.core.match import Step
from stockade.core.state import State

MOST_OUTCOMES = 4000  # of chance that are weighed one by one


def at_least(chances: Sequence[float], seat: int, least: float) -> list[float]:
    """Return the chances with at least so much for a seat. The others lose what it gains, each in proportion."""
    gain = max(0.0, least - chances[seat])
    rest = sum(chances) - chances[seat]
    kept = max(0.0, 1.0 - gain / rest) if rest > 0.0 else 0.0
    return [chance + gain if other == seat else chance * kept for other, chance in enumerate(chances)]


def estimated(state: State) -> list[float]:
    """Return everybody's chances by the game's evaluation, or by the result if the game is over."""
    return shares(state, evaluation(state))


def weighed(state: State, budget: int = MOST_OUTCOMES) -> list[float]:
    """Return everybody's chances, once the player who decides has played this turn quickly."""
    values = np.zeros(max(state.game.spec.players), np.float64)
    certainty = certainty_at(state)
    state.game.template("luck").weigh_one(state.data, budget, certainty.power, certainty.nobody, values)
    return plain_shares(values[: state.players].tolist())


def luck_of(step: Step) -> list[float]:
    """Return what an outcome of chance was worth to every seat.

    It is compared with the mean of all outcomes, each as it would be shown, so luck is zero on average, however good
    or bad the estimates are.
    """
    expected = weighed(step.before, MOST_OUTCOMES)
    found = weighed(step.after, MOST_OUTCOMES // len(step.before.chance_weights()))
    return [now - mean for now, mean in zip(found, expected, strict=True)]
