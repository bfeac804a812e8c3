"""The plan of a series: a game, its settings, the bots, and the seeds of all games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from stockade.arena.botspec import BotSpec, parse_bot, read_bots
from stockade.core.errors import BadOption
from stockade.core.game import Game
from stockade.core.match import Match
from stockade.core.registry import game as find_game
from stockade.core.spec import Options

if TYPE_CHECKING:
    from stockade.bots.bot import Bot

MASK = 2**64 - 1


def mixed(*numbers: int) -> int:
    """Return a seed of 63 bits made from several numbers (splitmix64). Similar numbers give unrelated seeds."""
    x = 0
    for number in numbers:
        x = (x + number + 0x9E3779B97F4A7C15) & MASK
        x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & MASK
        x = ((x ^ x >> 27) * 0x94D049BB133111EB) & MASK
        x ^= x >> 31
    return x >> 1


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    game: str
    players: int
    options: Options
    bots: tuple[str, ...]  # as typed; they take the seats in turn
    games: int
    seed: int
    swap: bool  # whether the seats rotate from game to game

    @cached_property
    def auto_seats(self) -> range:
        """The automated seats, which play themselves."""
        return find_game(self.game).spec.auto_seats(self.players, self.options)

    @cached_property
    def sitters(self) -> tuple[str, ...]:
        """The bots, followed by the name of the automated seats, if there are any."""
        auto = find_game(self.game).spec.auto
        return (*self.bots, auto.name) if auto and self.auto_seats else self.bots

    def seating(self, number: int) -> list[int]:
        """Return for every seat of a game which of the sitters sits there.

        In a full round of games every bot plays on every seat that is not automated.
        """
        shift = number if self.swap else 0
        people = self.players - len(self.auto_seats)
        seats = [(seat + shift) % people % len(self.bots) for seat in range(people)]
        return seats + [len(self.bots)] * len(self.auto_seats)

    @cached_property
    def is_random(self) -> bool:
        """Whether all bots play at random, so that the compiled loop can play whole games."""
        return all(bot == "random" for bot in self.bots)

    @cached_property
    def specs(self) -> list[BotSpec]:
        """The bots, parsed."""
        return [parse_bot(text) for text in self.bots]

    @property
    def is_reproducible(self) -> bool:
        """Whether another run gives the same games. Bots that use a clock may play differently."""
        game = find_game(self.game)
        return all(spec.make(game, players=self.players).seconds is None for spec in self.specs)

    def start(self, number: int) -> tuple[Match, list[Bot]]:
        """Return the match of one game and its bots, by seat. They depend only on the seed and that number.

        Automated seats come last and need no bot.
        """
        game, seed = find_game(self.game), mixed(self.seed, number)
        sitting = self.seating(number)[: self.players - len(self.auto_seats)]
        bots = [self.specs[bot].make(game, mixed(seed, seat), self.players) for seat, bot in enumerate(sitting)]
        return Match(game, self.players, self.options, seed), bots


def plan_series(
    game: Game,
    bots: list[str],
    players: int | None,
    options: Mapping[str, Any],
    games: int,
    seed: int,
    swap: bool,
) -> Plan:
    """Return the plan of a series, checked before anything is played. A single bot plays against itself."""
    specs = read_bots(game, bots)
    count = count_players(game, players, len(specs), options)
    checked = game.options(count, options)
    seats = count - len(game.spec.auto_seats(count, checked))
    if len(specs) == 1:
        specs *= seats
    if len(specs) > seats:
        raise BadOption(f"{len(specs)} bots are too many for {seats} seats")
    return Plan(game.name, count, checked, tuple(spec.text for spec in specs), games, seed, swap)


def count_players(game: Game, players: int | None, bots: int, options: Mapping[str, object]) -> int:
    """Return how many play.

    That is the given number. Without one, it is the number of bots and automated seats, if the game can be played by
    that many; else the usual number. A bot alone plays against itself, also where a game can be played alone.
    """
    spec = game.spec
    autos = str(options.get(spec.auto.option, 0)) if spec.auto else "0"
    wanted = bots + (int(autos) if autos.isdecimal() else 0)
    return wanted if players is None and wanted > 1 and wanted in spec.players else spec.check_players(players)
