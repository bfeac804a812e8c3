"""Measure what the choices in a position are worth, quickly or with care.

A careful measurement gives every serious choice the same large budget, several times with different seeds. Then the
spread of the runs says how far the difference between two choices can be trusted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from statistics import fmean

import numpy as np

from stockade.bots.bot import Bot, lowest, share_of
from stockade.bots.mcts import MctsBot
from stockade.bots.planner import Plan, PlannerBot, Trial, best_plans
from stockade.bots.play_on import play_on
from stockade.core.state import State
from stockade.puzzles.puzzle import Proof, Unit
from stockade.research.intervals import measured_interval

SORTS = 4  # rough looks at all choices; the mean of several is less noisy than one
PROMISING = 12  # choices that a first, shorter run measures; most candidates fail there
TRIAL = 4  # that run has the budget divided by this
SERIOUS = 4  # choices that are measured with care; the others are far behind by then
RUNS = 5
SLIP = 0.2  # how often bots take the second best when they play on


@dataclass(frozen=True, slots=True)
class Measured:
    """What the serious choices are worth, the best first, and the proof that it is best."""

    worth: dict[int, float]
    proof: Proof


class Measure(ABC):
    """A way to measure choices."""

    unit: Unit
    budget: int  # of each serious choice in each run

    @abstractmethod
    def least_gap(self, state: State) -> float:
        """Return what the best choice must be ahead of the next one."""

    @abstractmethod
    def glance(self, state: State, seed: int) -> tuple[int, float]:
        """Return the choice that seems best, and how far it seems ahead of the next one."""

    @abstractmethod
    def sort(self, state: State, actions: list[int], seed: int) -> dict[int, float]:
        """Return what each action seems worth, with little effort."""

    @abstractmethod
    def run(self, state: State, actions: list[int], budget: int, seed: int) -> dict[int, float]:
        """Return what each action is worth, with a budget for each."""

    @abstractmethod
    def player(self, seed: int) -> Bot:
        """Return a bot that plays like level 4, with a budget that does not depend on a clock."""

    def prove(self, state: State, seed: int) -> Measured | None:
        """Measure all choices, the serious ones with care. Returns None if the best one is not clear."""
        found = self.trial(state, seed)
        best = next(iter(found))
        return self.measure(state, best, found, seed) if self.is_clear(state, best, found) else None

    def trial(self, state: State, seed: int, answer: int | None = None) -> dict[int, float]:
        """Return what the promising choices, and a given one, seem worth after a short run, the best first."""
        legal = state.legal_actions()
        sorts = [self.sort(state, legal, seed + number) for number in range(SORTS)]
        rough = _means(sorts)
        promising = list(rough)[:PROMISING]
        if answer is not None and answer not in promising:
            promising.append(answer)
        return _ranked(self.run(state, promising, self.budget // TRIAL, seed))

    def is_clear(self, state: State, answer: int, found: dict[int, float]) -> bool:
        """Return whether a choice is far enough ahead of all others."""
        return found[answer] - _next_best(found, answer) >= self.least_gap(state)

    def measure(self, state: State, answer: int, found: dict[int, float], seed: int) -> Measured | None:
        """Measure the best of the choices of a trial with care. Returns None if the answer is not clearly ahead."""
        serious = [answer, *(action for action in found if action != answer)][:SERIOUS]
        runs = []
        for number in range(1, RUNS + 1):
            run = self.run(state, serious, self.budget, seed + number)
            if not self.is_clear(state, answer, run):
                return None
            runs.append(run)
        return self.compare(state, runs, seed)

    def compare(self, state: State, runs: list[dict[int, float]], seed: int) -> Measured | None:  # noqa: ARG002
        """Return what the runs say together, or None if they leave a doubt."""
        means = _means(runs)
        best, second, *_ = means
        gaps = [run[best] - run[second] for run in runs]
        low, high = measured_interval(gaps)
        if not _is_apart(runs, best) or low < self.least_gap(state):
            return None
        proof = Proof(len(runs), self.budget, round(fmean(gaps), 4), (round(low, 4), round(high, 4)))
        return Measured(means, proof)


def _is_apart(runs: list[dict[int, float]], best: int) -> bool:
    """Return whether the worst run of the best choice is better than the best run of any other."""
    return min(run[best] for run in runs) > max(run[action] for run in runs for action in run if action != best)


def _next_best(worth: dict[int, float], answer: int) -> float:
    return max(value for action, value in worth.items() if action != answer)


def _means(runs: list[dict[int, float]]) -> dict[int, float]:
    return _ranked({action: fmean(run[action] for run in runs) for action in runs[0]})


def _ranked(worth: dict[int, float]) -> dict[int, float]:
    return dict(sorted(worth.items(), key=lambda item: item[1], reverse=True))


class BySearch(Measure):
    """Measures shares of wins: by tree search, and then by games.

    A search trusts the game's evaluation, which can be wrong. So after the searches agree, bots play on after the
    best choice and after the next one, many times and with the same luck, and their wins have to confirm it.
    """

    unit = "share"
    budget = 3000
    quick, brief, level_4 = 300, 24, 6000  # simulations
    games = 60

    def least_gap(self, state: State) -> float:
        return 0.16 / state.players

    def glance(self, state: State, seed: int) -> tuple[int, float]:
        found = MctsBot(simulations=self.quick, threads=1, keep_tree=False, seed=seed).analyse(state)
        found = sorted((each for each in found if each.visits), key=lambda each: -each.visits)
        ahead = found[0].value - max((each.value for each in found[1:]), default=-1.0)
        return found[0].action, ahead / (1.0 - lowest(state.players))

    def sort(self, state: State, actions: list[int], seed: int) -> dict[int, float]:
        return self._search(state, actions, self.brief, seed)

    def run(self, state: State, actions: list[int], budget: int, seed: int) -> dict[int, float]:
        return self._search(state, actions, budget, seed)

    def player(self, seed: int) -> Bot:
        return MctsBot(simulations=self.level_4, threads=1, keep_tree=False, seed=seed)

    def compare(self, state: State, runs: list[dict[int, float]], seed: int) -> Measured | None:
        agreed = super().compare(state, runs, seed)
        if agreed is None:
            return None
        best, second = list(agreed.worth)[:2]
        wins = [self._wins(state, action, seed) for action in (best, second)]
        if wins[0] - wins[1] < self.least_gap(state) / 2:
            return None
        return replace(agreed, proof=replace(agreed.proof, games=self.games, wins=(wins[0], wins[1])))

    def _wins(self, state: State, action: int, seed: int) -> float:
        """Return the share of games that is won after an action."""
        ends = [play_on(state, action, seed + number, SLIP) for number in range(self.games)]
        return round(fmean(share_of(end.returns()[state.current_player], state.players) for end in ends), 4)

    def _search(self, state: State, actions: list[int], simulations: int, seed: int) -> dict[int, float]:
        bot = MctsBot(simulations=simulations, seed=seed)
        return {action: share_of(bot.worth_of(state, action), state.players) for action in actions}


class ByPlans(Measure):
    """Measures points by playing out the turns that begin with a choice. All choices get the same luck."""

    unit = "points"
    budget = 160
    plans, brief, level_4 = 3, 8, 1000  # plans of each choice; playouts

    def least_gap(self, state: State) -> float:  # noqa: ARG002
        return 0.8

    def glance(self, state: State, seed: int) -> tuple[int, float]:
        worth = self.sort(state, state.legal_actions(), seed)
        best, second = sorted(worth, key=worth.__getitem__, reverse=True)[:2]
        return best, worth[best] - worth[second]

    def sort(self, state: State, actions: list[int], seed: int) -> dict[int, float]:
        return self._play(state, {action: self._turns(state, action)[:1] for action in actions}, self.brief, seed)

    def run(self, state: State, actions: list[int], budget: int, seed: int) -> dict[int, float]:
        """Choose the best turn for each action, and play on after these with other seeds."""
        turns = {action: self._turns(state, action) for action in actions}
        plans = [plan for several in turns.values() for plan in several]
        means = _of_plans(state, plans, 4 * self.brief, seed)
        best = {action: [max(several, key=lambda plan: means[plan.actions])] for action, several in turns.items()}
        return self._play(state, best, budget, seed + 1_000_003)

    def player(self, seed: int) -> Bot:
        return PlannerBot(playouts=self.level_4, plans=12, threads=1, seed=seed)

    def _play(self, state: State, turns: dict[int, list[Plan]], playouts: int, seed: int) -> dict[int, float]:
        means = _of_plans(state, [plan for [plan] in turns.values()], playouts, seed)
        return {action: means[plan.actions] for action, [plan] in turns.items()}

    def _turns(self, state: State, action: int) -> list[Plan]:
        """Return the turns that begin with an action and seem best."""
        after = state.clone()
        after.apply(action)
        if after.current_player != state.current_player:
            return [Plan((action,), 0.0)]
        return [Plan((action, *plan.actions), plan.regret) for plan in best_plans(after, self.plans)]


def _of_plans(state: State, plans: list[Plan], playouts: int, seed: int) -> dict[tuple[int, ...], float]:
    trial = Trial(state, plans)
    trial.run(list(range(len(plans))), np.random.default_rng(seed).integers(1, 1 << 62, playouts, np.uint64))
    return {plan.actions: trial.mean(number) for number, plan in enumerate(plans)}


def measure_for(state: State) -> Measure:
    return BySearch() if state.game.plans is None else ByPlans()
