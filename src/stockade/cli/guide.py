"""The guide at the prompt: the same tips as in a browser, each before the decision that it is about."""

from __future__ import annotations

from rich.markup import escape

from stockade.cli.terminal import say
from stockade.core.guide import Course, GivenTip, slug
from stockade.core.match import Match, replay


class Guide:
    """Guides one player through a match."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match, self.seat = match, seat
        self.words = match.game.guide_words()
        self._actions: list[int] = []
        self._state = match.start
        self._course = match.game.course(seat).begin(match.start)

    @property
    def course(self) -> Course:
        """The tips so far. Only new actions are looked at, unless some were taken back."""
        actions = self.match.actions
        if actions[: len(self._actions)] != self._actions:
            self._actions, self._state = [], self.match.start
            self._course = self.match.game.course(self.seat).begin(self.match.start)
        for step in replay(self._state, actions[len(self._actions) :]):
            self._course, self._state = self._course.follow(step), step.after
        self._actions = list(actions)
        return self._course

    def say_tip(self) -> None:
        """Say the tip for the decision that the player is about to make, if there is one."""
        given = self.course.now(self.match.state)
        if given is not None:
            self._say(given)

    def say_all(self) -> None:
        for given in self.course.given:
            self._say(given)
        if not self.course.given:
            say("  [dim]No tips yet.[/]")

    def say_end(self) -> None:
        """Say how the game was decided, and what comes next."""
        game, state = self.match.game, self.match.state
        say()
        if state.is_over:
            say(f"  [key]Your first game is over.[/] {escape(game.guiding.closing(state.record, self.seat))}")
        told = {given.tip.section for given in self.course.given}
        rest = [
            section for section in dict.fromkeys(tip.section for tip in game.guiding.GUIDE) if section not in told
        ]
        if rest:
            say(f"  What did not come up: {escape(', '.join(rest))}. `rules` tells it.")
        say(f"  [dim]Go on with: stockade play {game.name} --level 2[/]")

    def _say(self, given: GivenTip) -> None:
        said = self.words[given.tip.id]
        seen = "" if given.event is None else f" [dim](move {given.event + 1} of the log)[/]"
        say()
        say(f"  [key]{escape(said.title)}.[/] {escape(said.typed)}{seen}")
        say(f"  [dim]More in `rules`, under {escape(self._title(given))}.[/]")

    def _title(self, given: GivenTip) -> str:
        wanted = slug(given.tip.section)
        return next(section.title for section in self.match.game.sections() if section.id == wanted)
