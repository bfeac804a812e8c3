"""Judges the decisions of a solved game, without any doubt."""

from __future__ import annotations

from stockade.analysis.judge import Gap, Opinion
from stockade.analysis.settings import Setting
from stockade.bots.perfect import PerfectBot, solution_of
from stockade.core.game import Game
from stockade.core.match import Step
from stockade.core.state import State


class Exact:
    """The solution of the game: a win counts as 1, a draw as a half."""

    is_exact = True

    def __init__(self, game: Game) -> None:
        game.compile()

    def look(self, steps: list[Step], at: int, setting: Setting, seed: int) -> Opinion | None:  # noqa: ARG002
        step = steps[at]
        seat = step.before.current_player
        chances = self.chances(step.before)
        loss = chances[seat] - self._worth(step.after, seat)
        better = step.action if loss <= 0.0 else PerfectBot(seed=seed).choose(step.before)
        return Opinion((better,), loss, chances)

    def compare(self, steps: list[Step], at: int, better: int, setting: Setting, seed: int) -> Gap:  # noqa: ARG002
        step = steps[at]
        seat = step.before.current_player
        after = step.before.clone()
        after.apply(better)
        loss = self._worth(after, seat) - self._worth(step.after, seat)
        return Gap(loss, loss, loss)

    def chances(self, state: State) -> list[float]:
        return [self._worth(state, seat) for seat in range(state.players)]

    def _worth(self, state: State, seat: int) -> float:
        return (solution_of(state).verdict_for(seat, state).value + 1) / 2
