"""Helpers for English labels, prompts and logs: capitals, plurals, lists, signs."""

from __future__ import annotations

from collections.abc import Sequence


def capital(words: str) -> str:
    """Start a text with a capital letter."""
    return words[:1].upper() + words[1:]


def lower(words: str) -> str:
    """Start a text with a lowercase letter."""
    return words[:1].lower() + words[1:]


def counted(count: int, thing: str) -> str:
    """Return a number with its noun: "1 wall", "3 walls"."""
    return f"{count} {thing}{'s' * (abs(count) != 1)}"


def listed(words: Sequence[str], link: str = "and") -> str:
    """Join words to a list: "dig, fill or trash". An empty list gives an empty text."""
    return f" {link} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def signed(number: int) -> str:
    """Return a number with its sign: "+3", "−2"."""
    return f"−{-number}" if number < 0 else f"+{number}"


def turned(steps: int) -> str:
    """Say how a tile is turned, as seen from above: "turned 2 steps to the right". Return nothing if it is not."""
    return f"turned {counted(steps, 'step')} to the right" if steps else ""


def winning(names: Sequence[str]) -> str:
    """Say who has won: "Gold wins", "Jade and Gold share the win"."""
    return f"{listed(names)} {'wins' if len(names) == 1 else 'share the win'}"
