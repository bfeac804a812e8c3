"""What the tests of all games check about refusals: the words, the ruling, and that there is always a reason."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from tests.games.positions import NO_RULE

import stockade
from stockade.conformance.test_files import rulings
from stockade.core.state import State


def check_refused(state: State, text: str, words: str, ruling: str) -> stockade.IllegalAction:
    """Check that an action is refused with these words and this ruling, and changes nothing."""
    before = state.to_bytes()
    with pytest.raises(stockade.IllegalAction) as refused:
        state.apply(text)
    assert words in refused.value.message
    assert refused.value.ruling == ruling
    assert state.to_bytes() == before
    return refused.value


def check_reasons(state: State, actions: Iterable[int]) -> None:
    """Check that those of the actions that are not legal have a reason which names the action and a ruling."""
    known, possible = set(rulings(state.game.name)), range(state.game.spec.action_count)
    for action in sorted(set(actions) - set(state.legal_actions())):
        if action in possible:
            reason = state.why_not(action)
            assert reason.text.startswith(f"{state.format(action)}: ")
            assert reason.text.isprintable()
            assert NO_RULE not in reason.text
            assert reason.ruling in known
