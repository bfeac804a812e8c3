"""Plurals for texts that are always in English, such as those of the command line and of reports."""

from __future__ import annotations


def counted(count: int, thing: str) -> str:
    """Return a number with its noun: "1 wall", "3 walls"."""
    return f"{count} {thing}{'s' * (abs(count) != 1)}"
