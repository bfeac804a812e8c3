"""Keys that are long and random, and short ids."""

from __future__ import annotations

import hashlib
import secrets

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without letters that are easily confused
ID_LENGTH = 10
PROGRAM_PREFIX = "stk_"  # marks the key of a program, so that leaked keys are recognised


def new_id(length: int = ID_LENGTH) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def is_id(text: str) -> bool:
    """Return whether this could be an id. Keeps unusual characters in a URL from the database."""
    return len(text) == ID_LENGTH and all(letter in LETTERS for letter in text)


def new_key() -> str:
    return secrets.token_urlsafe(24)


def new_program_key() -> str:
    return PROGRAM_PREFIX + secrets.token_urlsafe(32)


def hashed(key: str) -> str:
    # Keys are long and random, so a fast hash is safe.
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()
