"""The steps that are pending: the next one lies on top. What their numbers mean is in NUMBERS of the layout."""

from stockade.core.kernel import kernel
from stockade.games.barrage.layout import STACK, Frame, Numbers, Record


@kernel
def numbers_of(frame: Frame) -> Numbers:
    """The two numbers of a step."""
    return int(frame.first), int(frame.second)


@kernel
def push(state: Record, step: int, player: int, first: int, second: int) -> None:
    """This comes next, before all that is pending already."""
    assert state.depth < STACK
    frame = state.pending[state.depth]
    frame.step = step
    frame.player = player
    frame.first = first
    frame.second = second
    state.depth += 1


@kernel
def pop(state: Record) -> Numbers:
    """The next step's two numbers; it is no longer pending. Its frame is cleared, so that equal states are equal."""
    state.depth -= 1
    frame = state.pending[state.depth]
    numbers = numbers_of(frame)
    frame.step = 0
    frame.player = 0
    frame.first = 0
    frame.second = 0
    return numbers
