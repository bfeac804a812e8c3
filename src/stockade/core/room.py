"""Working room for kernels: records or numbers that last as long as the function that asks for them.

In compiled code a record does not keep its array alive, and Numba frees an array after the last line that uses it.
So a record taken from `np.empty(1, STATE)` is soon in memory that is used for something else. Room is on the stack of
the function that asks for it, so it lasts until that function ends. It must not be returned.

    one_state = room_of(1, RECORD)

    @kernel
    def describe(state, table):
        room = one_state()
        room[0] = state
        now = room[0]  # valid until the end of `describe`
"""

from __future__ import annotations

import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import from_dtype, types
from numba.core.typing.templates import infer_global, make_intrinsic_template

ALIGNED = 64  # bytes: a cache line
FILL = 0xA5  # every byte of room if Python runs a kernel, so that no kernel relies on zeros

Shape = int | tuple[int, ...]


def room_of(shape: Shape, item: Any) -> Callable[[], Any]:
    """Return a function that gives the kernel that calls it an array of that shape, with arbitrary values.

    `item` is a type of number or the layout of a record.
    """
    sizes = (shape,) if isinstance(shape, int) else shape
    dtype = np.dtype(item)

    def room() -> npt.NDArray[Any]:
        array: npt.NDArray[Any] = np.full(math.prod(sizes) * dtype.itemsize, FILL, np.uint8).view(dtype)
        return array.reshape(sizes)

    room.room_shape, room.room_item = sizes, dtype  # type: ignore[attr-defined]
    _teach(room, sizes, dtype)
    return room


def is_room(thing: Any) -> bool:
    """Return whether something was made by `room_of`."""
    return hasattr(thing, "room_shape")


def _teach(room: Callable[[], Any], sizes: tuple[int, ...], dtype: np.dtype[Any]) -> None:
    """Tell Numba what to compile for a call of `room`."""
    from numba.np import arrayobj

    definition = on_stack(arrayobj, sizes, dtype)
    infer_global(room, types.Function(make_intrinsic_template(room, definition, "room")))


def on_stack(arrayobj: ModuleType, sizes: tuple[int, ...], dtype: np.dtype[Any]) -> Callable[..., Any]:
    """Return the definition of an intrinsic that takes memory from the stack of the function that calls it.

    `arrayobj` is the module of that name for the target: a CPU's or a GPU's.
    """
    item = from_dtype(dtype)
    kind = types.Array(item, len(sizes), "C")
    strides = [dtype.itemsize * math.prod(sizes[k + 1 :]) for k in range(len(sizes))]

    def make(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        def number(value: int) -> Any:
            return context.get_constant(types.intp, value)

        with builder.goto_entry_block():
            data = builder.alloca(context.get_data_type(item), number(math.prod(sizes)))
        data.align = ALIGNED
        array = arrayobj.make_array(kind)(context, builder)
        arrayobj.populate_array(
            array,
            data=builder.bitcast(data, array.data.type),
            shape=[number(size) for size in sizes],
            strides=[number(stride) for stride in strides],
            itemsize=number(dtype.itemsize),
            meminfo=None,
        )
        return array._getvalue()

    return lambda _context: (kind(), make)
