"""How much of random play a run looks at: `make test` takes few examples of each kind, `make test-deep` takes many.

What no quick run should do at all is marked `deep` instead.
"""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")
_is_deep = False


def set_depth(marks: str) -> None:
    """By what pytest was told to run; `tests/conftest.py` says it before any test is read."""
    global _is_deep
    _is_deep = "not deep" not in marks


def either(quick: T, deep: T) -> T:
    return deep if _is_deep else quick
