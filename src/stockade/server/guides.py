"""The guide: tips that explain a game to somebody who plays it for the first time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import stockade
from stockade.core.errors import StockadeError
from stockade.core.guide import Course, GivenTip, Section, TipWords, pointed_at, slug
from stockade.core.language import language, mark
from stockade.core.match import Step
from stockade.core.scene import Scene

from .along import Along
from .levels import levels_of
from .models import AUTO, BOT, HUMAN, OVER, MatchRow, SeatRow
from .replay import state_of
from .schemas import ClosingView, GuideView, PointerView, SectionView, TipView
from .stored import Stored

KEPT_COURSES = 256
NO_GUIDE = mark("The guide is for one person who plays against bots, in a match that is not rated.")


class Guides:
    """Finds the tips of guided matches. They follow from the log, so only new actions have to be looked at."""

    def __init__(self) -> None:
        self._along: Along[Course] = Along(KEPT_COURSES)

    def view(self, stored: Stored, seat: int, scene: Scene) -> GuideView | None:
        """Return what the guide tells a seat, in the reader's language. None if the match cannot be replayed."""
        game = stockade.game(stored.row.game)
        try:
            course = self._along.follow(stored, seat, game.course(seat).begin, _go_on)
            state = state_of(stored)
        except StockadeError:
            return None
        now = course.now(state)
        things, actions = ([], []) if now is None else pointed_at(now, scene)
        words, sections = _texts(game.name, language())
        return GuideView(
            tips=[_tip(given, words, sections, stored.first_ply) for given in course.given],
            now=None if now is None or not scene.choices else PointerView(things=things, actions=actions),
            closing=_closing(stored, seat, course, sections) if stored.row.status == OVER else None,
        )


def _go_on(course: Course, steps: Sequence[Step]) -> Course:
    for step in steps:
        course = course.follow(step)
    return course


@lru_cache(maxsize=64)
def _texts(game: str, code: str) -> tuple[dict[str, TipWords], dict[str, Section]]:  # noqa: ARG001  (their language)
    found = stockade.game(game)
    return found.guide_words(), {section.id: section for section in found.sections()}


def _tip(given: GivenTip, words: dict[str, TipWords], sections: dict[str, Section], first_ply: int) -> TipView:
    said, section = words[given.tip.id], sections[slug(given.tip.section)]
    event = None if given.event is None else given.event - first_ply  # its line of the log
    return TipView(id=given.tip.id, title=said.title, text=said.text, section=_section(section), event=event)


def _section(section: Section) -> SectionView:
    return SectionView(id=section.id, title=section.title)


def _closing(stored: Stored, seat: int, course: Course, sections: dict[str, Section]) -> ClosingView:
    """Return how the game was decided, which parts of the guide did not come up, and a stronger bot."""
    row = stored.row
    game, state = stockade.game(row.game), state_of(stored)
    told = {slug(given.tip.section) for given in course.given}
    all_told = dict.fromkeys(slug(tip.section) for tip in game.guiding.GUIDE)
    played = max((sat.level or 0 for sat in stored.seats if sat.kind == BOT), default=0)
    return ClosingView(
        text=game.guiding.closing(state.record, seat) if state.is_over else "",
        rest=[_section(sections[each]) for each in all_told if each not in told],
        level=next((level.level for level in levels_of(row.game) if level.level > played), None),
    )


def may_guide(row: MatchRow, seats: Iterable[SeatRow]) -> bool:
    """Return whether a match can have a guide."""
    return is_guidable(row.game, row.rated, [seat.kind for seat in seats])


def is_guidable(game: str, rated: bool, kinds: Sequence[str]) -> bool:
    """Return whether a match with such seats can have a guide: one person plays bots, and nothing is at stake."""
    return not rated and kinds.count(HUMAN) == 1 and set(kinds) <= {HUMAN, BOT, AUTO} and has_guide(game)


def has_guide(game: str) -> bool:
    """Return whether a game has a guide. A game that this version does not have has none."""
    try:
        return stockade.game(game).has_guide
    except StockadeError:
        return False
