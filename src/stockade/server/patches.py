"""The difference between two views, as a JSON patch (RFC 6902) that turns one into the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel

Operation = dict[str, Any]
SHARE = 0.5  # a list of which more than this share has changed is sent whole


def patch(old: Any, new: Any, path: str = "") -> Iterator[Operation]:
    """Yield the operations that turn one object into another of the same type."""
    for name in _names(new.__class__):
        before, after = getattr(old, name), getattr(new, name)
        if before is not after and before != after:
            yield from _patch_value(before, after, f"{path}/{name}")


def _patch_value(old: Any, new: Any, path: str) -> Iterator[Operation]:
    if isinstance(old, (list, tuple)) and isinstance(new, (list, tuple)):
        yield from patch_list(old, new, path)
    elif old.__class__ is new.__class__ and _names(new.__class__):
        yield from patch(old, new, path)
    else:
        yield {"op": "replace", "path": path, "value": new}


def patch_list(old: Sequence[Any], new: Sequence[Any], path: str) -> Iterator[Operation]:
    """Yield the operations for a list: what is between the ends that stay is replaced, added or removed."""
    shorter = min(len(old), len(new))
    grown = new[:shorter] == old  # as logs do; this comparison takes no time for parts that are the same objects
    first = shorter if grown else next((no for no in range(shorter) if not _same(old[no], new[no])), shorter)
    last = next((no for no in range(shorter - first) if not _same(old[-1 - no], new[-1 - no])), shorter - first)
    common = shorter - first - last
    changed = [no for no in range(first, first + common) if not _same(old[no], new[no])]
    added, removed = len(new) - shorter, len(old) - shorter
    if len(changed) + added + removed > max(1, SHARE * len(new)):
        yield {"op": "replace", "path": path, "value": new}
        return
    for no in changed:
        if _key(old[no]) == _key(new[no]):
            yield from _patch_value(old[no], new[no], f"{path}/{no}")
        else:
            yield {"op": "replace", "path": f"{path}/{no}", "value": new[no]}
    place = first + common
    for _ in range(removed):
        yield {"op": "remove", "path": f"{path}/{place}"}
    for no in range(place, place + added):
        yield {"op": "add", "path": f"{path}/{no}", "value": new[no]}


def _same(old: Any, new: Any) -> bool:
    return old is new or bool(old == new)


def _key(part: Any) -> Any:
    """Return what identifies a part of a list, if it has an id."""
    return getattr(part, "id", None)


@cache
def _names(kind: type) -> tuple[str, ...]:
    """Return the fields of a class of objects, or nothing for other values."""
    if issubclass(kind, BaseModel):
        return tuple(kind.model_fields)
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
