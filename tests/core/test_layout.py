"""Check that a state declared as a class gets the layout of its annotations."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import numpy as np
import numpy.typing as npt
import pytest

from stockade.core.kernel import kernel
from stockade.core.layout import (
    Bool,
    Float64,
    Float64s,
    Int8,
    Int8s,
    Int16,
    Int32,
    Layout,
    Records,
    Uint16s,
    dtype_of,
)

Scalar = TypeVar("Scalar", bound=np.generic)
Nested = np.ndarray[Any, np.dtype[Scalar]]
Flat = list  # stands in for an alias with one argument, as NumPy's arrays have since 2.5


class Seat(Layout):
    money: Int16
    cards: Annotated[Int8s, 5]


class Whole(Layout):
    current_player: Int8
    open: Bool
    ply: Int32
    goods: Annotated[Uint16s, (2, 3)]
    seat: Annotated[Records[Seat], 4]
    bank: Seat
    share: Float64
    odds: Annotated[Float64s, 2]


def test_numbers_arrays_and_records_have_the_declared_types():
    layout = dtype_of(Whole)
    seat = np.dtype([("money", np.int16), ("cards", np.int8, 5)], align=True)
    assert layout.names == ("current_player", "open", "ply", "goods", "seat", "bank", "share", "odds")
    assert [layout[name].base for name in layout.names] == [
        np.dtype(np.int8),
        np.dtype(np.bool_),
        np.dtype(np.int32),
        np.dtype(np.uint16),
        seat,
        seat,
        np.dtype(np.float64),
        np.dtype(np.float64),
    ]
    assert [layout[name].shape for name in layout.names] == [(), (), (), (2, 3), (4,), (), (), (2,)]


@pytest.mark.parametrize("array", [npt.NDArray[np.int16], Nested[np.int16], Flat[np.int16]])
def test_what_an_array_holds_is_found_in_every_spelling_of_its_type(array):
    one = type("One", (Layout,), {"__annotations__": {"cards": Annotated[array, 3]}})
    assert dtype_of(one)["cards"] == np.dtype((np.int16, 3))


def test_fields_are_attributes_that_share_the_memory_of_the_array():
    states = np.zeros(2, dtype_of(Whole))
    state = states[1]
    state.ply, state.bank.money, state.seat[2].cards[4] = 7, 5, 3
    assert (states["ply"][1], states["bank"]["money"][1], states["seat"]["cards"][1, 2, 4]) == (7, 5, 3)
    assert not states[0].tobytes().strip(b"\0")


def test_a_record_has_no_other_attributes_than_its_fields():
    state = np.zeros(1, dtype_of(Whole))[0]
    with pytest.raises(AttributeError):
        state.plies = 1
    with pytest.raises(AttributeError):
        state.bank.plies  # noqa: B018  (reading it is the test)


def test_a_kernel_writes_into_the_record_that_it_is_called_with():
    @kernel
    def pay(seat: Any) -> None:
        seat.money += 2

    states = np.zeros(2, dtype_of(Whole))
    for record in (states[1].bank, states[1].seat[3], states[0].copy().bank):
        pay(record)
        pay(record)
        assert record.money == 4
    assert (states["bank"]["money"].tolist(), states["seat"]["money"][1].tolist()) == ([0, 4], [0, 0, 0, 4])
    assert np.shares_memory(np.frombuffer(states[1].bank.data, np.uint8), states)
