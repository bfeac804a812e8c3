"""Find out which kernels Python calls: run them uncompiled and record the types of their arguments."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from stockade.core.compiler import Entry, Heavy, Interpreted, Kinds, kinds_of

_noted: dict[tuple[int, Kinds], Entry] = {}
_depth = 0  # how many kernels are running inside each other; Python calls the outermost
_runs = True


class Recorded(Interpreted):
    """A kernel that runs as Python and records calls from outside of kernels."""

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
    """The same for a kernel that can only run compiled."""

    def __call__(self, *args: Any) -> Any:
        note(self, args)
        return super().__call__(*args)


def note(kernel: Any, arguments: tuple[Any, ...]) -> None:
    kinds = kinds_of(arguments)
    _noted.setdefault((id(kernel), kinds), (kernel, kinds))


@contextmanager
def noting_only() -> Iterator[None]:
    """Let kernels only record their arguments and not run, for work that would take too long in Python."""
    global _runs
    _runs = False
    try:
        yield
    finally:
        _runs = True


def recorded() -> list[Entry]:
    """Return every kernel that was called so far, with the types of its arguments."""
    return list(_noted.values())
