"""What the conformance suite plays: every game, at every player count, with every option at its far ends."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import stockade
from stockade.conformance import scope
from stockade.conformance.scope import either
from stockade.core.spec import Option, Value
from stockade.core.state import State

GAMES = scope.games()
SEEDS = either(quick=(1,), deep=(1, 2, 3))

# The same examples in every run, so that a red suite is red for everybody; no deadline, because the first
# example may have to wait for a kernel.
EXAMPLES = settings(
    max_examples=either(quick=8, deep=60),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.large_base_example],
)


@dataclass(frozen=True)
class Setting:
    """One way to set up a game."""

    game: str
    players: int
    changed: tuple[tuple[str, Value], ...] = ()

    @property
    def options(self) -> dict[str, Value]:
        return dict(self.changed)

    def __str__(self) -> str:
        changed = [f"{name}={str(value)[:20]}" for name, value in self.changed]
        return "-".join([self.game, f"{self.players}p", *changed])

    def start(self) -> State:
        return stockade.game(self.game).start(self.players, self.options)

    def match(self, seed: int = 0) -> stockade.Match:
        return stockade.Match(self.game, self.players, self.options, seed=seed)


def other_values(name: str, option: Option) -> list[Value]:
    """The far ends of an option, without its default; of a table of data those with the game's tests too."""
    if option.read is not None:
        found = [*option.choices, *map(option.read, scope.data_of(name, option.name))]
        return [value for value in found if value != option.default]
    match option.kind:
        case "bool":
            values: list[Any] = [False, True]
        case "choice":
            values = list(option.choices)
        case _:
            values = [option.low, option.high]
    return [value for value in values if value is not None and value != option.default]


def settings_of(name: str) -> list[Setting]:
    """Default options and each option changed alone, wherever the game allows it."""
    spec = stockade.game(name).spec
    found = []
    for players in spec.players:
        changes: list[tuple[tuple[str, Value], ...]] = [()]
        about = spec.auto.about if spec.auto else ()
        others = {option.name: other_values(name, option) for option in spec.options}
        changes += [
            ((option, value),) for option, values in others.items() if option not in about for value in values
        ]
        if spec.auto and players > 1:
            auto = ((spec.auto.option, 1), *spec.auto.needs)
            changes += [auto, *((*auto, (option, value)) for option in about for value in others[option])]
        if spec.auto and players == max(spec.players):  # one seat for somebody, and all others play themselves
            changes.append(((spec.auto.option, players - 1), *spec.auto.needs))
        for changed in changes:
            try:
                spec.check_options(players, dict(changed))
            except stockade.BadOption:
                continue
            found.append(Setting(name, players, changed))
    return found


SETTINGS = [setting for name in GAMES for setting in settings_of(name)]
each_game = pytest.mark.parametrize("name", GAMES)


def is_quick(setting: Setting) -> bool:
    """The usual options at every player count. Of the others one is played with the fewest players that it allows,
    the next one with the most, in turn; all the rest is played in the deep run."""
    if not setting.changed:
        return True
    ours = [each for each in SETTINGS if each.game == setting.game]
    counts = [each.players for each in ours if each.changed == setting.changed]
    turn = list(dict.fromkeys(each.changed for each in ours)).index(setting.changed)
    return setting.players == (max(counts), min(counts))[turn % 2]


QUICK_SETTINGS = [setting for setting in SETTINGS if is_quick(setting)]
each_setting = pytest.mark.parametrize(
    "setting",
    [each if each in QUICK_SETTINGS else pytest.param(each, marks=pytest.mark.deep) for each in SETTINGS],
    ids=str,
)


def walk(state: State, seed: int) -> Iterator[State]:
    """Copies of every state on a random way to the end. Outcomes of chance come up all alike: rare ones too."""
    dice = random.Random(seed)
    while True:
        yield state.clone()
        if state.is_over:
            return
        state.apply(dice.choice(state.legal_actions()))


@cache
def played(setting: Setting) -> tuple[tuple[State, ...], ...]:
    """Whole random games, state by state. Shared: take clones to play on."""
    return tuple(tuple(walk(setting.start(), seed)) for seed in SEEDS)


def spread(states: tuple[State, ...], count: int) -> list[State]:
    """About that many states, from the first to the last."""
    step = max(1, (len(states) - 1) // max(count - 1, 1))
    return [*states[:-1:step], states[-1]]


def some(setting: Setting, count: int) -> list[State]:
    """About that many states in the deep run, as many from each of its random games, beginnings and ends among them;
    a quick run has fewer games."""
    return [state for states in played(setting) for state in spread(states, count // 3)]


def steps() -> st.SearchStrategy[list[int]]:
    """A way into a game: each number picks from the legal actions of its moment."""
    return st.lists(st.integers(0, 2**16), max_size=60)


def follow(state: State, picks: list[int]) -> State:
    """Take the steps, as far as the game goes."""
    for pick in picks:
        if state.is_over:
            break
        legal = state.legal_actions()
        state.apply(legal[pick % len(legal)])
    return state


def played_match(setting: Setting, seed: int, most: int | None = None) -> stockade.Match:
    """A match of random decisions, chance rolled by the match itself; to its end, or as far as `most` decisions."""
    dice, match = random.Random(seed), setting.match(seed)
    made = 0
    while not match.is_over and (most is None or made < most):
        match.play(dice.choice(match.state.legal_actions()))
        made += 1
    return match
