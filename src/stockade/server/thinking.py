"""What bots compute for the server: actions, hints and answers to draw offers."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from stockade.core.state import State

from .readiness import level_now
from .schemas import Candidate, Hint, Hints, Thoughts

if TYPE_CHECKING:
    from stockade.bots import bot as bots
    from stockade.bots.bot import Bot


def choose(state: State, level: int | None, minds: dict[int | None, Bot]) -> int:
    """Return an action chosen by a bot of this level.

    Bots are kept in `minds` during their turn, so that one that has planned it does not plan again.
    """
    if level not in minds:
        minds[level] = level_now(state.game.name, level, state.players).make()
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


def watch(state: State, seconds: float) -> Iterator[Thoughts]:
    """Let the strongest bot that is ready think, and yield what it has found so far, a few times."""
    from stockade.bots.advice import watch as watch_bot

    spent = 0.0
    started = time.monotonic()
    bot, found = watch_bot(state.clone(), seconds)
    for each in found:
        now = time.monotonic()
        spent, started = spent + now - started, now
        yield Thoughts(
            bot=bot,
            seconds=spent,
            simulations=each.simulations,
            candidates=[_candidate(state, hint) for hint in each.hints],
            is_exact=each.is_exact,
            done=False,
        )
        started = time.monotonic()  # others may have thought meanwhile


def _candidate(state: State, hint: bots.Hint) -> Candidate:
    words = {"text": state.format(hint.action), "label": state.describe(hint.action)}
    return Candidate(action=hint.action, worth=hint.worth, chance=hint.chance, **words)


def accepts_draw(state: State, seat: int, level: int | None) -> bool:
    """Return whether a bot of this level accepts a draw."""
    from stockade.bots import advice

    return advice.accepts_draw(level_now(state.game.name, level, state.players).make(), state.clone(), seat)
