"""The bots that come with the package, by name."""

from __future__ import annotations

from stockade.bots.bot import Bot
from stockade.bots.greedy import GreedyBot
from stockade.bots.mcts import MctsBot
from stockade.bots.perfect import PerfectBot
from stockade.bots.planner import PlannerBot
from stockade.bots.random import RandomBot

BOTS: dict[str, type[Bot]] = {kind.name: kind for kind in (RandomBot, GreedyBot, MctsBot, PlannerBot, PerfectBot)}
