"""Who judges decisions: the solution of a solved game, plans played out, or a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from stockade.analysis.settings import Setting
from stockade.core.game import Game
from stockade.core.match import Step
from stockade.core.state import State
from stockade.research.intervals import measured_interval


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a judge thinks of one decision."""

    line: tuple[int, ...]  # the best choices from here on, to the end of the turn at most
    loss: float  # of the chance to win
    chances: list[float] | None  # everybody's, before the decision; None if the judge does not say
    points: float | None = None  # the loss in points


@dataclass(frozen=True, slots=True)
class Gap:
    """How much better one choice is than another, with its 95% interval."""

    mean: float
    low: float
    high: float
    points: float | None = None
    least_points: float | None = None  # the lower end of the interval in points

    @property
    def is_sure(self) -> bool:
        """Whether the choice is better beyond the interval. Somebody who plays alone gains nothing but points."""
        return (self.low if self.least_points is None else self.least_points) > 0.0


def gap_of(differences: list[float]) -> Gap:
    """Return the mean of measured differences and its interval."""
    mean = sum(differences) / len(differences)
    low, high = measured_interval(differences) if len(differences) > 1 else (mean, mean)
    return Gap(mean, low, high)


class Judge(Protocol):
    """Judges the decisions of one game. All answers depend on the seed alone."""

    is_exact: bool

    def look(self, steps: list[Step], at: int, setting: Setting, seed: int) -> Opinion | None:
        """Judge the decision at this place of the log, or return None if it belongs to an earlier one."""
        ...

    def compare(self, steps: list[Step], at: int, better: int, setting: Setting, seed: int) -> Gap:
        """Measure how much better a choice is than the one that was played."""
        ...

    def chances(self, state: State) -> list[float]:
        """Return everybody's chances where nobody has to be judged."""
        ...


def judge_of(game: Game) -> Judge:
    """Return the judge of a game."""
    from stockade.analysis.exact import Exact
    from stockade.analysis.planned import Planned
    from stockade.analysis.searched import Searched

    if game.solution is not None:
        return Exact(game)
    return Planned() if game.plans is not None else Searched()
