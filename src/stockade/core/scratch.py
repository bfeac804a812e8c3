"""Working room for a rule that has to search. Rules allocate nothing, so that they run on a GPU; this is the one
exception, and `device.py` gives it a form of its own there."""

from typing import Any

import numpy as np

from stockade.core.kernel import kernel

ROOM = 4096


@kernel
def scratch() -> Any:
    """`ROOM` whole numbers of no particular value, for the function that asks and those it calls."""
    return np.empty(ROOM, np.int32)
