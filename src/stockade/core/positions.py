"""Readers for parts of positions that many games share. Those for single fields are in `checks.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any

import numpy as np

from stockade.core.checks import names_only, require, whole
from stockade.core.errors import BadPosition


def lowered(names: Iterable[str | Enum]) -> tuple[str, ...]:
    """Return names of seats or of enum members as they are written in positions."""
    return tuple((name.name if isinstance(name, Enum) else name).lower() for name in names)


def flag(given: Mapping[str, Any], name: str, default: bool = False) -> bool:
    """Read a field that is true or false."""
    value = given.get(name, default)
    if not isinstance(value, bool):
        raise BadPosition(f"{name!r} is true or false, not {value!r}")
    return value


def part(given: Any, known: set[str], what: str) -> Mapping[str, Any]:
    """Read an object and check that it has only known fields."""
    if not isinstance(given, Mapping):
        raise BadPosition(f"{what} is an object with named fields")
    names_only(given, known, what)
    return given


def numbers(given: list[Any], name: str, count: int, low: int, high: int) -> list[int]:
    """Read a list of this many whole numbers."""
    require(len(given) == count, f"{name!r} is {count} whole numbers")
    return [whole({name: number}, name, low, high) for number in given]


def reads_back(
    state: Any, to_json: Callable[[Any], Mapping[str, Any]], from_json: Callable[[Mapping[str, Any], Any], None]
) -> None:
    """Raise `BadPosition` if a record differs from what its readable form gives."""
    again = np.zeros(1, state.dtype)
    from_json(to_json(state), again[0])
    require(again[0].tobytes() == state.tobytes(), "the parts of the position do not fit together")
