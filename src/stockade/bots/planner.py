"""A bot that plans whole turns: it lists the turns that look best, and plays each of them out many times.

It is for games that say which actions look good (`evaluation/plans`), and in which a turn has several decisions with
chance after it.
"""

from __future__ import annotations

import heapq
import os
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from math import exp

import numpy as np
import numpy.typing as npt

from stockade.bots.bot import (
    SHOWN,
    STEP_SECONDS,
    Bot,
    Findings,
    Hint,
    check_budget,
    check_decides,
    share_of,
    shorter,
    steps,
)
from stockade.bots.certainty import share_with
from stockade.bots.lookahead import evaluation, preferences
from stockade.bots.slips import Slips
from stockade.core.contract import TO_THE_END
from stockade.core.errors import BadOption, UnknownBot
from stockade.core.game import Game
from stockade.core.language import counted
from stockade.core.match import Match
from stockade.core.state import State

LONGEST_PLAN = 16
LISTED = 4  # how many plans are listed for each one that is played out, in a game that says what to expect after one
TRUST = 8  # how many playouts this first estimate of a plan counts as
OTHERS, OTHER_PLANS = 8, 8  # other first actions that are tried for a person, and plans of each
ROUND_OF_SEEDS = 4  # seeds between two checks of the clock


@dataclass(frozen=True, slots=True)
class Plan:
    """Actions to the end of the turn, or until chance decides."""

    actions: tuple[int, ...]
    regret: float  # how much less it seems worth than the best plan, in points of the game


def best_plans(state: State, most: int) -> list[Plan]:
    """Return the plans that seem best, in that order.

    The regret of a plan is the sum of what its decisions lose against the best decision at each point. The plan with
    the least regret so far is always extended next.
    """
    seat = state.current_player
    number = count()  # breaks ties in favour of the plan that was found first
    ahead: list[tuple[float, int, tuple[int, ...], State]] = [(0.0, next(number), (), state)]
    plans: list[Plan] = []
    while ahead and len(plans) < most:
        regret, _, actions, before = heapq.heappop(ahead)
        at = before.clone()
        if actions:
            at.apply(actions[-1])  # not earlier: most of what is found is never the best
            if at.current_player != seat or at.is_over or len(actions) == LONGEST_PLAN:
                plans.append(Plan(actions, regret))
                continue
        legal, worth = preferences(at)
        losses = worth.max() - worth
        for k in np.argsort(losses, kind="stable")[:most]:
            heapq.heappush(ahead, (regret + float(losses[k]), next(number), (*actions, int(legal[k])), at))
    return plans


