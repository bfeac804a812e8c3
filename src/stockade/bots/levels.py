"""The five levels that people can choose, from careless play to the best bot of the game.

What a level is belongs to the game: `data/levels.ndjson` in its folder has five rows, the weakest first. A row
names a bot and its options, and may be for some numbers of players only. They are set so that each level beats the
one below it in about three games of four: `scripts/ladder.py` measures that. A game without this file has the usual
levels.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from stockade.bots.bot import Bot
from stockade.bots.greedy import GreedyBot
from stockade.bots.kinds import BOTS
from stockade.bots.mcts import MctsBot
from stockade.bots.perfect import PerfectBot
from stockade.bots.planner import PlannerBot
from stockade.bots.random import RandomBot
from stockade.core.errors import BadGame, BadOption
from stockade.core.game import Game
from stockade.core.language import mark, say

FILE = "data/levels.ndjson"
NAMES = (mark("Stroller"), mark("Apprentice"), mark("Journeyman"), mark("Warden"), mark("Castellan"))
PERFECT = mark("Oracle")  # the name of the highest level if it never errs
SELDOM = 0.01  # a smaller share of moves is said as one of so many


@dataclass(frozen=True, slots=True)
class Level:
    """A bot that people can choose by a number."""

    level: int
    bot: type[Bot]
    options: Mapping[str, Any] = field(default_factory=dict)  # of the bot

    def make(self, seed: int | None = None) -> Bot:
        """Return a bot of this level. With the same seed it plays the same way again, unless it uses a clock."""
        kind: Callable[..., Bot] = self.bot
        return kind(**self.options, seed=seed)

    @property
    def name(self) -> str:
        """Its name. It is translated where it is said."""
        is_perfect = self.bot is PerfectBot and not self.options.get("slip")
        return PERFECT if is_perfect else NAMES[self.level - 1]

    @property
    def text(self) -> str:
        """What it does, in one line, in the reader's language."""
        return _deed(self.bot, self.options) + _slips(self.bot, self.options)

    @property
    def spec(self) -> str:
        """The bot as a person writes it for a series of games: `greedy:slip=0.5`."""
        options = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.bot.name}:{options}" if options else self.bot.name

    @property
    def seconds(self) -> float:
        """The longest time it takes for a decision. Zero if it does not use a clock."""
        return float(self.options.get("seconds", 0.0))

    @property
    def needs_compiled(self) -> bool:
        """Whether it cannot play before the game is compiled. The other levels can play at once."""
        return self.bot.needs_compiled


def _deed(bot: type[Bot], options: Mapping[str, Any]) -> str:
    """Say how a bot decides."""
    is_brief = options.get("seconds", 1.0) < 1.0
    if bot is RandomBot:
        return say("Wanders: any move will do.")
    if bot is GreedyBot:
        return say("Looks one move ahead.")
    if bot is PerfectBot:
        return say("Knows the game to its end.")
    if bot is PlannerBot:
        if count := options.get("playouts"):
            return say("Plans its turn, and plays the best plans out {count} times.", count=count)
        if is_brief:
            return say("Plans its turn, and plays the best plans out for a moment.")
        return say("Plans its turn, and plays the best plans out.")
    if count := options.get("simulations"):
        return say("Tries {count} ways to go on before each move.", count=count)
    return say("Thinks a moment, by trying out games.") if is_brief else say("Thinks hard.")


def _slips(bot: type[Bot], options: Mapping[str, Any]) -> str:
    """Say how often a bot slips, as a sentence that follows another."""
    slip = options.get("slip", 0.0)
    percent = round(100 * slip)
    if not slip:
        return " " + say("Never errs.") if bot is PerfectBot else ""
    if percent == 100:
        return " " + say("Never plays the best move if another will do.")
    if slip < SELDOM:
        return " " + say("Misses the best move about once in {count} moves.", count=int(round(1 / slip, -2)))
    return " " + say("Misses the best move in about {percent}% of its moves.", percent=percent)


RANDOM, SLIPPING, GREEDY = Level(1, RandomBot), Level(2, GreedyBot, {"slip": 0.5}), Level(3, GreedyBot)
SEARCHING = Level(4, MctsBot, {"seconds": 0.3, "threads": 1}), Level(5, MctsBot, {"seconds": 1.5})
PLANNING = Level(4, PlannerBot, {"seconds": 0.3, "plans": 12, "threads": 1}), Level(5, PlannerBot, {"seconds": 1.5})
LEVELS = (RANDOM, SLIPPING, GREEDY, *SEARCHING)


def levels(game: Game, players: int | None = None) -> tuple[Level, ...]:
    """Return the levels of one game for a number of players: its own, or the usual ones.

    Usually, the highest level plays perfectly in a solved game, and the two highest plan whole turns in a game with
    plans.
    """
    own = _own(game.package, game.spec.check_players(players))
    if own is not None:
        return own
    if PerfectBot.can_play(game):
        return (*LEVELS[:4], Level(5, PerfectBot))
    return (*LEVELS[:3], *PLANNING) if PlannerBot.can_play(game) else LEVELS


@cache
def _own(package: str, players: int) -> tuple[Level, ...] | None:
    """Return the levels that a game defines itself, or None."""
    file = resources.files(package).joinpath(FILE)
    return read_levels(file.read_text("utf-8"), players) if file.is_file() else None


def read_levels(text: str, players: int) -> tuple[Level, ...]:
    """Read the file of a game. Raises BadGame if it does not have five rows of known bots with options of theirs."""
    try:
        rows = [json.loads(line) for line in text.splitlines()]
        chosen = [row for row in rows if players in row.pop("players", [players])]
        found = tuple(Level(number, BOTS[row.pop("bot")], row) for number, row in enumerate(chosen, 1))
        for each in found:
            each.make()
    except (ValueError, TypeError, KeyError, AttributeError, BadOption) as error:
        raise BadGame(f"{FILE}: a level is a bot and its options, such as {_example()}: {error!r}") from error
    if len(found) != len(NAMES):
        raise BadGame(f"{FILE} has {len(found)} levels for {players} players; there are {len(NAMES)}")
    return found


def _example() -> str:
    return json.dumps({"bot": GreedyBot.name, **SLIPPING.options})


def level(game: Game, number: int, players: int | None = None) -> Level:
    """Return the level of a game with that number, as it plays among so many players."""
    for found in levels(game, players):
        if type(number) is int and found.level == number:
            return found
    raise BadOption(f"levels go from 1 to {len(LEVELS)}; there is no level {number!r}")


def is_ready(found: Level, game: Game) -> bool:
    """Return whether a bot of this level can play now, without waiting until the game is compiled."""
    return not found.needs_compiled or game.is_ready


def best_ready(game: Game, players: int | None = None) -> Level:
    """Return the highest level that can play now."""
    return [found for found in levels(game, players) if is_ready(found, game)][-1]
