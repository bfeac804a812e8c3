"""Check the value of an end for each seat, for any number of seats and any ties."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from stockade.core.kernel import bind, kernel
from stockade.core.layout import LOST

FIELDS = [("current_player", np.int8), ("players", np.int8), ("points", np.int16, (5,)), ("medals", np.int16, (5,))]
STATE = np.dtype((np.record, FIELDS))


@kernel
def score(state: Any, points: Any) -> None:
    for seat in range(state.players):
        points[seat] = state.points[seat]


@kernel
def rank(state: Any, values: Any) -> None:
    for seat in range(state.players):
        values[seat] = state.points[seat] * 100 + state.medals[seat]


@kernel
def rank_survivors(state: Any, values: Any) -> None:
    for seat in range(state.players):
        values[seat] = state.points[seat] + (2 * LOST if state.medals[seat] == 0 else 0)


def bound(name: str, rank_by: Any) -> Iterator[ModuleType]:
    names = ("setup", "legal", "outcomes", "apply", "evaluate", "observe")
    sizes = {"LEGAL_LIMIT": 1, "PLAYERS_LIMIT": 5, "OBSERVATION_SIZE": 1}
    given = {"STATE": STATE, **sizes, "score": score, "rank": rank_by}
    module = bind("play", name, given | dict.fromkeys(names, score))
    yield module
    del sys.modules[module.__name__]


@pytest.fixture(scope="module")
def play() -> Iterator[ModuleType]:
    """Provide a game in which the most points win, and ties are shared."""
    yield from bound("of-returns", score)


@pytest.fixture(scope="module")
def play_with_medals() -> Iterator[ModuleType]:
    """Provide a game in which medals break ties."""
    yield from bound("of-returns-with-medals", rank)


@pytest.fixture(scope="module")
def play_with_survivors() -> Iterator[ModuleType]:
    """Provide a game that a seat without a medal cannot win."""
    yield from bound("of-returns-with-survivors", rank_survivors)


def returns(play: ModuleType, points: list[int], medals: list[int] | None = None) -> list[float]:
    states, values = np.zeros(1, STATE), np.zeros(5)
    states[0].players = len(points)
    states[0].points[: len(points)] = points
    states[0].medals[: len(points)] = medals or [0] * len(points)
    play.returns(states[0], values)
    return values[: len(points)].tolist()


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([3, 1], [1, -1]),
        ([1, 3], [-1, 1]),
        ([2, 2], [0, 0]),
        ([-5, -7], [1, -1]),
        ([9, 1, 1], [1, -0.5, -0.5]),
        ([4, 4, 1], [0.25, 0.25, -0.5]),
        ([4, 4, 4], [0, 0, 0]),
        ([0, 7, 0, 3], [-1 / 3, 1, -1 / 3, -1 / 3]),
        ([7, 7, 0, 3], [1 / 3, 1 / 3, -1 / 3, -1 / 3]),
        ([7, 7, 7, 3], [1 / 9, 1 / 9, 1 / 9, -1 / 3]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
        ([12], [0]),
    ],
    ids=str,
)
def test_all_who_lead_share_the_win(play: ModuleType, points: list[int], expected: list[float]) -> None:
    found = returns(play, points)
    assert found == pytest.approx(expected)
    assert sum(found) == pytest.approx(0)


@pytest.mark.parametrize(
    ("points", "medals", "expected"),
    [
        ([3, 3], [0, 1], [-1, 1]),
        ([3, 3], [2, 2], [0, 0]),
        ([3, 2], [0, 9], [1, -1]),  # points come first
        ([5, 5, 5], [1, 4, 4], [-0.5, 0.25, 0.25]),
        ([5, 5, 1], [1, 0, 7], [1, -0.5, -0.5]),
    ],
    ids=str,
)
def test_a_game_may_break_ties(
    play_with_medals: ModuleType, points: list[int], medals: list[int], expected: list[float]
) -> None:
    assert returns(play_with_medals, points, medals) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("points", "medals", "expected"),
    [
        ([3, 9], [1, 0], [1, -1]),
        ([3, 9, 3], [1, 0, 1], [0.25, -0.5, 0.25]),
        ([3, 9], [0, 0], [-1, -1]),
        ([5, 5, 5], [0, 0, 0], [-0.5, -0.5, -0.5]),
        ([1, 2, 3, 4], [0, 0, 0, 0], [-1 / 3] * 4),
        ([12], [1], [0]),
        ([12], [0], [-1]),
    ],
    ids=str,
)
def test_if_nobody_can_win_everybody_loses(
    play_with_survivors: ModuleType, points: list[int], medals: list[int], expected: list[float]
) -> None:
    """It is worth no more than to lose to a winner, and less than a draw."""
    assert returns(play_with_survivors, points, medals) == pytest.approx(expected)
