"""The table of openings, and the file in which a game keeps it: `data/openings.ndjson`, one row in each line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from stockade.core.cache import write_whole
from stockade.core.errors import BadPosition
from stockade.core.game import Game
from stockade.core.match import Match
from stockade.core.registry import game as find_game
from stockade.core.state import State

FILE = "data/openings.ndjson"


@dataclass(frozen=True, slots=True)
class Row:
    """A first choice with a number of players, and what came of it."""

    players: int
    seed: int  # of a match in which there is such a choice
    action: str  # that choice, in the game's notation
    games: int
    wins: float  # share of wins; a shared win counts as a part
    wins_interval: tuple[float, float]  # 95%
    points: float  # mean
    points_interval: tuple[float, float]  # 95%


def first_choice(game: Game, players: int, seed: int) -> State:
    """Return the first state of a match in which there is something to choose."""
    match = Match(game, players, seed=seed)
    while len(legal := match.state.legal_actions()) == 1:
        match.play(legal[0])
    return match.state


def sorts_of(state: State) -> dict[int, str]:
    """Return for every legal action what sort of choice it is, in the reader's language.

    These are the game's own kinds of action, or its labels if all actions are of one kind. A game in which the first
    choice depends on the deal can name the sorts itself.
    """
    namer: Callable[[object, int], str] | None = getattr(state.game.text, "opening_words", None)
    if namer is not None:
        return {action: namer(state.record, action) for action in state.legal_actions()}
    choices = state.scene().choices
    by_kind = len({choice.kind for choice in choices}) > 1
    return {choice.action: choice.kind if by_kind else choice.label for choice in choices}


def file_of(game: Game) -> Path:
    """Return where a game keeps its table of openings. The file need not exist."""
    return Path(str(resources.files(game.package).joinpath(FILE)))


def write(path: Path, rows: Iterable[Row]) -> None:
    lines = [json.dumps(asdict(row), separators=(",", ":")) + "\n" for row in rows]
    write_whole(path, "".join(lines).encode())


def read(path: Path) -> list[Row]:
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        return [
            Row(**row | {name: tuple(row[name]) for name in ("wins_interval", "points_interval")}) for row in rows
        ]
    except (ValueError, KeyError, TypeError) as error:
        raise BadPosition(f"{path} holds no openings: {error}") from error


@cache
def openings_of(name: str) -> tuple[Row, ...]:
    """Return the table of a game, the best choices first. A game may have none."""
    path = file_of(find_game(name))
    return tuple(read(path)) if path.is_file() else ()
