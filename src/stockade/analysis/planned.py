"""Judges whole turns, in games that say how to plan one: the played turn is compared with the best plans."""

from __future__ import annotations

import numpy as np

from stockade.analysis.chances import estimated
from stockade.analysis.judge import Gap, Opinion, gap_of
from stockade.analysis.settings import Setting
from stockade.bots.planner import LONGEST_PLAN, Plan, Trial, best_plans, chance_behind
from stockade.core.layout import CHANCE
from stockade.core.match import Step
from stockade.core.state import State


class Planned:
    """Plays out the turns that look best and the one that was played, all with the same luck.

    The difference is counted in points. A lead of that many points is then turned into a chance to win. Where the
    game ends with the turn, the results are compared.
    """

    is_exact = False

    def look(self, steps: list[Step], at: int, setting: Setting, seed: int) -> Opinion | None:
        step = steps[at]
        if at and _goes_on(steps[at - 1], step):
            return None
        state = step.before
        chances = self.chances(state)
        played = played_turn(steps, at)
        plans = [Plan(played, 0.0), *(plan for plan in best_plans(state, setting.plans) if plan.actions != played)]
        best, loss = self._best(state, plans, setting, seed)
        if best == 0 or loss <= 0.0:
            return Opinion(played, 0.0, chances, 0.0)
        final = self._final(state, plans[0], plans[best])
        return Opinion(plans[best].actions, self._in_chance(state, loss) if final is None else final, chances, loss)

    def compare(self, steps: list[Step], at: int, better: int, setting: Setting, seed: int) -> Gap:
        state = steps[at].before
        plans = [Plan(played_turn(steps, at), 0.0)]
        plans += [plan for plan in best_plans(state, 4 * setting.plans) if plan.actions[0] == better][: setting.plans]
        if len(plans) == 1:
            return Gap(0.0, 0.0, 0.0, 0.0)
        best, _ = self._best(state, plans, setting, seed + 1)
        if best == 0:
            return Gap(0.0, 0.0, 0.0, 0.0)
        trial = Trial(state, [plans[0], plans[best]])
        results = trial.run([0, 1], _seeds(seed, setting.playouts * setting.checks))
        found = gap_of((results[:, 1] - results[:, 0]).tolist())
        final = self._final(state, plans[0], plans[best])
        if final is not None:
            return Gap(final, final, final, found.mean, min(found.low, final))  # points that change nothing are none
        low, mean, high = (self._in_chance(state, each) for each in (found.low, found.mean, found.high))
        return Gap(mean, low, high, found.mean, found.low)

    def chances(self, state: State) -> list[float]:
        return estimated(state)

    def _best(self, state: State, plans: list[Plan], setting: Setting, seed: int) -> tuple[int, float]:
        """Return the plan that comes to the most points, and how many more than the first.

        The worse half is dropped in each round. The first plan stays, to be compared with.
        """
        trial = Trial(state, plans)
        left = list(range(len(plans)))
        number = 0
        while len(left) > 2:
            trial.run(left, _seeds(seed + number, setting.playouts))
            number += 1
            others = sorted(left[1:], key=trial.mean, reverse=True)
            left = [0, *others[: max(1, len(others) // 2)]]
        trial.run(left, _seeds(seed + number, 2 * setting.playouts))
        best = max(left, key=trial.mean)
        return best, trial.mean(best) - trial.mean(0)

    def _final(self, state: State, played: Plan, better: Plan) -> float | None:
        """Return what the better turn is worth by the result, if the game ends with either turn."""
        seat, worth = state.current_player, []
        for plan in (played, better):
            end = state.clone()
            for action in plan.actions:
                end.apply(action)
            if state.players == 1 or not end.is_over:
                return None
            worth.append(self.chances(end)[seat])
        return worth[1] - worth[0]

    def _in_chance(self, state: State, points: float) -> float:
        """Return how much of a chance to win a number of points is to the player who decides."""
        if state.players == 1:
            return 0.0
        return chance_behind(state, 0.0) - chance_behind(state, points)


def played_turn(steps: list[Step], at: int) -> tuple[int, ...]:
    """Return what a seat did from here on, to the end of its turn or until chance decided."""
    seat, actions = steps[at].before.current_player, []
    for step in steps[at : at + LONGEST_PLAN]:
        if step.before.current_player != seat:
            break
        actions.append(step.action)
        if step.after.current_player == CHANCE:
            break
    return tuple(actions)


def _goes_on(before: Step, step: Step) -> bool:
    """Return whether a decision belongs to the same turn as the one before it."""
    return before.before.current_player == step.before.current_player


def _seeds(seed: int, count: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.random.default_rng(seed).integers(1, 1 << 62, count, np.uint64)
