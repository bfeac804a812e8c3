"""Judges the decisions of a solved game, without any doubt."""

from __future__ import annotations

from stockade.analysis.judge import Gap, Opinion
from stockade.analysis.settings import Setting
from stockade.bots.perfect import PerfectBot, solution_of
from stockade.core.game import Game
from stockade.core.language import counted, say
from stockade.core.match import Step
from stockade.core.solution import Verdict
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


def reason(state: State, better: int, played: int) -> str:
    """Return how the game ends after the played action with best play, and how after the better one."""
    ends = []
    for action in (better, played):
        after = state.clone()
        after.apply(action)
        ends.append(_end_words(solution_of(state).verdict_for(state.current_player, after)))
    return say("{worse} instead of {better}", better=ends[0], worse=ends[1])


def _end_words(verdict: Verdict) -> str:
    left = verdict.distance
    if verdict.value == 0:
        return say("a draw")
    if not left:
        return say("a win at once") if verdict.value > 0 else say("a loss at once")
    if verdict.value > 0:
        return counted(left, "a win after {count} more move", "a win after {count} more moves")
    return counted(left, "a loss after {count} more move", "a loss after {count} more moves")
