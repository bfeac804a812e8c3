"""A puzzle, and the file in which a game keeps its puzzles: `data/puzzles.ndjson`, one puzzle in each line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal, TypeAlias

from stockade.core.cache import write_whole
from stockade.core.errors import BadPosition
from stockade.core.game import Game
from stockade.core.registry import game as find_game
from stockade.core.state import State

FILE = "data/puzzles.ndjson"
Task = Literal["win", "hold", "best"]
"""What is asked: win a won position, hold a drawn one, or find the best choice."""
Unit = Literal["moves", "share", "points"]
"""What a choice is worth: exactly, by the moves to the end; a share of wins; or points."""
Worth: TypeAlias = float | tuple[int, int]
"""A number of that unit. If it is exact: the value (1, 0 or -1) and the moves to the end."""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of the solver. Choices are written in the game's notation."""

    worth: dict[str, Worth]  # of the choices; those that are far behind may be missing
    right: dict[str, Reply]  # the right choices, and what follows each of them


@dataclass(frozen=True, slots=True)
class Reply:
    """What the other players answer, and the next decision of the solver, if there is one."""

    actions: tuple[str, ...] = ()
    then: Step | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """How the answer was found, if it is not exact: by several searches that agree."""

    runs: int
    budget: int  # simulations or playouts of each serious choice in a run
    gap: float  # between the best choice and the next one, on average
    interval: tuple[float, float]  # of the gap, 95%
    games: int = 0  # that bots played on after the best choice, and after the next one
    wins: tuple[float, float] = (0.0, 0.0)  # the share of them that was won


@dataclass(frozen=True, slots=True)
class Puzzle:
    number: int
    task: Task
    unit: Unit
    seat: int  # whose decision it is
    position: dict[str, Any]
    theme: str  # what kind of choice is right, in English
    choices: int  # how many there are
    step: Step
    line: tuple[str, ...]  # the solution, with the answers of the other players
    rating: int  # how difficult it seems, before anybody has tried it
    found: dict[str, float]  # how often a bot of each level finds it
    proof: Proof | None = field(default=None)
    why: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What the next best choice changes in the end, by language, if the answer is not exact."""

    def state(self, game: Game) -> State:
        return game.from_json(self.position)

    @property
    def best(self) -> Worth:
        """What the right choice is worth."""
        return self.step.worth[next(iter(self.step.right))]

    @property
    def second(self) -> str:
        """The best choice that is not right, if answers are not exact."""
        others = (text for text in self.step.worth if text not in self.step.right)
        return max(others, key=self.step.worth.__getitem__)

    def to_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "task": self.task,
            "unit": self.unit,
            "seat": self.seat,
            "theme": self.theme,
            "rating": self.rating,
            "found": self.found,
            "choices": self.choices,
            "step": _step_to_json(self.step),
            "line": list(self.line),
            "proof": self.proof and asdict(self.proof),
            "why": {code: list(texts) for code, texts in self.why.items()},
            "position": self.position,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Puzzle:
        proof = data["proof"]
        return cls(
            data["number"],
            data["task"],
            data["unit"],
            data["seat"],
            data["position"],
            data["theme"],
            data["choices"],
            _step_from_json(data["step"]),
            tuple(data["line"]),
            data["rating"],
            data["found"],
            proof and Proof(**proof | {name: tuple(proof[name]) for name in ("interval", "wins")}),
            {code: tuple(texts) for code, texts in data.get("why", {}).items()},
        )


def worth_of(state: State, worth: Mapping[int, float]) -> dict[str, Worth]:
    """Return what measured choices are worth as a puzzle stores it: in the game's notation, rounded."""
    return {state.format(action): round(value, 4) for action, value in worth.items()}


def _step_to_json(step: Step) -> dict[str, Any]:
    return {
        "worth": {action: list(worth) if isinstance(worth, tuple) else worth for action, worth in step.worth.items()},
        "right": {
            action: ({"reply": list(reply.actions)} if reply.actions else {})
            | ({"then": _step_to_json(reply.then)} if reply.then else {})
            for action, reply in step.right.items()
        },
    }


def _step_from_json(data: Mapping[str, Any]) -> Step:
    worth = {
        action: (value[0], value[1]) if isinstance(value, list) else float(value)
        for action, value in data["worth"].items()
    }
    right = {
        action: Reply(tuple(reply.get("reply", ())), _step_from_json(reply["then"]) if "then" in reply else None)
        for action, reply in data["right"].items()
    }
    return Step(worth, right)


def file_of(game: Game) -> Path:
    """Return where a game keeps its puzzles. The file need not exist."""
    return Path(str(resources.files(game.package).joinpath(FILE)))


def write(path: Path, puzzles: Iterable[Puzzle]) -> None:
    lines = [json.dumps(puzzle.to_json(), ensure_ascii=False, separators=(",", ":")) + "\n" for puzzle in puzzles]
    write_whole(path, "".join(lines).encode())


def read(path: Path) -> list[Puzzle]:
    try:
        return [Puzzle.from_json(json.loads(line)) for line in path.read_text("utf-8").splitlines()]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadPosition(f"{path} holds no puzzles: {error}") from error


@cache
def puzzles_of(name: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game. A game may have none, and numbers of puzzles that were replaced are not used."""
    path = file_of(find_game(name))
    return tuple(read(path)) if path.is_file() else ()
