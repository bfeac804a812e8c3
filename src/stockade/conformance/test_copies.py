"""A state can be copied, saved and sent in every way, and comes back the same."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stockade
from stockade.conformance.table import EXAMPLES, GAMES, SETTINGS, Setting, each_setting, follow, some, steps
from stockade.core.state import State

COPIES: dict[str, Callable[[State], State]] = {
    "clone": State.clone,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "bytes": lambda state: state.game.from_bytes(state.to_bytes()),
    "json": lambda state: state.game.from_json(json.loads(json.dumps(state.to_json()))),
}


@pytest.mark.parametrize("way", COPIES)
@each_setting
def test_a_copy_is_equal_and_goes_its_own_way(setting: Setting, way: str) -> None:
    for state in some(setting, 60):
        before = state.to_bytes()
        other = COPIES[way](state)
        assert other == state
        assert hash(other) == hash(state)
        assert other.to_bytes() == before
        assert other.game is state.game
        assert other.legal_actions() == state.legal_actions()
        if not state.is_over:
            other.apply(other.legal_actions()[-1])
            assert other != state
        assert state.to_bytes() == before


@given(setting=st.sampled_from(SETTINGS), picks=steps())
@EXAMPLES
def test_earlier_clones_stay_as_they_were(setting: Setting, picks: list[int]) -> None:
    state = setting.start()
    kept = []
    for pick in picks:
        kept.append((state.clone(), state.to_bytes()))
        if state.is_over:
            break
        legal = state.legal_actions()
        state.apply(legal[pick % len(legal)])
    assert all(clone.to_bytes() == data for clone, data in kept)


@given(setting=st.sampled_from(SETTINGS), picks=steps())
@EXAMPLES
def test_looking_changes_nothing(setting: Setting, picks: list[int]) -> None:
    """Every question that a client asks leaves the bytes unchanged."""
    state = follow(setting.start(), picks)
    before = state.to_bytes()
    asked: list[Callable[[State], object]] = [
        *(str, repr, hash, State.to_json, State.scores, State.returns, State.winners, State.drawing),
        *(State.scene, State.svg, State.legal_mask, State.chance_outcomes, State.describe_end),
    ]
    for ask in asked:
        ask(state)
    for action in state.legal_actions():
        state.format(action)
        state.describe(action)
    for seat in range(state.players):
        state.observation(seat)
    assert state.to_bytes() == before


@each_setting
def test_json_is_plain_and_names_its_game(setting: Setting) -> None:
    for state in some(setting, 30):
        position = state.to_json()
        assert position["game"] == setting.game
        assert json.loads(json.dumps(position, allow_nan=False)) == position


@pytest.mark.parametrize("name", GAMES)
def test_a_state_equals_nothing_else(name: str) -> None:
    state = stockade.game(name).start()
    assert state != state.to_bytes()
    assert state != "state"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_one_thing(name: str) -> None:
    game = stockade.game(name)
    assert pickle.loads(pickle.dumps(game)) is game
    assert stockade.game(name) is game
    assert name in repr(game)
