"""The five levels a person can pick, from one that hardly looks to the best the game has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from stockade.bots.bot import Bot
from stockade.bots.greedy import GreedyBot
from stockade.bots.mcts import MctsBot
from stockade.bots.perfect import PerfectBot
from stockade.bots.planner import PlannerBot
from stockade.bots.random import RandomBot
from stockade.core.errors import BadOption
from stockade.core.game import Game


@dataclass(frozen=True, slots=True)
class Level:
    level: int
    name: str
    text: str  # what it does, in a line
    seconds: float  # how long it takes at most for a decision
    make: Callable[..., Bot]  # takes a seed where the same play is wanted again
    needs_compiled: bool = False  # it cannot play before the game is compiled; the others play at once


LEVELS = (
    Level(1, "Stroller", "Wanders: any move will do.", 0.0, RandomBot),
    Level(2, "Apprentice", "Looks one move ahead, when it looks.", 0.0, lambda seed=None: GreedyBot(0.35, seed)),
    Level(3, "Journeyman", "Always looks one move ahead.", 0.0, lambda seed=None: GreedyBot(seed=seed)),
    Level(
        4,
        "Warden",
        "Thinks a moment, by trying out games.",
        0.3,
        lambda seed=None: MctsBot(0.3, threads=1, seed=seed),
        needs_compiled=True,
    ),
    Level(5, "Castellan", "Thinks hard.", 1.5, lambda seed=None: MctsBot(1.5, seed=seed), needs_compiled=True),
)
PLANNED = (
    Level(
        4,
        "Warden",
        "Plans its turn, and plays the best plans out for a moment.",
        0.3,
        lambda seed=None: PlannerBot(0.3, plans=12, threads=1, seed=seed),
        needs_compiled=True,
    ),
    Level(
        5,
        "Castellan",
        "Plans its turn, and plays the best plans out.",
        1.5,
        lambda seed=None: PlannerBot(1.5, seed=seed),
        needs_compiled=True,
    ),
)
SOLVED = Level(5, "Oracle", "Knows the game to its end, and never errs.", 0.0, PerfectBot, needs_compiled=True)


def levels(game: Game) -> tuple[Level, ...]:
    """The levels of one game: where it is solved, the highest is perfect play; where turns can be planned, the
    higher ones plan."""
    if game.has("solution"):
        return (*LEVELS[:4], SOLVED)
    return (*LEVELS[:3], *PLANNED) if game.has("plans") else LEVELS


def level(game: Game, number: int) -> Level:
    for found in levels(game):
        if type(number) is int and found.level == number:
            return found
    raise BadOption(f"levels go from 1 to {len(LEVELS)}; there is no level {number!r}")


def is_ready(found: Level, game: Game) -> bool:
    """Whether a bot of this level can play now, rather than wait until the game is compiled."""
    return not found.needs_compiled or game.is_ready


def best_ready(game: Game) -> Level:
    """The highest level that can play now."""
    return [found for found in levels(game) if is_ready(found, game)][-1]
