"""The guide: tips that explain a game to a new player during a match, each at the moment when it first matters.

A game lists its tips in its `text`, the most important first. Their words are in `guide.md`, beside the lesson, so
that they can be translated as a whole:

    ## push: Push a bridge
    Your castle can push ...
    > Touch the castle, then ...

Lines after `>` say how something is done on a board. Where moves are typed, they are left out.

Which tips a player has been given follows from the log of the match alone, so nothing has to be stored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from stockade.core.errors import BadGame
from stockade.core.match import Step
from stockade.core.scene import Scene
from stockade.core.state import State

LONGEST = 60  # words of a tip
HEADING = re.compile(r"^## +(.+?) *$", re.MULTILINE)
BY_HAND = re.compile(r"^> ", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Moment:
    """A decision of the player who is guided."""

    state: State
    seat: int

    @cached_property
    def record(self) -> Any:
        return self.state.record

    @cached_property
    def actions(self) -> list[int]:
        """The legal actions."""
        return self.state.legal_actions()


def always(_: Moment) -> bool:
    return True


def nothing(_: Moment) -> Iterable[int | str]:
    return ()


@dataclass(frozen=True, slots=True)
class Tip:
    """Something that a player is told once in a match, before they decide."""

    id: str
    section: str  # the heading in the lesson under which there is more about it, in English
    when: Callable[[Moment], bool] = always  # whether it matters at this decision
    after: Callable[[Step, int], bool] | None = None
    """For a tip that explains an event: whether a step is such an event for the seat that is guided. The tip is due
    at the player's next decision."""
    shows: Callable[[Moment], Iterable[int | str]] = nothing
    """What to highlight: ids of areas and pieces, or legal actions, whose touches are highlighted."""


class TipWords(NamedTuple):
    """What a tip says."""

    title: str
    text: str
    typed: str  # the text for somebody who types moves


class Section(NamedTuple):
    """A section of a lesson. The id is the same in every language."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class GivenTip:
    """A tip that was given to a player."""

    tip: Tip
    at: int  # the ply of the decision before which it was given
    event: int | None  # the ply of the action that it explains
    shows: tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """The tips that a player has been given so far in a match."""

    tips: Sequence[Tip]
    seat: int
    given: tuple[GivenTip, ...] = ()
    due: Mapping[str, int] = field(default_factory=dict)  # tips about events that have happened, and the last ply

    def begin(self, state: State) -> Course:
        """Return the course at the first state of a match."""
        return self._decide(state)

    def follow(self, step: Step) -> Course:
        """Return the course after one more step of the match."""
        known = {given.tip.id for given in self.given}
        events = {
            tip.id: step.before.ply
            for tip in self.tips
            if tip.after is not None and tip.id not in known and tip.after(step, self.seat)
        }
        course = replace(self, due={**self.due, **events}) if events else self
        return course._decide(step.after)

    def now(self, state: State) -> GivenTip | None:
        """Return the tip for the decision that the player is about to make, or None."""
        last = self.given[-1] if self.given else None
        is_mine = state.current_player == self.seat
        return last if last is not None and is_mine and last.at == state.ply else None

    def _decide(self, state: State) -> Course:
        if state.current_player != self.seat:
            return self
        moment = Moment(state, self.seat)
        known = {given.tip.id for given in self.given}
        for tip in self.tips:
            is_due = tip.after is None or tip.id in self.due
            if tip.id not in known and is_due and tip.when(moment):
                given = GivenTip(tip, state.ply, self.due.get(tip.id), tuple(tip.shows(moment)))
                return replace(self, given=(*self.given, given))
        return self


def pointed_at(given: GivenTip, scene: Scene) -> tuple[list[str], list[int]]:
    """Return what a tip highlights in the scene of its decision: ids of things, and actions that are buttons."""
    touches = {choice.action: choice.touches for choice in scene.choices}
    things: dict[str, None] = {}
    for shown in given.shows:
        things.update(dict.fromkeys((shown,) if isinstance(shown, str) else touches.get(shown, ())))
    return list(things), [shown for shown in given.shows if isinstance(shown, int) and touches.get(shown) == ()]


# -- texts ---------------------------------------------------------------------------------------------------


def read_words(text: str) -> dict[str, TipWords]:
    """Return the words of every tip in a `guide.md`, by the tip's id."""
    parts = HEADING.split(text)
    found: dict[str, TipWords] = {}
    for heading, body in zip(parts[1::2], parts[2::2], strict=True):
        tip, colon, title = heading.partition(": ")
        if not colon or tip in found:
            raise BadGame(f"guide.md: the heading {heading!r} is not an id of its own, a colon and a title")
        on_board = " ".join(BY_HAND.sub("", body).split())
        typed = " ".join(line for line in body.splitlines() if not BY_HAND.match(line))
        found[tip] = TipWords(title, on_board, " ".join(typed.split()))
    return found


def read_sections(lesson: str, translated: str) -> list[Section]:
    """Return the sections of a lesson: ids from the English one, and titles from its translation."""
    ids = [slug(heading) for heading in HEADING.findall(FENCED.sub("", lesson))]
    titles = HEADING.findall(FENCED.sub("", translated))
    return [Section(*each) for each in zip(ids, titles, strict=False)]


def slug(heading: str) -> str:
    """Return a heading as it is written in the address of its section: "how-things-move"."""
    return "-".join(re.findall(r"\w+", heading.lower()))
