"""What an analysis has found. Everything in it is plain data, and can be stored as JSON.

A `ply` is the number of actions of the log before that moment, also if the match began at a position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

FORMAT = 1  # grows when the meaning of a field changes


@dataclass(frozen=True, slots=True)
class Least:
    """The smallest losses that count. A smaller one is no mistake."""

    chance: float = 0.01  # of the chance to win; smaller luck is none, either
    points: float = 0.3  # for somebody alone: then only points count

    def loss(self, players: int) -> float:
        """Return the smallest loss that counts among so many players."""
        return self.points if players == 1 else self.chance


LEAST = Least()


@dataclass(frozen=True, slots=True)
class Moment:
    """How things stood before an action, or at the end."""

    ply: int
    chances: list[float]  # of each seat, to win: from 0 to 1
    points: list[float]


@dataclass(frozen=True, slots=True)
class Decision:
    """What a choice has lost against the best one that was found."""

    ply: int
    seat: int
    played: int
    better: int  # the same as `played` if no better choice was found
    loss: float  # of the chance to win, from 0 to 1
    points: float | None = None  # the loss in points, in games that are compared by points
    is_checked: bool = False  # whether the loss was measured again
    low: float = 0.0  # if checked: the 95% interval of the loss
    high: float = 0.0

    def size(self, players: int) -> float:
        """Return how much it has lost: in points, if there is nobody to win against."""
        return (self.points or 0.0) if players == 1 else self.loss


@dataclass(frozen=True, slots=True)
class Luck:
    """What an outcome of chance was worth to every seat, against the mean of all outcomes."""

    ply: int
    gains: list[float]  # of the chance to win


@dataclass(frozen=True, slots=True)
class Mistake:
    """One of the costliest decisions of a seat."""

    decision: Decision
    line: list[int]  # the better choice, and how play may go on from there
    position: dict[str, Any]  # before the decision
    before: list[float]  # chances after the better choice
    after: list[float]  # chances after the played one
    words: Mapping[str, MistakeWords] = field(default_factory=dict)  # by language


@dataclass(frozen=True, slots=True)
class MistakeWords:
    """A mistake in words, in one language."""

    played: str
    better: str
    line: list[str]
    reasons: list[str]  # what differs at the end of the compared lines
    events: list[str]  # what happens only after the better choice
    played_events: list[str] = field(default_factory=list)  # what happens only after the played one


@dataclass(frozen=True, slots=True)
class Analysis:
    """Everything about one game."""

    game: str
    players: int
    setting: str
    is_exact: bool  # whether chances and losses come from the solution of the game
    moments: list[Moment]
    decisions: list[Decision]
    luck: list[Luck]
    mistakes: list[Mistake]  # of all seats, in the order of the game
    summary: Mapping[str, list[str]] = field(default_factory=dict)  # sentences, by language
    least: Least = LEAST
    format: int = FORMAT

    @property
    def has_points(self) -> bool:
        """Whether points are more than won and lost."""
        return any(abs(points) > 1 for moment in self.moments for points in moment.points)

    def costly(self) -> list[Decision]:
        """Return every decision that has lost something, in the order of the game."""
        least = self.least.loss(self.players)
        return [decision for decision in self.decisions if decision.size(self.players) >= least]

    def is_measured(self, decision: Decision) -> bool:
        """Return whether a loss is more than an estimate at a glance."""
        return self.is_exact or decision.is_checked

    def strokes_of_luck(self, most: int) -> list[tuple[Luck, int]]:
        """Return the outcomes of chance that changed the most, each with the seat whose chances changed the most."""
        found = [(luck, max(range(self.players), key=lambda seat: abs(luck.gains[seat]))) for luck in self.luck]
        large = [(luck, seat) for luck, seat in found if abs(luck.gains[seat]) >= self.least.chance]
        return sorted(large, key=lambda each: -abs(each[0].gains[each[1]]))[:most]

    def luck_of(self, seat: int) -> float:
        """Return what chance gave to a seat in all."""
        return sum(luck.gains[seat] for luck in self.luck)

    def loss_of(self, seat: int) -> float:
        """Return what a decision of a seat lost on average. Losses are no sum: each may lose what was lost before."""
        losses = [decision.loss for decision in self.decisions if decision.seat == seat]
        return sum(losses) / len(losses) if losses else 0.0

    def to_json(self) -> dict[str, Any]:
        plain: dict[str, Any] = _rounded(asdict(self))
        return plain


def _rounded(value: Any) -> Any:
    """Return plain data with shorter numbers."""
    match value:
        case float():
            return round(value, 4)
        case dict():
            return {key: part if key == "position" else _rounded(part) for key, part in value.items()}
        case list() | tuple():
            return [_rounded(part) for part in value]
    return value
