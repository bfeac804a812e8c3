"""Check that working memory keeps its content, compiled or interpreted, whatever else is allocated."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from stockade.core.compiler import compile_entries, kinds_of
from stockade.core.kernel import kernel
from stockade.core.room import FILL, is_room, room_of

RECORD = np.dtype((np.record, np.dtype([("a", np.int8), ("b", np.int32, (4,)), ("c", np.float64)], align=True)))
two_records = room_of(2, RECORD)
grid = room_of((3, 5), np.int64)
large = room_of(1 << 12, np.int32)


@kernel
def fill_much(value: int) -> int:
    other = large()
    for k in range(len(other)):
        other[k] = value
    return int(other[value])


@kernel
def kept(value: int) -> int:
    """Write a record, let other code allocate memory, and read the record again."""
    room = two_records()
    record = room[1]
    record.a = value
    record.b[3] = 1000 * value
    record.c = 0.5
    other = fill_much(value)
    many = np.full(1000, 77, np.int32)
    return int(record.a + record.b[3] + 2 * record.c) + other - value + int(many[3]) - 77


@kernel
def table(n: int) -> int:
    cells = grid()
    for row in range(3):
        for column in range(5):
            cells[row, column] = n * row + column
    return int(cells[2, 4] + cells[1:, 1].sum())


def compiled(function: Any, *arguments: Any) -> Any:
    compile_entries(function.__name__, [(function, kinds_of(arguments))])
    return function(*arguments)


@pytest.mark.parametrize("value", [1, 7, 100])
def test_a_record_in_room_stays(value: int) -> None:
    expected = value + 1000 * value + 1
    assert kept.py_func(value) == expected  # type: ignore[attr-defined]
    assert compiled(kept, value) == expected


def test_room_has_the_shape_that_was_asked_for() -> None:
    assert table.py_func(10) == compiled(table, 10) == 24 + 11 + 21  # type: ignore[attr-defined]
    assert grid().shape == (3, 5)
    assert two_records().dtype == RECORD


def test_nobody_can_count_on_what_is_in_it() -> None:
    assert set(large().view(np.uint8).tolist()) == {FILL}


def test_room_is_known_as_such() -> None:
    assert is_room(grid)
    assert not is_room(kept)
    assert not is_room(np.zeros)
