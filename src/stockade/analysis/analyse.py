"""Analyse a match: judge every decision, weigh every outcome of chance, and check what seems to be a mistake."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from stockade.analysis.chances import luck_of, weighed
from stockade.analysis.findings import LEAST, Analysis, Decision, Luck, Mistake, Moment
from stockade.analysis.judge import Gap, Judge, Opinion, judge_of
from stockade.analysis.lines import end_of, shown_line
from stockade.analysis.reasons import Pair
from stockade.analysis.settings import SETTINGS, Setting
from stockade.analysis.words import mistake_words, summary
from stockade.bots.planner import spread_at
from stockade.core.errors import StockadeError
from stockade.core.game import Game
from stockade.core.language import languages, speaking
from stockade.core.match import Match, Step

SHOWN = 3  # mistakes of each seat that are reported
SEEDS = 1_000_003  # apart from one decision to the next

Report = Callable[[float], None]
Given = TypeVar("Given")
Found = TypeVar("Found")


class Cancelled(StockadeError):
    """Nobody wants the analysis any more."""


class Spread(Protocol):
    """Calls a function for each of several things, somewhere, and yields their numbers and results as they come."""

    def __call__(
        self, work: Callable[..., Found], pieces: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, Found]]: ...


class Work:
    """Spreads pieces of work over threads, reports progress and stops when nobody wants the result any more."""

    def __init__(
        self, jobs: int, report: Report | None, is_cancelled: Callable[[], bool] | None, spread: Spread | None
    ) -> None:
        self.jobs = jobs
        self._spread = spread
        self._report = report or (lambda _: None)
        self._is_cancelled = is_cancelled or (lambda: False)

    def map(
        self, function: Callable[[Given], Found], given: Iterable[Given], begin: float, end: float
    ) -> Iterator[Found]:
        """Yield the results in order. Progress goes from `begin` to `end`."""
        pieces = list(given)
        if self._spread is not None:
            yield from self._elsewhere(self._spread, function, pieces, begin, end)
            return
        with ThreadPoolExecutor(self.jobs) as pool:
            running = pool.map(self._checked(function), pieces)
            for number, found in enumerate(running, 1):
                yield found
                self._report(begin + (end - begin) * number / len(pieces))

    def _elsewhere(
        self, spread: Spread, function: Callable[[Given], Found], pieces: list[Given], begin: float, end: float
    ) -> Iterator[Found]:
        found: dict[int, Found] = {}
        for number, result in spread(function, [(piece,) for piece in pieces]):
            if self._is_cancelled():
                raise Cancelled("the analysis was cancelled")
            found[number] = result
            self._report(begin + (end - begin) * len(found) / len(pieces))
        for number in range(len(pieces)):
            yield found[number]

    def _checked(self, function: Callable[[Given], Found]) -> Callable[[Given], Found]:
        def checked(piece: Given) -> Found:
            if self._is_cancelled():
                raise Cancelled("the analysis was cancelled")
            return function(piece)

        return checked


def analyse(
    match: Match,
    setting: Setting = SETTINGS["quick"],
    seed: int = 1,
    jobs: int | None = None,
    report: Report | None = None,
    is_cancelled: Callable[[], bool] | None = None,
    codes: Iterable[str] | None = None,
    spread: Spread | None = None,
) -> Analysis:
    """Analyse a match, finished or not. `report` is called with the share of the work that is done.

    The words of the analysis are in all languages, or in those with the given `codes`. The work is done by `jobs`
    threads, or wherever `spread` does it.
    """
    tongues = list(languages() if codes is None else codes)
    match.game.compile()
    steps = list(match.steps())
    judge = judge_of(match.game)
    work = Work(jobs or os.cpu_count() or 1, report, is_cancelled, spread)
    decided = [number for number, step in enumerate(steps) if not step.before.is_chance]
    opinions = list(work.map(lambda at: judge.look(steps, at, setting, seed + at * SEEDS), decided, 0.0, 0.5))
    rolled = [number for number, step in enumerate(steps) if step.before.is_chance]
    gains = list(work.map(luck_of, [steps[at] for at in rolled], 0.5, 0.6)) if match.players > 1 else []
    luck = [Luck(at, each) for at, each in zip(rolled, gains, strict=False)]
    decisions = decisions_of(steps, decided, opinions)
    suspects = _suspects(decisions, setting, match.players)

    def check(decision: Decision) -> Decision:
        return _checked(decision, judge.compare(steps, decision.ply, decision.better, setting, seed + decision.ply))

    checked = list(work.map(check, suspects, 0.6, 0.85))
    by_ply = {decision.ply: decision for decision in checked}
    decisions = [by_ply.get(decision.ply, decision) for decision in decisions]
    worst = _worst(checked, match.players)
    mistakes = list(
        work.map(lambda decision: _mistake(steps, decision, judge, setting, seed, tongues), worst, 0.85, 1.0)
    )
    found = Analysis(
        match.game.name,
        match.players,
        setting.name,
        judge.is_exact,
        _moments(match, steps, decided, opinions, judge),
        decisions,
        luck,
        mistakes,
    )
    given_up = judge.chances(match.state) if match.ending is not None and "draw" not in match.ending else None
    return replace(found, summary={code: _spoken(code, match, steps, found, given_up) for code in tongues})


def rehearse(game: Game) -> None:
    """Call the kernels that only analyses call, with as little work as possible, so that they are compiled."""
    state = Match(game, seed=3).state
    weighed(state, 1)
    if game.plans is not None:
        spread_at(state)


def decisions_of(steps: list[Step], decided: list[int], opinions: list[Opinion | None]) -> list[Decision]:
    """Return the decisions. What a turn has lost counts where it parts from the better one."""
    found = []
    for at, opinion in zip(decided, opinions, strict=True):
        step = steps[at]
        seat = step.before.current_player
        if opinion is None:
            continue
        place, better = _parting(steps, at, opinion.line)
        for number in range(at, place):
            action = steps[number].action
            found.append(Decision(number, seat, action, action, 0.0))
        played = steps[place].action
        loss, points = max(0.0, opinion.loss), opinion.points
        if better == played:
            loss, points = 0.0, points and 0.0
        found.append(Decision(place, seat, played, better, loss, points))
    return found


def _parting(steps: list[Step], at: int, line: tuple[int, ...]) -> tuple[int, int]:
    """Return where a line parts from what was played, and its choice there. If it does not, that is what was played.

    The log may end before the line does.
    """
    for (number, step), action in zip(enumerate(steps[at:], at), line, strict=False):
        if step.action != action:
            return number, action
    return at, steps[at].action


def _suspects(decisions: list[Decision], setting: Setting, players: int) -> list[Decision]:
    """Return the decisions that seem worst, of each seat."""
    least = LEAST.loss(players)
    found: list[Decision] = []
    for seat in range(players):
        mine = [each for each in decisions if each.seat == seat and each.better != each.played]
        worst = sorted(mine, key=lambda each: -each.size(players))[: setting.suspects]
        found += [each for each in worst if each.size(players) >= least]
    return found


def _checked(decision: Decision, gap: Gap) -> Decision:
    """Return a decision with its loss as it was measured again. What is not sure counts as no loss."""
    if not gap.is_sure:
        return replace(decision, better=decision.played, loss=0.0, points=None, is_checked=True)
    return replace(decision, loss=gap.mean, points=gap.points, is_checked=True, low=gap.low, high=gap.high)


def _worst(checked: list[Decision], players: int) -> list[Decision]:
    """Return the mistakes that are reported, in the order of the game."""
    least = LEAST.loss(players)
    found = []
    for seat in range(players):
        sure = [each for each in checked if each.seat == seat and each.size(players) >= least]
        found += sorted(sure, key=lambda each: -each.size(players))[:SHOWN]
    return sorted(found, key=lambda each: each.ply)


def _mistake(
    steps: list[Step], decision: Decision, judge: Judge, setting: Setting, seed: int, codes: list[str]
) -> Mistake:
    """Play both choices out, and say what differs."""
    state = steps[decision.ply].before
    better, played = (decision.better,), (decision.played,)
    line = shown_line(state, better, seed)
    beside = shown_line(state, played, seed)
    games = range(1 if judge.is_exact else setting.games)
    pairs = [Pair(end_of(state, better, seed + n), end_of(state, played, seed + n)) for n in games]
    words = {}
    for code in codes:
        with speaking(code):
            words[code] = mistake_words(state, decision, line, beside, pairs)
    return Mistake(
        decision,
        [step.action for step in line],
        state.to_json(),
        judge.chances(line[0].after),
        judge.chances(steps[decision.ply].after),
        words,
    )


def _moments(
    match: Match, steps: list[Step], decided: list[int], opinions: list[Opinion | None], judge: Judge
) -> list[Moment]:
    """Return the curve of chances and points: at every decision, and at the end."""
    found = []
    for at, opinion in zip(decided, opinions, strict=True):
        if opinion is not None:
            state = steps[at].before
            found.append(Moment(at, opinion.chances or judge.chances(state), state.scores()))
    result = match.result
    if result is None:
        chances = judge.chances(match.state)
    else:
        chances = [1.0 / len(result.winners) if seat in result.winners else 0.0 for seat in range(match.players)]
    return [*found, Moment(len(steps), chances, match.state.scores())]


def _spoken(code: str, match: Match, steps: list[Step], found: Analysis, given_up: list[float] | None) -> list[str]:
    with speaking(code):
        return summary(match, steps, found, given_up)
