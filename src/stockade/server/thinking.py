"""What bots compute for the server: actions, hints and answers to draw offers."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from stockade.core.state import State

from .readiness import level_now
from .schemas import Hint, Hints

if TYPE_CHECKING:
    from stockade.bots.bot import Bot


def choose(state: State, level: int | None, minds: dict[int | None, Bot]) -> int:
    """Return an action chosen by a bot of this level.

    Bots are kept in `minds` during their turn, so that one that has planned it does not plan again.
    """
    if level not in minds:
        minds[level] = level_now(state.game.name, level).make()
    return int(minds[level].choose(state.clone()))


def any_action(state: State) -> int:
    """Return a random legal action, for a bot that failed to think, so that nobody has to wait forever."""
    return random.choice(state.legal_actions())


def hint(state: State, seconds: float) -> Hints:
    """Return what the strongest bot that is ready would play after thinking briefly."""
    from stockade.bots.advice import advise

    advice = advise(state.clone(), seconds)
    hints = [
        Hint(action=each.action, text=state.format(each.action), label=state.describe(each.action), worth=each.worth)
        for each in advice.hints
    ]
    return Hints(bot=advice.name, hints=hints)


def accepts_draw(state: State, seat: int, level: int | None) -> bool:
    """Return whether a bot of this level accepts a draw."""
    from stockade.bots import advice

    return advice.accepts_draw(level_now(state.game.name, level).make(), state.clone(), seat)
