"""Small words for labels, prompts and logs: capitals, plurals, lists, signs."""

from __future__ import annotations

from collections.abc import Sequence


def capital(words: str) -> str:
    """Words at the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def lower(words: str) -> str:
    """Words in the middle of a sentence."""
    return words[:1].lower() + words[1:]


def counted(count: int, thing: str) -> str:
    """So many things: "1 wall", "3 walls"."""
    return f"{count} {thing}{'s' * (abs(count) != 1)}"


def listed(words: Sequence[str], link: str = "and") -> str:
    """A list as one says it: "dig, fill or trash"; nothing for an empty one."""
    return f" {link} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def signed(number: int) -> str:
    """A gain or a loss: "+3", "−2"."""
    return f"−{-number}" if number < 0 else f"+{number}"


def winning(names: Sequence[str]) -> str:
    """Who has won: "Gold wins", "Jade and Gold share the win"."""
    return f"{listed(names)} {'wins' if len(names) == 1 else 'share the win'}"
