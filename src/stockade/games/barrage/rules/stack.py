"""The stack of pending steps, with the next one on top. NUMBERS in the layout says what their numbers mean."""

from stockade.core.kernel import kernel
from stockade.core.layout import CHANCE
from stockade.games.barrage.layout import STACK, Frame, Numbers, Record

Row = tuple[int, int, int, int]


@kernel
def numbers_of(frame: Frame) -> Numbers:
    """Return the two numbers of a step."""
    return int(frame.first), int(frame.second)


@kernel
def push(state: Record, step: int, player: int, first: int, second: int) -> None:
    """Push a step. It comes before all that are pending."""
    assert state.depth < STACK
    frame = state.pending[state.depth]
    frame.step = step
    frame.player = player
    frame.first = first
    frame.second = second
    state.depth += 1


@kernel
def step_row(step: int, player: int, first: int, second: int) -> Row:
    """Return a row for `push_all`. Compiled code needs rows of one type, and arguments of kernels have 64 bits."""
    return step, player, first, second


@kernel
def push_all(state: Record, steps: tuple[Row, ...]) -> None:
    """Push several steps so that they come in this order."""
    for k in range(len(steps)):
        step, player, first, second = steps[len(steps) - 1 - k]
        push(state, step, player, first, second)


@kernel
def draw_row(step: int, count: int, first: int, by: int) -> Row:
    """Return a row for `push_draws`: a step of chance, how often it comes, its first number, and by how much that
    number grows."""
    return step, count, first, by


@kernel
def push_draws(state: Record, draws: tuple[Row, ...]) -> None:
    """Push several draws of chance so that they come in this order."""
    for k in range(len(draws)):
        step, count, first, by = draws[len(draws) - 1 - k]
        for draw in range(count - 1, -1, -1):
            push(state, step, CHANCE, first + by * draw, 0)


@kernel
def pop(state: Record) -> Numbers:
    """Remove the step on top and return its two numbers. Its frame is cleared, so that equal positions have equal
    states."""
    state.depth -= 1
    frame = state.pending[state.depth]
    numbers = numbers_of(frame)
    frame.step = 0
    frame.player = 0
    frame.first = 0
    frame.second = 0
    return numbers
