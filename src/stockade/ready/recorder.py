"""Finds out what Python calls: kernels run uncompiled, and note the types of what they are called with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from stockade.core.compiler import Entry, Heavy, Interpreted, Kinds, kinds_of

_noted: dict[tuple[int, Kinds], Entry] = {}
_depth = 0  # kernels at work in each other; Python calls the outermost
_runs = True


class Recorded(Interpreted):
    """A kernel that Python runs, and that notes calls from outside of kernels."""

    def __call__(self, *args: Any, **kws: Any) -> Any:
        global _depth
        if _depth == 0 and not kws:
            note(self, args)
            if not _runs:
                return 0
        _depth += 1
        try:
            return super().__call__(*args, **kws)
        finally:
            _depth -= 1


class RecordedHeavy(Heavy):
    """The same for a kernel that must be compiled to run at all."""

    def __call__(self, *args: Any) -> Any:
        note(self, args)
        return super().__call__(*args)


def note(kernel: Any, arguments: tuple[Any, ...]) -> None:
    kinds = kinds_of(arguments)
    _noted.setdefault((id(kernel), kinds), (kernel, kinds))


@contextmanager
def noting_only() -> Iterator[None]:
    """Kernels do nothing in here but note what they are called with, for what would take Python too long."""
    global _runs
    _runs = False
    try:
        yield
    finally:
        _runs = True


def recorded() -> list[Entry]:
    """Every kernel that was called so far, with the types it was called with."""
    return list(_noted.values())
