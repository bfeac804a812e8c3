"""The base class of all bots. A bot chooses an action, gives hints and says what a state is worth."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from stockade.bots.lookahead import evaluation
from stockade.core.errors import BadOption, BadPosition, NotAllowed
from stockade.core.game import Game
from stockade.core.state import State

SHOWN = 3  # the largest number of hints


STEP_SECONDS = 0.5  # how long a bot thinks before it says again what it has found


@dataclass(frozen=True, slots=True)
class Hint:
    """An action, and what it is worth in words."""

    action: int
    worth: str
    chance: float | None = None  # to win with it, from 0 to 1, if the bot knows


@dataclass(frozen=True, slots=True)
class Findings:
    """What a bot has found so far."""

    hints: list[Hint]  # the actions that look best, the best first
    simulations: int = 0  # how many lines of play it has tried out for them
    is_exact: bool = False  # whether thinking longer cannot change them


class Bot(ABC):
    """A program that plays. It sees what every player sees: the state."""

    name: ClassVar[str]
    needs: ClassVar[str] = ""  # the optional room of the evaluation that a game must have
    needs_compiled: ClassVar[bool] = False  # whether it cannot play before the game is compiled
    seconds: float | None = None  # how long it may think about a decision; None if it does not use a clock

    @abstractmethod
    def choose(self, state: State) -> int:
        """Return a legal action for the player who decides. The state does not change."""

    def hints(self, state: State, seconds: float | None = None) -> list[Hint]:  # noqa: ARG002
        """Return the actions that look best, the best first. Takes at most `seconds`, if given."""
        return [Hint(self.choose(state), "")]

    def watch(self, state: State, seconds: float) -> Iterator[Findings]:
        """Think for so many seconds, and yield what was found so far after each step of thinking.

        Bots that do not search have only one answer.
        """
        yield Findings(self.hints(state, seconds))

    def worth(self, state: State, seat: int) -> float:
        """Return what the state seems worth to a seat, from -1 to 1. Bots that search use their search."""
        return evaluation(state)[seat]

    @classmethod
    def can_play(cls, game: Game) -> bool:
        """Return whether the game has what this bot needs."""
        return not cls.needs or game.has(cls.needs)

    @classmethod
    def rehearse(cls, state: State) -> None:
        """Call every kernel that this bot ever calls, with as little work as possible.

        These kernels are compiled into the library of the game. Bots that call other kernels override this method.
        """
        evaluation(state)


def check_decides(state: State) -> None:
    """Refuse a state in which no player decides, and one that is obviously damaged."""
    if state.current_player < 0:
        raise NotAllowed("no player decides here: the game is over, or chance decides")
    if state.players not in state.game.spec.players or state.current_player >= state.players:
        raise BadPosition("this state is damaged: the player who decides is not at the table")


def check_budget(seconds: float | None, rounds: int | None, threads: int | None) -> None:
    """Refuse a budget that is not positive."""
    if not (seconds is None or is_amount(seconds)) or not (rounds is None or is_count(rounds)):
        raise BadOption("a search needs a positive budget of seconds or of simulations")
    if not (threads is None or is_count(threads)):
        raise BadOption(f"a search needs at least one thread, not {threads!r}")


def is_count(value: object) -> bool:
    """Return whether a value is a whole number of at least 1."""
    return type(value) is int and value >= 1


def is_amount(value: object) -> bool:
    """Return whether a value is a positive, finite number."""
    return type(value) in (int, float) and 0.0 < value < math.inf  # type: ignore[operator]


def shorter(one: float | None, other: float | None) -> float | None:
    """Return the shorter of two time limits. None means no limit."""
    return min((each for each in (one, other) if each is not None), default=None)


def lowest(players: int) -> float:
    """Return the value of a loss."""
    return -1.0 / max(players - 1, 1)


def share_of(value: float, players: int) -> float:
    """Return a mean return, from -1 to 1, as the share of wins that gives it."""
    low = lowest(players)
    return min(1.0, max(0.0, (value - low) / (1.0 - low)))


def value_of(share: float, players: int) -> float:
    """Return the mean return that a share of wins gives."""
    low = lowest(players)
    return low + share * (1.0 - low)


def steps(seconds: float) -> int:
    """Return in how many steps a bot thinks for so many seconds."""
    return max(1, round(seconds / STEP_SECONDS))
