"""Figures on the table: numbers are laid sign by sign, as decoration."""

from __future__ import annotations

from stockade.core.scene import Area


def digits(
    name: str, text: str, x: float, y: float, high: float, align: float = 0.5, ink: str = "digit"
) -> list[Area]:
    """A number as decoration: from `x`, around it or up to it."""
    wide = high * 0.6
    left = x - align * wide * len(text)
    signs = {"$": "dollar", "+": "plus"}
    return [
        Area(f"{name}-{at}", left + at * wide, y - high / 2, wide, high, "", f"{ink}-{signs.get(sign, sign)}")
        for at, sign in enumerate(text)
    ]
