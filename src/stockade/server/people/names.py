"""Names of people: how they are cleaned, and when two of them are the same."""

from __future__ import annotations

import unicodedata

from stockade.core.language import mark

LONGEST = 40
FORMER = mark("Former player")  # shown in games of people who deleted their account


def clean(given: str | None) -> str:
    """Return a name on one line, without characters that cannot be seen. It may be empty."""
    name = "".join(letter if letter.isprintable() else " " for letter in given or "")
    return " ".join(name.split())[:LONGEST].strip()


def folded(name: str) -> str:
    """Return a form in which names that look the same are equal."""
    return unicodedata.normalize("NFKC", clean(name)).casefold()
