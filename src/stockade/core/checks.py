"""Small checks for positions that people write by hand. Each error names the field that is wrong."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from stockade.core.errors import BadPosition, quoted

MOST_LEVELS = 32  # lists and objects inside one another
LARGEST = 2**64  # no number in a position or a log is as large as this
_MISSING = object()


def read_json(text: str) -> Any:
    """Read a JSON text. Raises a `ValueError` that says what is wrong with it."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise
    except ValueError:
        raise ValueError(TOO_MANY_DIGITS) from None
    except RecursionError:
        raise ValueError(TOO_DEEP) from None


TOO_MANY_DIGITS = "it has a number with too many digits"
TOO_DEEP = "it has too many lists or objects inside one another"


def excess(value: object) -> str:
    """Return in words what is too large in a JSON value to be read further, or an empty text."""
    left = [(value, 0)]
    while left:
        thing, level = left.pop()
        if isinstance(thing, Mapping | list | tuple):
            if level == MOST_LEVELS:
                return TOO_DEEP
            inner = thing.values() if isinstance(thing, Mapping) else thing
            left += [(each, level + 1) for each in inner]
        elif isinstance(thing, int) and not -LARGEST < thing < LARGEST:
            return TOO_MANY_DIGITS
    return ""


def names_only(given: Mapping[str, Any], known: set[str], where: str) -> None:
    """Refuse unknown fields: most of them are typing mistakes."""
    unknown = sorted(str(name) for name in given if name not in known)
    if unknown:
        raise BadPosition(f"{where} has no field {unknown[0]!r}; it has: {', '.join(sorted(known))}")


def field(given: Mapping[str, Any], name: str, kind: type, default: Any = _MISSING) -> Any:
    """Return a field that must be a list or an object."""
    value = given.get(name, default)
    if value is _MISSING:
        raise BadPosition(f"{name!r} is missing")
    if not isinstance(value, kind):
        raise BadPosition(f"{name!r} is not {'a list' if kind is list else 'an object with named fields'}")
    return value


def whole(given: Mapping[str, Any], name: str, low: int, high: int, default: Any = _MISSING) -> int:
    """Return a field that must be a whole number from `low` to `high`."""
    value = given.get(name, default)
    if value is _MISSING:
        raise BadPosition(f"{name!r} is missing")
    if type(value) is not int or not low <= value <= high:
        allowed = f"a whole number from {low} to {high}" if low < high else str(low)
        raise BadPosition(f"{name!r} is {allowed}, not {_shown(value)}")
    return value


def one_of(given: Mapping[str, Any], name: str, known: tuple[Any, ...], default: Any) -> Any:
    """Return a field that must be one of the known words."""
    value = given.get(name, default)
    if not isinstance(value, str | None) or value not in known:
        names = ", ".join("null" if each is None else str(each) for each in known)
        raise BadPosition(f"{name!r} is one of {names}, not {_shown(value)}")
    return value


def _shown(value: object) -> str:
    """Return a wrong value as an error shows it: in the words of JSON, and not the whole of a long one."""
    return json.dumps(value) if value is None or isinstance(value, bool) else quoted(value)


def require(holds: bool, wrong: str, ruling: str = "") -> None:
    """Refuse a position if a condition does not hold."""
    if not holds:
        raise BadPosition(wrong, ruling)


def within(record: Any, limits: Mapping[str, tuple[int, int]]) -> None:
    """Refuse a record, or an array of records, with a number outside the limits of its field."""
    for name, (low, high) in limits.items():
        values = np.asarray(record[name])
        require(bool(((values >= low) & (values <= high)).all()), f"{name} is out of range")
