"""What the tests of all games do with a position: play on from it, check what is refused, change it.

Each game has its own `positions.py` beside its tests. There `position` makes the JSON of a position from a few words,
and `at` makes the state.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

import stockade
from stockade.core.game import Game
from stockade.core.state import State

Change = Callable[[dict[str, Any]], object]
NO_RULE = "is not possible here"  # what is said if no rule is found that forbids an illegal action


def played(state: State, *texts: str) -> State:
    """Return the state after some actions. The given state does not change."""
    state = state.clone()
    for text in texts:
        state.apply(text)
    return state


def legal(state: State, *verbs: str) -> list[str]:
    """Return the texts of the legal actions, of some verbs or of all."""
    texts = [state.format(action) for action in state.legal_actions()]
    return [text for text in texts if not verbs or text.split()[0] in verbs]


def refused(state: State, text: str) -> str:
    """Return the ruling that forbids an action, and check that nothing has changed."""
    before = state.to_bytes()
    with pytest.raises(stockade.IllegalAction) as refusal:
        state.apply(text)
    assert text.split(":")[-1] in refusal.value.message
    assert NO_RULE not in refusal.value.message
    assert state.to_bytes() == before
    return refusal.value.ruling


def changed(given: dict[str, Any], change: Change) -> dict[str, Any]:
    """Return a copy of a position in which something is different."""
    given = copy.deepcopy(given)
    change(given)
    return given


def refusal(game: Game, given: dict[str, Any]) -> stockade.BadPosition:
    """Return the error with which a position is refused, and check that its JSON has not changed."""
    before = copy.deepcopy(given)
    with pytest.raises(stockade.BadPosition) as error:
        game.from_json(given)
    assert error.value.message.strip()
    assert given == before
    return error.value


def check_refusal(game: Game, given: dict[str, Any], words: str, ruling: str) -> None:
    """Check that a position is refused with these words and this ruling."""
    error = refusal(game, given)
    assert words in error.message
    assert error.ruling == ruling


def check_reads_back(state: State) -> None:
    """Check that a state can be restored from its JSON and from its bytes."""
    assert state.game.from_json(json.loads(json.dumps(state.to_json()))) == state
    assert state.game.from_bytes(state.to_bytes()) == state
