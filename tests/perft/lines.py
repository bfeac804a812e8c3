"""Read `<game>.perft`: the number of sequences of actions from a position, by length.

A line has an id, a start and counts by depth, separated by bars. The start is JSON: `{}` for a new game, with
`players` and `options` if they are not the defaults, or a `position`. Lines that start with `#` are comments.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import stockade
from stockade.core.state import State

FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Line:
    game: str
    id: str
    where: str
    depth: int
    count: int

    def __str__(self) -> str:
        return f"{self.game}-{self.id}-{self.depth}"

    def state(self) -> State:
        where: dict[str, Any] = json.loads(self.where)
        game = stockade.game(self.game)
        if "position" in where:
            return game.from_json(where["position"])
        return game.start(where.get("players"), where.get("options"))


def read(game: str) -> list[Line]:
    lines = []
    for text in (FOLDER / f"{game}.perft").read_text("utf-8").splitlines():
        if text.strip() and not text.startswith("#"):
            name, where, counts = (part.strip() for part in text.split("|"))
            for each in counts.split():
                depth, _, count = each.partition(":")
                lines.append(Line(game, name, where, int(depth), int(count)))
    return lines
