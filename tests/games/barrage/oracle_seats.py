"""What the second implementation of Barrage keeps about a dam and a seat."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.games.barrage.parts import LEVEL


@dataclass
class Dam:
    owner: int
    level: int
    drops: int = 0


@dataclass
class Load:
    """A tile and machines on a wheel."""

    turns: int  # turns until it comes back
    tile: str | None
    excavators: int
    mixers: int


@dataclass
class Seat:
    company: str
    officer: str | None = None
    level: int = 0  # level of an Automa
    vp: int = 10
    credits: int = 6
    energy: int = 0
    excavators: int = 6
    mixers: int = 4
    engineers: int = 12
    banked: int = 0
    constructions: int = 0
    has_passed: bool = False
    copied: str | None = None
    has_copied: bool = False
    mahiri_uses: int = 0
    tiles: set[str] = field(default_factory=set)
    wheel: list[Load] = field(default_factory=list)
    contracts: set[str] = field(default_factory=set)
    fulfilled: set[str] = field(default_factory=set)

    def has(self, officer: str) -> bool:
        return officer in (self.officer, self.copied)

    def rotate(self, times: int) -> None:
        for _ in range(times):
            for load in self.wheel:
                load.turns -= 1
            for load in [load for load in self.wheel if load.turns == 0]:
                self.wheel.remove(load)
                self.excavators += load.excavators
                self.mixers += load.mixers
                if load.tile:
                    self.tiles.add(load.tile)

    def advanced(self) -> int:
        return len((self.tiles | {load.tile for load in self.wheel if load.tile}) & set(LEVEL))
