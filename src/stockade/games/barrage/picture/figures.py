"""Figures on the table: numbers are laid sign by sign, as decoration."""

from __future__ import annotations

from stockade.core.scene import Area

SIGNS = {"+": "plus", "-": "minus"}
WIDE = 0.6  # of a figure, for every unit of its height


def figures(name: str, value: int, x: float, y: float, high: float, align: float = 0.0, ink: str = "n") -> list[Area]:
    """A number from `x` on, around it or up to it; `y` is its middle."""
    text = str(value)
    wide = high * WIDE
    left = x - align * wide * len(text)
    return [
        Area(
            f"{name}-{at}",
            round(left + at * wide, 1),
            round(y - high / 2, 1),
            round(wide, 1),
            round(high, 1),
            label="",
            art=f"{ink}-{SIGNS.get(sign, sign)}",
        )
        for at, sign in enumerate(text)
    ]
