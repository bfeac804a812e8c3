"""Eventful play: structures are built, water runs, contracts are fulfilled, and engineers seldom go to the bank."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import stockade
from stockade.core.state import State
from stockade.games.barrage.rules.actions import Base, kind_of

GAME = stockade.game("barrage")
SETTINGS = (
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"setup": "full"}),
    (3, {"setup": "full"}),
    (4, {"setup": "full"}),
    (2, {"setup": "full", "automas": 1, "level": "1"}),
    (3, {"setup": "full", "automas": 2, "level": "23"}),
    (4, {"setup": "full", "automas": 3, "level": "4"}),
)
"""Player counts and options, one of each kind."""
LIKED = {
    Base.BUILD: 6,
    Base.PRODUCE: 9,
    Base.CONTRACT: 9,
    Base.SPACE: 4,
    Base.PATENT: 3,
    Base.OFFICER: 6,
    Base.PLACE: 5,
    Base.BANK: 0.3,
    Base.PASS: 0.3,
}
TURBINES = 10  # number of turbine spaces


def lively(state: State, dice: random.Random) -> int:
    """Return a legal action: choose a kind first, then an action of that kind. Productions are preferred."""
    kinds: dict[Base, list[int]] = {}
    for action in state.legal_actions():
        kinds.setdefault(kind_of(action), []).append(action)
    turbines = [action for action in kinds.get(Base.SPACE, []) if action < TURBINES]
    if turbines and dice.random() < 0.8:
        return dice.choice(turbines)
    names = list(kinds)
    (kind,) = dice.choices(names, [LIKED.get(name, 1) for name in names])
    if kind == Base.BANK:
        return min(kinds[kind])
    return dice.choice(kinds[kind])


def walk(players: int, options: dict[str, Any], seed: int) -> Iterator[State]:
    """Yield each state of a match, including the last. It is always the same object: clone it to keep it."""
    dice, state = random.Random(seed), GAME.start(players, options)
    while not state.is_over:
        yield state
        state.apply(lively(state, dice))
    yield state
