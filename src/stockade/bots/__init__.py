"""Bots choose actions. They see a state as every player does, and none of them knows a particular game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stockade.bots.bot import Bot
from stockade.bots.greedy import GreedyBot
from stockade.bots.levels import Level, level, levels
from stockade.bots.mcts import MctsBot
from stockade.bots.perfect import PerfectBot
from stockade.bots.planner import PlannerBot
from stockade.bots.random import RandomBot
from stockade.core.errors import BadOption, UnknownBot

BOTS: dict[str, type[Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "mcts": MctsBot,
    "planner": PlannerBot,
    "perfect": PerfectBot,
}


def make(name: str, **options: Any) -> Bot:
    """Return the bot with that name, with its own options."""
    if name not in BOTS:
        raise UnknownBot(f"there is no bot {name!r}; there are: {', '.join(BOTS)}")
    kind: Callable[..., Bot] = BOTS[name]
    try:
        return kind(**options)
    except TypeError as error:
        raise BadOption(f"bot {name}: {error}") from error


__all__ = ["BOTS", "Bot", "Level", "level", "levels", "make"]
