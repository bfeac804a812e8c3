"""Working room for a rule in a GPU thread's own memory. Loaded only where `numba-cuda` is installed."""

from numba import cuda, int32

from stockade.core.scratch import ROOM


@cuda.jit(device=True, inline="always")  # part of its caller, because the room ends with the function that has it
def scratch():  # type: ignore[no-untyped-def]
    return cuda.local.array(ROOM, int32)
