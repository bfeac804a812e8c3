"""Malformed input of every kind, for tests that it always leads to a typed error."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

HUGE = st.sampled_from([2**31 - 1, 2**31, -(2**31) - 1, 2**63, 2**64, -(2**64), 10**40])
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | HUGE
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["", " ", "0", "-1", "\x00", "[", "null", "1e9", "９", "true"])
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
ACTIONS = SCALARS | st.binary(max_size=8) | st.just(()) | st.complex_numbers() | JSON


def places(value: Any, above: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Yield the paths to everything inside a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [above] if above else []
    for key, item in inner:
        found += places(item, (*above, key))
    return found


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


@st.composite
def mutated(draw: st.DrawFn, value: dict[str, Any]) -> dict[str, Any]:
    """Return the value with one to three things in it replaced, removed, doubled, moved or added."""
    changed = copy.deepcopy(value)
    for _ in range(draw(st.integers(1, 3))):
        found = places(changed)
        if not found:
            break
        # The first step is chosen evenly, so that the long list of actions of a log does not hide its header.
        top = draw(st.sampled_from(sorted({path[0] for path in found}, key=str)))
        path = draw(st.sampled_from([path for path in found if path[0] == top]))
        holder, key = at(changed, path[:-1]), path[-1]
        match draw(st.sampled_from(["replace", "swap", "nudge", "remove", "add"])):
            case "replace":
                holder[key] = draw(JSON)
            case "swap":
                other = draw(st.sampled_from(found))
                holder[key] = copy.deepcopy(at(changed, other))
            case "nudge":
                holder[key] = draw(nudged(holder[key]))
            case "remove":
                del holder[key]
            case _ if isinstance(holder, list):
                holder.insert(key, draw(JSON | st.just(copy.deepcopy(holder[key]))))
            case _:
                holder[draw(st.text(max_size=6))] = draw(JSON)
    return changed


def nudged(value: Any) -> st.SearchStrategy[Any]:
    """Return something close to the value, as a typing mistake would be."""
    if isinstance(value, bool):
        return st.sampled_from([not value, int(value), str(value)])
    if isinstance(value, int):
        return st.sampled_from([value - 1, value + 1, -value, float(value), str(value), value + 2**32, value == 1])
    if isinstance(value, str):
        return st.sampled_from([value[1:], value[:-1], value + value, value.swapcase(), f" {value}\n"])
    return st.sampled_from([None, [], {}, [value], ""])
