"""What the tests of all scenes share: games to look at, the things in a scene, and what a choice leads to.

`check` in the conformance suite checks all that must hold for the scenes of every game. The tests of a game also call
it, for games in which more happens than in random play.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

import stockade
from stockade.conformance.test_scenes import SVG
from stockade.core.game import Game
from stockade.core.scene import Area, Choice, Piece, Scene, Shape
from stockade.core.state import State

Pick = Callable[[State, random.Random], int]


def played(game: Game, pick: Pick, seed: int, players: int, options: dict[str, Any]) -> Iterator[State]:
    """Yield a copy of every state of a game. Players decide by `pick`, and chance is fair."""
    dice, state = random.Random(seed), game.start(players, options)
    while not state.is_over:
        yield state.clone()
        if state.is_chance:
            actions, weights = zip(*state.chance_weights(), strict=True)
            state.apply(dice.choices(actions, weights)[0])
        else:
            state.apply(pick(state, dice))
    yield state


@lru_cache(maxsize=1000)
def scene_of(state: State, viewer: int | None = None, shape: Shape = "wide") -> Scene:
    """Return the scene of a state. Tests look at the same states again and again, and a scene takes milliseconds."""
    return state.scene(viewer, shape)


def after(state: State, choice: Choice) -> State:
    """Return the state after a choice."""
    then = state.clone()
    then.apply(choice.action)
    return then


def things(scene: Scene) -> list[Area | Piece]:
    return [*scene.areas, *scene.pieces]


def by_id(scene: Scene) -> dict[str, Area | Piece]:
    return {thing.id: thing for thing in things(scene)}


def check_apart(areas: Iterable[Area], slack: float) -> None:
    """Check that no two areas overlap by more than the slack."""
    for one, other in combinations(areas, 2):
        beside = one.x + one.w <= other.x + slack or other.x + other.w <= one.x + slack
        above = one.y + one.h <= other.y + slack or other.y + other.h <= one.y + slack
        assert beside or above, (one, other)


@cache
def symbols(game: str) -> dict[str, ElementTree.Element]:
    """Return the symbols of a game's art by their ids."""
    sheet = ElementTree.fromstring(stockade.game(game).art())
    return {symbol.attrib["id"]: symbol for symbol in sheet.iter(f"{SVG}symbol")}


def check_proportions(scene: Scene) -> None:
    """Check that nothing is drawn wider or narrower than its art. Some games stretch some of their art."""
    for thing in things(scene):
        if thing.art:
            _, _, w, h = map(float, symbols(scene.game)[thing.art].attrib["viewBox"].split())
            assert thing.w / thing.h == pytest.approx(w / h, rel=0.01)
