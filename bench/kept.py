"""Results of long measurements, kept in a file so that a later run goes on where an earlier one stopped."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from stockade.arena.jobs import share_out
from stockade.arena.keeping import KeptLines


class Kept:
    """Results by kind, game and number. If there is a file, a later run has them again."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.results: dict[tuple[Any, ...], Any] = {}

    def all(self, work: Callable[..., Any], pieces: list[tuple[Any, ...]], jobs: int) -> list[Any]:
        """Return the results for these arguments. Work that is done is not done again."""
        keys = [(work.__name__, *piece) for piece in pieces]
        with nullcontext() if self.path is None else KeptLines(self.path) as lines:
            if lines is not None:
                self.results |= {tuple(key): result for key, result in lines.found}
            missing = [piece for key, piece in zip(keys, pieces, strict=True) if key not in self.results]
            for at, result in share_out(work, missing, jobs):
                key = (work.__name__, *missing[at])
                self.results[key] = result
                if lines is not None:
                    lines.add([key, result])
        return [self.results[key] for key in keys]
