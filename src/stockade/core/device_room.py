"""Working room in a GPU thread's own memory. Loaded only where `numba-cuda` is installed.

Numba's own local arrays are cleared each time the function that has them begins, which costs more than most rules do.
"""

from typing import Any

from numba import config, cuda, int32, types

from stockade.core.scratch import ROOM


def room_of(length: int, item: Any) -> Any:
    """A function for use on a device that gives the function which calls it so many items of no particular value."""
    if config.ENABLE_CUDASIM:
        return cuda.jit(device=True)(lambda: cuda.local.array(length, item))
    from numba.cuda.extending import intrinsic

    kind = types.Array(item, 1, "C")

    @intrinsic  # type: ignore[untyped-decorator]
    def room(_typing_context: Any) -> Any:
        def make(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
            from numba.cuda.np.arrayobj import make_array, populate_array

            count = context.get_constant(types.intp, length)
            size = context.get_constant(types.intp, item.bitwidth // 8)
            with builder.goto_entry_block():
                data = builder.alloca(context.get_data_type(item), count)
            array = make_array(kind)(context, builder)
            populate_array(
                array,
                data=data,
                shape=[count],
                strides=[size],
                itemsize=size,
                meminfo=None,
            )
            return array._getvalue()

        return kind(), make

    return room


scratch = room_of(ROOM, int32)
