"""Tables for rules: arrays that are computed when a game is loaded and never change."""

from __future__ import annotations

from typing import Any

import numpy as np


def freeze(names: dict[str, Any]) -> None:
    """Make all arrays of a module read-only. Use `freeze(globals())` as the last line of a module with tables.

    A compiler copies the arrays into machine code, so a later change would have no effect there.
    """
    for thing in names.values():
        if isinstance(thing, np.ndarray):
            thing.flags.writeable = False
