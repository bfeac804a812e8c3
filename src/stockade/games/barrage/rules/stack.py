"""The steps that are pending: the next one lies on top. What their numbers mean is in NUMBERS of the layout."""

from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE
from stockade.games.barrage.layout import STACK, Frame, Numbers, Record

Row = tuple[int, int, int, int]


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
def step_row(step: int, player: int, first: int, second: int) -> Row:
    """A row for `push_all`. Compiled code needs rows of one type: what a kernel is given has 64 bits."""
    return step, player, first, second


@kernel
def push_all(state: Record, steps: tuple[Row, ...]) -> None:
    """These steps come next, in this order."""
    for k in range(len(steps)):
        step, player, first, second = steps[len(steps) - 1 - k]
        push(state, step, player, first, second)


@kernel
def draw_row(step: int, count: int, first: int, by: int) -> Row:
    """A row for `push_draws`: a step of chance that comes so often, its first number, and by how much that grows."""
    return step, count, first, by


@kernel
def push_draws(state: Record, draws: tuple[Row, ...]) -> None:
    """These draws of chance come next, in this order."""
    for k in range(len(draws)):
        step, count, first, by = draws[len(draws) - 1 - k]
        for draw in range(count - 1, -1, -1):
            push(state, step, CHANCE, first + by * draw, 0)


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
