"""Guided first games, for the tests of every guide: bots play them, and each tip is looked at when it comes up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

import stockade
from stockade.bots.levels import levels
from stockade.core.guide import GivenTip
from stockade.core.match import Entry, entries
from stockade.core.state import State

GAMES = 20
SEAT = 0


@dataclass(frozen=True)
class Seen:
    """A tip, the state before the decision that it is about, and the line of the log that it explains."""

    given: GivenTip
    state: State
    event: Entry | None

    @property
    def texts(self) -> list[str]:
        """The legal actions, in notation."""
        return [self.state.format(action) for action in self.state.legal_actions()]

    @property
    def prompt(self) -> str:
        return self.state.scene(SEAT).prompt

    @property
    def told(self) -> str:
        assert self.event is not None
        return "\n".join(self.event.told)

    def after(self, action: int | str) -> State:
        state = self.state.clone()
        state.apply(action)
        return state

    def shown(self) -> list[str]:
        """The actions that the tip points at, in notation."""
        return [self.state.format(action) for action in self.given.shows if isinstance(action, int)]


@cache
def seen_in(name: str) -> list[list[Seen]]:
    """Return the tips of some games against the weakest bots, game by game. The player is a bit better than they."""
    game = stockade.game(name)
    return [_play(game, seed) for seed in range(GAMES)]


def _play(game: stockade.Game, seed: int) -> list[Seen]:
    match = stockade.Match(game, game.spec.guided_players(), seed=seed)
    ladder = levels(game)
    bots = [ladder[1 if seat == SEAT else 0].make(seed + seat) for seat in range(match.players)]
    course, log, seen = game.course(SEAT).begin(match.start), [], []
    steps = match.opening
    while True:
        for step in steps:
            course = course.follow(step)
            log += entries([step])
        given = course.now(match.state)
        if given is not None:
            seen.append(Seen(given, match.state, None if given.event is None else log[given.event]))
        if match.is_over:
            return seen
        steps = match.play(bots[match.state.current_player].choose(match.state))


def check_guide(name: str, matters: Mapping[str, Callable[[Seen], bool]], untold: set[str]) -> None:
    """Check that every tip comes up, only when it matters, and that together they cover the lesson."""
    game = stockade.game(name)
    tips = {tip.id for tip in game.guiding.GUIDE}
    assert set(matters) == tips
    found = [seen for games in seen_in(name) for seen in games]
    assert {seen.given.tip.id for seen in found} == tips
    for seen in found:
        assert matters[seen.given.tip.id](seen), (seen.given.tip.id, str(seen.state))
    assert {section.title for section in game.sections()} - {tip.section for tip in game.guiding.GUIDE} == untold
