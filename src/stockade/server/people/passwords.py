"""Passwords, hashed with Argon2 by its own library's defaults."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ..errors import Refused

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST = 8


@cache
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher

    return PasswordHasher()


@cache
def _nobodys() -> str:
    """Return the hash of a password that nobody has, so that an unknown name takes as long as a wrong password."""
    return _hasher().hash("a password that nobody has")


def hashed(password: str) -> str:
    if len(password) < SHORTEST:
        raise Refused("bad_request", "A password has at least {least} characters.", least=SHORTEST)
    return _hasher().hash(password)


def fits(stored: str | None, password: str) -> bool:
    """Return whether a password is the one whose hash is stored."""
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return _hasher().verify(stored or _nobodys(), password) and stored is not None
    except (InvalidHashError, VerificationError):
        return False
