"""What bots tell a person: hints, and their answers to offered draws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stockade.bots.bot import Bot, Findings, Hint
from stockade.bots.levels import best_ready
from stockade.core.language import say
from stockade.core.state import State

EVEN = 0.05  # from -1 to 1: a seat that is worth no more than this is no better than even


@dataclass(frozen=True, slots=True)
class Advice:
    """The hints of one bot, the best first, and the bot's name."""

    name: str
    hints: list[Hint]


def advise(state: State, seconds: float | None = None) -> Advice:
    """Ask the strongest bot that can play now. It searches for at most `seconds`, if given.

    Until the game is compiled, that is the strongest bot that needs no compiled code, so that nobody waits for a
    hint.
    """
    strongest = best_ready(state.game, state.players)
    return Advice(say(strongest.name), strongest.make().hints(state, seconds))


def watch(state: State, seconds: float) -> tuple[str, Iterator[Findings]]:
    """Let the strongest bot that can play now think for so many seconds. Return its name, and what it finds."""
    strongest = best_ready(state.game, state.players)
    return say(strongest.name), strongest.make().watch(state, seconds)


def accepts_draw(bot: Bot, state: State, seat: int) -> bool:
    """Return whether the bot accepts a draw. It does if it thinks that its seat is no better than about even."""
    return bot.worth(state, seat) <= EVEN
