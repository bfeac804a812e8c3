"""Sentences that are stored, and said later in the language of each reader."""

from __future__ import annotations

import json

from stockade.core.language import say


def write(text: str, /, **parts: object) -> str:
    """Return a sentence in the form in which it is stored. Mark the text for the catalogues."""
    if not parts:
        return text
    return json.dumps([text, {name: str(part) for name, part in parts.items()}], ensure_ascii=False)


def read(stored: str) -> str:
    """Return a stored sentence in the reader's language. One without parts is plain English."""
    try:
        text, parts = json.loads(stored)
        return say(text, **{name: say(part) for name, part in parts.items()})
    except (ValueError, TypeError, AttributeError):
        return say(stored)