class PlannerBot(Bot):
    """Tries the plans that look best by quick play to the end, all with the same luck, and drops the worse half in
    each round.

    It lists `listed` plans. If the game says what to expect after a plan, it plays out the `plans` of which most is
    expected, and otherwise the first ones of the list.

    The budget is for a whole turn: later decisions of the turn follow the plan, unless chance has decided something.
    With `slip`, it makes near misses in between.
    """

    name = "planner"
    needs_compiled = True
    needs = "plans"

    def __init__(
        self,
        seconds: float | None = None,
        playouts: int | None = None,
        plans: int = 256,
        listed: int | None = None,
        threads: int | None = None,
        slip: float = 0.0,
        near: float | None = None,
        seed: int | None = None,
    ) -> None:
        if seconds is None and playouts is None:
            seconds = 1.0
        check_budget(seconds, playouts, threads)
        if type(plans) is not int or plans < 1:
            raise BadOption(f"a planner compares at least one plan, not {plans!r}")
        if listed is not None and (type(listed) is not int or listed < plans):
            raise BadOption(f"a planner lists at least as many plans as it compares ({plans}), not {listed!r}")
        self.seconds, self.playouts, self.plans = seconds, playouts, plans
        self.listed = LISTED * plans if listed is None else listed
        self.threads = threads or os.cpu_count() or 1
        self.last_playouts = 0
        self._slips = Slips(slip, near, seed)
        self._random = np.random.default_rng(seed)
        self._following: dict[bytes, int] = {}  # what to do in each state of the current plan

    def choose(self, state: State) -> int:
        check_decides(state)
        if state.game.plans is None:
            raise UnknownBot(f"{state.game.spec.title} does not say which actions look good: nothing to plan by")
        missed = self._slips.near_miss(state)
        if missed is not None:
            return missed
        known = self._following.get(state.to_bytes())
        if known in state.legal_actions():
            return known
        best = self.compare(state)[0][0]
        self._follow(state, best)
        return best.actions[0]

    def hints(self, state: State, seconds: float | None = None) -> list[Hint]:
        """Return the actions that can come first, each with the points of its best plan on average."""
        return _best(self.compare(state, seconds, SHOWN))

    def watch(self, state: State, seconds: float) -> Iterator[Findings]:
        check_decides(state)
        state.game.compile()
        plans, trial, left = self._begin(state, SHOWN)
        ranked: list[int] = []
        total = steps(seconds)
        rounds = max(1, (len(left) - 1).bit_length())
        for step in range(1, total + 1):
            self._try(trial, left, time.perf_counter() + STEP_SECONDS, None)
            left.sort(key=trial.mean, reverse=True)
            hints = _best([(plans[k], trial.mean(k)) for k in left + ranked], state)
            yield Findings(hints, trial.playouts)
            if step * rounds // total > (step - 1) * rounds // total:
                left, dropped = _better_half(plans, left, SHOWN)
                ranked = dropped + ranked

    @classmethod
    def rehearse(cls, state: State) -> None:
        cls(playouts=1, plans=2, threads=1, seed=1).choose(_near_the_end(state.game))

    def compare(self, state: State, seconds: float | None = None, firsts: int = 1) -> list[tuple[Plan, float]]:
        """Return the plans that were tried, the best first, each with its mean result.

        Takes at most `seconds`, if given. The plans begin with at least `firsts` actions, if so many are legal.
        """
        check_decides(state)
        limit = shorter(self.seconds, seconds)
        state.game.compile()
        started = time.perf_counter()
        plans, trial, left = self._begin(state, firsts)
        rounds = max(1, (len(left) - 1).bit_length())
        ranked: list[int] = []
        for number in range(rounds):
            if len(left) == 1:
                break
            deadline = None if limit is None else started + limit * (number + 1) / rounds
            share = None if self.playouts is None else max(1, self.playouts // rounds // len(left))
            self._try(trial, left, deadline, share)
            left.sort(key=trial.mean, reverse=True)
            left, dropped = _better_half(plans, left, firsts)
            ranked = dropped + ranked
        self.last_playouts = trial.playouts
        return [(plans[k], trial.mean(k)) for k in left + ranked]

    def _begin(self, state: State, firsts: int) -> tuple[list[Plan], Trial, list[int]]:
        """List plans. Return them, a trial of them, and the numbers of those that are to be played out."""
        plans = best_plans(state, self.listed if has_estimates(state.game) else self.plans)
        if len({plan.actions[0] for plan in plans}) < firsts:
            plans += _other_plans(state, plans)
        trial = Trial(state, plans, TRUST)
        left = sorted(range(len(plans)), key=trial.mean, reverse=True)
        return plans, trial, _kept(plans, left, self.plans, firsts)

    def _try(self, trial: Trial, left: list[int], deadline: float | None, share: int | None) -> None:
        """Play one round: every remaining plan gets the same number of playouts, until the time or the share is used
        up."""
        done = 0
        while (share is None or done < share) and (deadline is None or not done or time.perf_counter() < deadline):
            many = ROUND_OF_SEEDS if share is None else min(ROUND_OF_SEEDS, share - done)
            if self.threads == 1:
                trial.run(left, self._seeds(many))
            else:
                lots = [self._seeds(many) for _ in range(self.threads)]
                with ThreadPoolExecutor(self.threads) as pool:
                    list(pool.map(lambda seeds: trial.run(left, seeds), lots))
                many *= self.threads
            done += many

    def _seeds(self, many: int) -> npt.NDArray[np.uint64]:
        return self._random.integers(1, 1 << 62, many, np.uint64)

    def _follow(self, state: State, plan: Plan) -> None:
        """Remember what to do in every state that the plan leads through."""
        at = state.clone()
        self._following = {}
        for action in plan.actions:
            self._following[at.to_bytes()] = action
            at.apply(action)


class Trial:
    """The plans of one state, and their results so far.

    In a game with FORESIGHT, what to expect after a plan can count as some playouts of it, before any is played.
    """

    def __init__(self, state: State, plans: list[Plan], trust: int = 0) -> None:
        self._kernels = state.game.kernels("plan")
        self._data = state.data
        self._actions = np.zeros((len(plans), LONGEST_PLAN), np.int32)
        self._lengths = np.array([len(plan.actions) for plan in plans], np.int64)
        for number, plan in enumerate(plans):
            self._actions[number, : len(plan.actions)] = plan.actions
        self._totals = np.zeros(len(plans))
        self._counts = np.zeros(len(plans), np.int64)
        self._expected = np.zeros(len(plans))
        self._too_low = 0.0  # how much less is expected than is reached, on average
        self._trust = trust if has_estimates(state.game) else 0
        if self._trust:
            self._kernels.foresee(self._data, self._actions, self._lengths, self._expected)

    @property
    def playouts(self) -> int:
        return int(self._counts.sum())

    def run(self, left: list[int], seeds: npt.NDArray[np.uint64]) -> npt.NDArray[np.float64]:
        """Play each of these plans out once for every seed. Return the points, by seed and plan."""
        results = np.zeros((len(seeds), len(self._lengths)))
        self._kernels.try_plans(self._data, self._actions, self._lengths, np.array(left), seeds, results)
        self._totals += results.sum(0)
        self._counts[left] += len(seeds)
        self._too_low = float(self._totals.sum() - self._counts @ self._expected) / self.playouts
        return results

    def mean(self, plan: int) -> float:
        """Return the points that a plan comes to on average.

        An estimate counts by how it compares with the other plans. Estimates as a whole may be too high or too low.
        """
        expected = self._trust * (self._expected[plan] + self._too_low)
        return float((self._totals[plan] + expected) / max(self._counts[plan] + self._trust, 1))


def _other_plans(state: State, plans: list[Plan]) -> list[Plan]:
    """Return good plans that begin with other actions than these. People want to compare a choice with others."""
    known = {plan.actions[0] for plan in plans}
    legal, worth = preferences(state)
    ordered = [int(legal[k]) for k in np.argsort(-worth, kind="stable")]
    found = []
    for action in [action for action in ordered if action not in known][:OTHERS]:
        after = state.clone()
        after.apply(action)
        goes_on = after.current_player == state.current_player and not after.is_over
        follow = best_plans(after, OTHER_PLANS) if goes_on else [Plan((), 0.0)]
        found += [Plan((action, *plan.actions)[:LONGEST_PLAN], plan.regret) for plan in follow]
    return found


def _kept(plans: list[Plan], ranked: list[int], most: int, firsts: int) -> list[int]:
    """Return the first of ranked plans, and the first one for each of the best `firsts` actions to begin with."""
    best: dict[int, int] = {}
    for number in ranked:
        best.setdefault(plans[number].actions[0], number)
    needed = set(list(best.values())[:firsts])
    return [number for place, number in enumerate(ranked) if place < most or number in needed]


def _better_half(plans: list[Plan], ranked: list[int], firsts: int) -> tuple[list[int], list[int]]:
    """Divide ranked plans into those that are tried further, and the others."""
    kept = _kept(plans, ranked, (len(ranked) + 1) // 2, firsts)
    return kept, [number for number in ranked if number not in set(kept)]


def has_estimates(game: Game) -> bool:
    """Return whether the game says what to expect after a plan, without playing it out."""
    foresight: int = game.kernels("plan").FORESIGHT
    return foresight < TO_THE_END


def _near_the_end(game: Game) -> State:
    """Return a state from which quick play to the end is short."""
    match, dice = Match(game, seed=1), random.Random(1)
    late = match.state.clone()
    while not match.is_over:
        if match.state.ply % 40 == 0 and not match.state.is_chance:
            late = match.state.clone()
        match.play(dice.choice(match.state.legal_actions()))
    return late


def _best(compared: list[tuple[Plan, float]], state: State | None = None) -> list[Hint]:
    """Return the actions that come first in the best plans, each with the mean of its best plan.

    With a state, they have chances to win, too. Somebody who plays alone has nobody to win against.
    """
    means: dict[int, float] = {}
    for plan, mean in compared:
        means.setdefault(plan.actions[0], mean)
    shown = list(means.items())[:SHOWN]
    if state is None or state.players == 1:
        return [Hint(action, _points_text(mean)) for action, mean in shown]
    best = shown[0][1]
    return [Hint(action, _points_text(mean), chance_behind(state, best - mean)) for action, mean in shown]


def chance_behind(state: State, points: float) -> float:
    """Return the chance to win of the player who decides, with a choice so many points behind the best."""
    values = evaluation(state)
    chance = min(0.999, max(0.001, share_of(values[state.current_player], state.players)))
    factor = exp(-points / spread_at(state))
    return share_with(state, chance * factor / (1.0 - chance + chance * factor), values)


def spread_at(state: State) -> float:
    """Return how many points change the odds of winning by a factor of e."""
    return float(state.game.template("plan").spread_of(state.data))


def _points_text(mean: float) -> str:
    return counted(round(mean), "leads to about {count} point", "leads to about {count} points")
