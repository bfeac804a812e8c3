"""What the tests of all notations check: that texts and ids stand for each other, and that junk is refused."""

from __future__ import annotations

import random

import pytest

import stockade
from stockade.conformance.test_text import check_notation
from stockade.core.state import State


def check_both_ways(state: State, text: str, action: int) -> None:
    """Check that a text and the id of a legal action stand for each other."""
    assert state.parse(text) == action
    assert type(state.parse(text)) is int
    assert state.format(action) == text
    assert action in state.legal_actions()


def check_no_action(state: State, text: str) -> None:
    """Check that a text is no action in this state, legal or not, and that the refusal quotes it."""
    before = state.to_bytes()
    with pytest.raises(stockade.ParseError) as refused:
        state.apply(text)
    assert repr(text) in refused.value.message
    assert state.to_bytes() == before


def check_random_game(state: State, dice: random.Random) -> None:
    """Play on to the end, and check on the way that every legal action has its own text and a description."""
    while not state.is_over:
        actions = state.legal_actions()
        check_notation(state, actions)
        assert all(state.describe(action).strip() for action in actions)
        state.apply(dice.choice(actions))
