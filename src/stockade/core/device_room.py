"""Working room in the memory of a GPU thread. Loaded only if `numba-cuda` is installed.

Numba's own local arrays are cleared each time their function begins, which costs more than most rules do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import config

from stockade.core.room import Shape, on_stack, room_of


def device_room_of(shape: Shape, item: Any) -> Callable[[], Any]:
    """Return what `room_of` returns, for functions on a device. Python runs a simulated device."""
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
