"""What a designer wants to know of a played game. A game may have `evaluation/study` with a class `Watcher`
and the names of things as `WORDS`.

The log is the game, so a finished match is simply looked at once more: nothing is measured while it is played, and
the rules know nothing of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from stockade.core.match import Match


@dataclass(frozen=True, slots=True)
class Words:
    """What the things that are bought in a game are called, one of them; a study says it as `WORDS`."""

    thing: str = "thing"
    group: str = "group"


@dataclass(frozen=True, slots=True)
class Holding:
    """Something that a seat bought, and what came of it."""

    seat: int
    group: str  # what it is compared by: a type of wall
    name: str  # which one of them
    price: float  # paid for it
    earned: float  # what it brought in the whole game, less what was spent on it


@dataclass(frozen=True, slots=True)
class Notes:
    """One game, as its designer looks at it."""

    rounds: int
    ending: str  # how it ended, in a few words that many games have in common
    order: tuple[int, ...] = ()  # seats in the first turn order; empty: as they came to decide first
    curves: dict[str, list[list[float]]] = field(default_factory=dict)
    """By name, for every seat: what it had at the start, and at the end of each round."""
    holdings: list[Holding] = field(default_factory=list)


class Watcher(Protocol):
    """Looks on from the first state to the last, chance included. States are records, as in `layout.py`."""

    def __init__(self, start: Any) -> None: ...

    def see(self, before: Any, action: int, after: Any) -> None:
        """Both states are only lent: a copy is needed of what is to be kept."""
        ...

    def notes(self, end: Any) -> Notes: ...


def watch(match: Match) -> Notes | None:
    """What there is to say of a finished match; None where the game has no study."""
    study = match.game.study
    if study is None:
        return None
    watcher = study.Watcher(match.start.record)
    for step in match.steps():
        watcher.see(step.before.record, step.action, step.after.record)
    return watcher.notes(match.state.record)
