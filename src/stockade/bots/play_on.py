"""Play a game on to its end, quickly: every seat takes what looks best."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from stockade.bots.lookahead import FEW_OUTCOMES, preferences
from stockade.core.state import State


def play_on(
    state: State, action: int, seed: int, slip: float = 0.0, choose: Callable[[State], int] | None = None
) -> State:
    """Take a legal action, and return the state in which the game ends.

    Every seat takes the action that looks best, or with the probability `slip` the second best. Chance that follows
    an action is hardly looked at, so this is faster than the bot `greedy`, and a little weaker. With `choose`, that
    decides for every seat.
    """
    game, dice = state.game, random.Random(seed)
    actions, worth = np.empty(game.spec.legal_limit, np.int32), np.empty(game.spec.legal_limit, np.float64)
    at = state.clone()
    game.play.apply_legal(at.data, action)
    while not at.is_over:
        if at.is_chance:
            outcomes, weights = zip(*at.chance_weights(), strict=True)
            [chosen] = dice.choices(outcomes, weights)
        elif choose is not None:
            chosen = choose(at)
        else:
            if game.plans is not None:
                actions, worth = preferences(at)
                n = len(actions)
            else:
                n = game.play.look_ahead(at.data, FEW_OUTCOMES, actions, worth)
            order = np.argsort(-worth[:n], kind="stable")
            chosen = int(actions[order[int(n > 1 and dice.random() < slip)]])
        game.play.apply_legal(at.data, chosen)
    return at
