"""Working room in a GPU thread's own memory. Loaded only where `numba-cuda` is installed.

Numba's own local arrays are cleared each time the function that has them begins, which costs more than most rules do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import config

from stockade.core.room import Shape, on_stack, room_of


def device_room_of(shape: Shape, item: Any) -> Callable[[], Any]:
    """The same as `room_of` for functions on a device. A simulated one is run by Python."""
    if config.ENABLE_CUDASIM:
        return room_of(shape, item)
    from numba.cuda.extending import intrinsic
    from numba.cuda.np import arrayobj

    sizes = (shape,) if isinstance(shape, int) else shape
    definition = on_stack(arrayobj, sizes, np.dtype(item))

    @intrinsic  # type: ignore[untyped-decorator]
    def room(typing_context: Any) -> Any:
        return definition(typing_context)

    made: Callable[[], Any] = room
    return made
