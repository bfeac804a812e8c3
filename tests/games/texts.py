"""What the tests of all notations check: that texts and ids stand for each other, and that junk is refused."""

from __future__ import annotations

import pytest

import stockade
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
