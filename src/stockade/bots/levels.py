"""The five levels that people can choose, from random play to the best bot of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from stockade.bots.bot import Bot
from stockade.bots.greedy import GreedyBot
from stockade.bots.mcts import MctsBot
from stockade.bots.perfect import PerfectBot
from stockade.bots.planner import PlannerBot
from stockade.bots.random import RandomBot
from stockade.core.errors import BadOption
from stockade.core.game import Game
from stockade.core.language import mark


@dataclass(frozen=True, slots=True)
class Level:
    """A bot that people can choose by a number."""

    level: int
    name: str
    text: str  # what it does, in one line
    seconds: float  # the longest time it takes for a decision
    bot: type[Bot]
    options: Mapping[str, Any] = field(default_factory=dict)  # of the bot

    def make(self, seed: int | None = None) -> Bot:
        """Return a bot of this level. With the same seed it plays the same way again, unless it uses a clock."""
        kind: Callable[..., Bot] = self.bot
        return kind(**self.options, seed=seed)

    @property
    def needs_compiled(self) -> bool:
        """Whether it cannot play before the game is compiled. The other levels can play at once."""
        return self.bot.needs_compiled


LEVELS = (
    Level(1, mark("Stroller"), mark("Wanders: any move will do."), 0.0, RandomBot),
    Level(
        2,
        mark("Apprentice"),
        mark("Looks one move ahead, but often picks second best."),
        0.0,
        GreedyBot,
        {"slip": 0.5},
    ),
    Level(3, mark("Journeyman"), mark("Always looks one move ahead."), 0.0, GreedyBot),
    Level(
        4, mark("Warden"), mark("Thinks a moment, by trying out games."), 0.3, MctsBot, {"seconds": 0.3, "threads": 1}
    ),
    Level(5, mark("Castellan"), mark("Thinks hard."), 1.5, MctsBot, {"seconds": 1.5}),
)
PLANNED = (
    Level(
        4,
        mark("Warden"),
        mark("Plans its turn, and plays the best plans out for a moment."),
        0.3,
        PlannerBot,
        {"seconds": 0.3, "plans": 12, "threads": 1},
    ),
    Level(
        5, mark("Castellan"), mark("Plans its turn, and plays the best plans out."), 1.5, PlannerBot, {"seconds": 1.5}
    ),
)
SOLVED = Level(5, mark("Oracle"), mark("Knows the game to its end, and never errs."), 0.0, PerfectBot)


def levels(game: Game) -> tuple[Level, ...]:
    """Return the levels of one game.

    In a solved game the highest level plays perfectly. In a game with plans, the two highest levels plan whole turns.
    """
    if PerfectBot.can_play(game):
        return (*LEVELS[:4], SOLVED)
    return (*LEVELS[:3], *PLANNED) if PlannerBot.can_play(game) else LEVELS


def level(game: Game, number: int) -> Level:
    """Return the level of a game with that number."""
    for found in levels(game):
        if type(number) is int and found.level == number:
            return found
    raise BadOption(f"levels go from 1 to {len(LEVELS)}; there is no level {number!r}")


def is_ready(found: Level, game: Game) -> bool:
    """Return whether a bot of this level can play now, without waiting until the game is compiled."""
    return not found.needs_compiled or game.is_ready


def best_ready(game: Game) -> Level:
    """Return the highest level that can play now."""
    return [found for found in levels(game) if is_ready(found, game)][-1]
