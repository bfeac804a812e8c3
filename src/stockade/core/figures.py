"""Figures on a table: numbers are laid sign by sign, as decoration."""

from __future__ import annotations

from stockade.core.scene import Area

SIGNS = {"$": "dollar", "+": "plus", "-": "minus"}
WIDE = 0.6  # of a figure, for every unit of its height


def figures(
    name: str,
    value: int | str,
    x: float,
    y: float,
    high: float,
    align: float = 0.5,
    ink: str = "digit",
    wide: float = WIDE,
) -> list[Area]:
    """A number, drawn with the symbols `ink-0` to `ink-9`. `align` is 0 where it begins at `x`, 0.5 where `x` is its
    middle and 1 where it ends there; `y` is its middle."""
    text, step = str(value), high * wide
    left = x - align * step * len(text)
    size = (round(step, 1), round(high, 1))
    return [
        Area(
            f"{name}-{at}",
            round(left + at * step, 1),
            round(y - high / 2, 1),
            *size,
            label="",
            art=f"{ink}-{SIGNS.get(sign, sign)}",
        )
        for at, sign in enumerate(text)
    ]
