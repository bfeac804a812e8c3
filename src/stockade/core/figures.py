"""Draw numbers on the table, digit by digit, as decoration."""

from __future__ import annotations

from functools import lru_cache

from stockade.core.scene import Area

SIGNS = {"$": "dollar", "+": "plus", "-": "minus"}
WIDE = 0.6  # width of a digit, relative to its height


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
    """Draw a number with the symbols `ink-0` to `ink-9`, centred vertically on `y`.

    With `align` 0 the number starts at `x`, with 0.5 it is centred there, with 1 it ends there.
    """
    return list(_figures(name, str(value), x, y, high, align, ink, wide))


@lru_cache(1 << 14, typed=True)
def _figures(
    name: str, text: str, x: float, y: float, high: float, align: float, ink: str, wide: float
) -> tuple[Area, ...]:
    step = high * wide
    left = x - align * step * len(text)
    size = (round(step, 1), round(high, 1))
    return tuple(
        Area(
            f"{name}-{at}",
            round(left + at * step, 1),
            round(y - high / 2, 1),
            *size,
            label="",
            art=f"{ink}-{SIGNS.get(sign, sign)}",
        )
        for at, sign in enumerate(text)
    )
