"""What a run of the suite covers: which games, how deep, and where to find more data for their options.

A quick run tries few examples of each kind, a deep run many. Tests that only deep runs do are marked `deep`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import stockade

T = TypeVar("T")


@dataclass
class Scope:
    games: tuple[str, ...] | None = None  # None means all games
    is_deep: bool = False
    data: Path | None = None  # a folder with GAME/OPTION/*.json, for options that are tables of data


_scope = Scope()


def set_scope(*, games: Sequence[str] | None = None, is_deep: bool = False, data: Path | None = None) -> None:
    """Set the scope. This must be called before any test of the suite is imported."""
    _scope.games = None if games is None else tuple(games)
    _scope.is_deep, _scope.data = is_deep, data


def games() -> tuple[str, ...]:
    return stockade.games() if _scope.games is None else _scope.games


def either(quick: T, deep: T) -> T:
    return deep if _scope.is_deep else quick


def data_of(game: str, option: str) -> list[Path]:
    """Return files with values of an option, in addition to those of the game itself."""
    return [] if _scope.data is None else sorted((_scope.data / game / option).glob("*.json"))
