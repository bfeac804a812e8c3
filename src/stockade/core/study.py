"""What a designer wants to know about a played game.

A game may have `evaluation/study` with a class `Watcher`, and the names of things as `WORDS`. The log is the game, so
a finished match is simply replayed: nothing is measured while it is played, and the rules know nothing about it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from stockade.core.match import Match


@dataclass(frozen=True, slots=True)
class Words:
    """The names of the things that are bought in a game, in the singular. A study has them as `WORDS`."""

    thing: str = "thing"
    group: str = "group"


@dataclass(frozen=True, slots=True)
class Holding:
    """Something that a seat bought, and what it brought."""

    seat: int
    group: str  # the group that it is compared in, such as a type of wall
    name: str  # which one of the group
    price: float  # paid for it
    earned: float  # what it earned in the whole game, minus what was spent on it


@dataclass(frozen=True, slots=True)
class Notes:
    """What a study found out about one game."""

    rounds: int
    ending: str  # how it ended, in the same few words for similar games
    order: tuple[int, ...] = ()  # seats in the first turn order; if empty, the order of their first decisions
    curves: dict[str, list[list[float]]] = field(default_factory=dict)
    """Values by name and by seat: at the start, and at the end of each round."""
    holdings: list[Holding] = field(default_factory=list)


class Watcher(Protocol):
    """Watches a match from the first state to the last, chance included. States are records, as in `layout.py`."""

    def __init__(self, start: Any) -> None: ...

    def see(self, before: Any, action: int, after: Any) -> None:
        """Watch one action. The states are only valid during this call, so copy what must be kept."""
        ...

    def notes(self, end: Any) -> Notes: ...


def watch(match: Match) -> Notes | None:
    """Return what a study finds out about a finished match, or None if the game has no study."""
    study = match.game.study
    if study is None:
        return None
    watcher = study.Watcher(match.start.record)
    for step in match.steps():
        watcher.see(step.before.record, step.action, step.after.record)
    return watcher.notes(match.state.record)
