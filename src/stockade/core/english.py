"""Helpers for texts that are always in English, such as those of the command line and of reports."""

from __future__ import annotations


def lower(words: str) -> str:
    """Start a text with a lowercase letter."""
    return words[:1].lower() + words[1:]


def counted(count: int, thing: str) -> str:
    """Return a number with its noun: "1 wall", "3 walls"."""
    return f"{count} {thing}{'s' * (abs(count) != 1)}"
