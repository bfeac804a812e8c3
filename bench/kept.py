"""Results of long measurements, kept in a file so that a later run goes on where an earlier one stopped."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from stockade.arena.jobs import share_out


class Kept:
    """Results by kind, game and number, in a file that a later run reads again."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        lines = path.read_text("utf-8").splitlines() if path is not None and path.exists() else []
        self.results: dict[tuple[Any, ...], Any] = {tuple(key): result for key, result in map(json.loads, lines)}

    def all(self, work: Callable[..., Any], pieces: list[tuple[Any, ...]], jobs: int) -> list[Any]:
        """Return the results for these arguments. Work that is done is not done again."""
        keys = [(work.__name__, *piece) for piece in pieces]
        missing = [piece for key, piece in zip(keys, pieces, strict=True) if key not in self.results]
        for at, result in share_out(work, missing, jobs):
            key = (work.__name__, *missing[at])
            self.results[key] = result
            if self.path is not None:
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([key, result]) + "\n")
        return [self.results[key] for key in keys]
