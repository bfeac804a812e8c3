"""What a run of the suite looks at: which games, how deep, and where more data for their options lies.

A quick run takes few examples of each kind, a deep one takes many. What only deep runs do is marked `deep`.
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
    games: tuple[str, ...] | None = None  # all there are, unless said
    is_deep: bool = False
    data: Path | None = None  # a folder with GAME/OPTION/*.json, for options that are tables of data


_scope = Scope()


def set_scope(*, games: Sequence[str] | None = None, is_deep: bool = False, data: Path | None = None) -> None:
    """To be said before any test of the suite is read."""
    _scope.games = None if games is None else tuple(games)
    _scope.is_deep, _scope.data = is_deep, data


def games() -> tuple[str, ...]:
    return stockade.games() if _scope.games is None else _scope.games


def either(quick: T, deep: T) -> T:
    return deep if _scope.is_deep else quick


def data_of(game: str, option: str) -> list[Path]:
    """Files with values of an option, beside those that the game itself brings."""
    return [] if _scope.data is None else sorted((_scope.data / game / option).glob("*.json"))
