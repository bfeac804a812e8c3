"""What the conformance suite plays: every game, at every player count, with every option at its extreme values."""

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

# The same examples in every run, so that a failing suite fails for everybody. No deadline, because the first example
# may have to wait for a kernel.
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
    """Return the extreme values of an option, without its default.

    For a table of data, return those of the game's tests too.
    """
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
    """Return the default options, and each option changed alone, if the game allows it."""
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
        if spec.auto and players == max(spec.players):  # one seat for a player, and all others are automated
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
    """Return whether a quick run plays a setting.

    It plays the default options at every player count. The other options are played alternately with the fewest and
    with the most players that they allow. The deep run plays all.
    """
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
    """Yield a copy of every state on a random path to the end.

    All outcomes of chance are equally likely, even rare ones.
    """
    dice = random.Random(seed)
    while True:
        yield state.clone()
        if state.is_over:
            return
        state.apply(dice.choice(state.legal_actions()))


@cache
def played(setting: Setting) -> tuple[tuple[State, ...], ...]:
    """Return whole random games, state by state. They are shared, so clone a state before you change it."""
    return tuple(tuple(walk(setting.start(), seed)) for seed in SEEDS)


def spread(states: tuple[State, ...], count: int) -> list[State]:
    """Return about that many states, from the first to the last."""
    step = max(1, (len(states) - 1) // max(count - 1, 1))
    return [*states[:-1:step], states[-1]]


def some(setting: Setting, count: int) -> list[State]:
    """Return about that many states in the deep run, as many from each of its random games. A quick run has fewer
    games.

    The first and the last state of a game are among them.
    """
    return [state for states in played(setting) for state in spread(states, count // 3)]


def steps() -> st.SearchStrategy[list[int]]:
    """Generate a path into a game: each number picks one of the legal actions at that point."""
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
    """Return a match of random decisions, with chance rolled by the match, to its end or for `most` decisions."""
    dice, match = random.Random(seed), setting.match(seed)
    made = 0
    while not match.is_over and (most is None or made < most):
        match.play(dice.choice(match.state.legal_actions()))
        made += 1
    return match
