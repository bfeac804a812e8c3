"""The steps that are pending: the next one lies on top."""

from typing import Any

from stockade.core.kernel import kernel
from stockade.games.barrage.layout import STACK, Record


@kernel
def push(state: Record, step: int, player: int, a: int, b: int) -> None:
    """This comes next, before all that is pending already."""
    assert state.depth < STACK
    frame = state.pending[state.depth]
    frame.step = step
    frame.player = player
    frame.a = a
    frame.b = b
    state.depth += 1


@kernel
def pop(state: Record) -> Any:
    """The next step's two numbers; it is no longer pending. Its frame is cleared, so that equal states are equal."""
    state.depth -= 1
    frame = state.pending[state.depth]
    a = int(frame.a)
    b = int(frame.b)
    frame.step = 0
    frame.player = 0
    frame.a = 0
    frame.b = 0
    return a, b
