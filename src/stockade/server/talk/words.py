"""Clean what people write. It stays plain text: nothing in it is markup, here or in a client."""

from __future__ import annotations

import unicodedata

JOINERS = "\u200c\u200d"  # some scripts and composed emoji need them
BREAKS = ("Cc", "Zl", "Zp")  # control characters, tabs and line breaks become spaces
UNSEEN = ("Cf", "Cs", "Co", "Cn")  # among them all marks that change the direction of what follows
NOT_ALONE = ("Mn", "Me", "Zs")  # marks on other characters and spaces


def clean(text: str) -> str:
    """Return a text on one line, without characters that act on what is around them. It may be empty."""
    kept = []
    for letter in text:
        kind = unicodedata.category(letter)
        if kind in BREAKS:
            kept.append(" ")
        elif kind not in UNSEEN or letter in JOINERS:
            kept.append(letter)
    line = " ".join("".join(kept).split())
    seen = any(letter not in JOINERS and unicodedata.category(letter) not in NOT_ALONE for letter in line)
    return line if seen else ""
