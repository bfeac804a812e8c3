"""Tables of rules: arrays that are worked out when a game is loaded and never change."""

from __future__ import annotations

from typing import Any

import numpy as np


def freeze(names: dict[str, Any]) -> None:
    """Make all arrays of a module read-only. `freeze(globals())` is the last line of a module with tables: a compiler
    copies them into machine code, which would not see a later change."""
    for thing in names.values():
        if isinstance(thing, np.ndarray):
            thing.flags.writeable = False
