"""What bots think, apart from when and where: an action, a hint, an answer to an offered draw."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from stockade.core.state import State

from .readiness import level_now
from .schemas import Hint

if TYPE_CHECKING:
    from stockade.bots.bot import Bot


def choose(state: State, level: int | None, minds: dict[int | None, Bot]) -> int:
    """An action by a bot of that level. Bots are kept in `minds` for as long as they are at it: one that has planned
    its turn need not plan it again."""
    if level not in minds:
        minds[level] = level_now(state.game.name, level).make()
    return int(minds[level].choose(state.clone()))


def any_action(state: State) -> int:
    """What a bot plays that failed to think: the people at the table should not have to wait for ever."""
    return random.choice(state.legal_actions())


def hint(state: State, seconds: float) -> Hint:
    """What the strongest bot that can play now would do, after a short look."""
    from stockade.bots.advice import advise

    action = advise(state.clone(), seconds).hints[0].action
    return Hint(action=action, text=state.format(action), label=state.describe(action))


def accepts_draw(state: State, seat: int, level: int | None) -> bool:
    """Whether a bot of that level agrees to a draw."""
    from stockade.bots import advice

    return advice.accepts_draw(level_now(state.game.name, level).make(), state.clone(), seat)
