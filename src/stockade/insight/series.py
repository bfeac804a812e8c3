"""What is played for a report: equal bots at every number of players, and pairs of unequal bots.

Bots that think are of the kind that the highest level of the game has. Their games are measured closely. Pairs play
the same deals from every seat. Each game depends only on the seed and its own number, so the same seed gives the same
report on any number of processes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from stockade.arena.botspec import read_bots
from stockade.arena.grid import Cell
from stockade.arena.jobs import share_out
from stockade.arena.plan import Plan, mixed
from stockade.bots.bot import Bot
from stockade.bots.levels import levels
from stockade.bots.mcts import MctsBot
from stockade.core.errors import BadOption
from stockade.core.game import Game
from stockade.core.match import Match
from stockade.core.registry import game as find_game
from stockade.insight.watched import Watched, watch_closely

PIECE = 8  # games for each step of the progress bar
GREEDY = "greedy"
EQUAL = "greedy:slip=0.2"  # equal bots slip now and then; else a game without chance would be the same every time
CARELESS = "greedy:slip=0.5"
THINKERS = {
    "mcts": ("mcts:simulations=50,threads=1", "mcts:simulations=200,threads=1"),
    "planner": ("planner:playouts=50,plans=12,threads=1", "planner:playouts=200,plans=24,threads=1"),
    "perfect": ("perfect:slip=0.1", "perfect"),
}
"""For each kind of bot that may be the best of a game: two bots of that kind, the stronger one last. They are quick
enough for hundreds of games, and have one thread and no clock, so that they can be repeated."""

WORDS = {
    GREEDY: "always takes what looks best",
    EQUAL: "takes second best now and then",
    CARELESS: "often takes second best",
    "mcts:simulations=50,threads=1": "tries out 50 ways to go on before each decision",
    "mcts:simulations=200,threads=1": "tries out 200 ways to go on before each decision",
    "planner:playouts=50,plans=12,threads=1": "plans whole turns and tries them out 50 times",
    "planner:playouts=200,plans=24,threads=1": "plans whole turns and tries them out 200 times",
    "perfect:slip=0.1": "knows the game to its end but slips in one decision of ten",
    "perfect": "knows the game to its end and never errs",
}
"""What all these bots do, in words."""


def doing(bot: str) -> str:
    """Say what a bot does, of which a report may know no more than its name."""
    return WORDS.get(bot) or f"plays like {bot}"


def thinkers(game: Game, players: int) -> tuple[str, str]:
    """Return the two bots that think, of the kind that plays the game best."""
    return THINKERS.get(levels(game, players)[-1].bot.name, THINKERS[MctsBot.name])


@dataclass(frozen=True)
class Series:
    """Some games of a report, and what is measured in them."""

    plan: Plan
    closely: bool = False  # whether choices, chances and the sources of points are measured
    with_luck: bool = False  # whether it is measured what chance was worth

    @property
    def is_pair(self) -> bool:
        """Whether two different bots play, so that deals are shared."""
        return len(self.plan.bots) > 1

    @property
    def people(self) -> int:
        """The number of seats that do not play themselves."""
        return self.plan.players - len(self.plan.auto_seats)

    def deal(self, number: int) -> int:
        """Return the number of a game's deal. A pair plays each deal once for each rotation of the seats."""
        return number // self.people if self.is_pair else number

    def start(self, number: int) -> tuple[Match, list[Bot]]:
        """Return the match of one game, and its bots by seat."""
        plan, game, seed = self.plan, find_game(self.plan.game), mixed(self.plan.seed, self.deal(number))
        sitting = plan.seating(number)[: self.people]
        seeds = [mixed(seed, number, seat) for seat in range(len(sitting))]
        bots = [plan.specs[bot].make(game, each, plan.players) for bot, each in zip(sitting, seeds, strict=True)]
        return Match(game, plan.players, plan.options, seed), bots

    def play(self, first: int, count: int) -> list[Watched]:
        """Play some of the games."""
        played = []
        for number in range(first, first + count):
            match, bots = self.start(number)
            while not match.is_over:
                match.play(bots[match.state.current_player].choose(match.state))
            seating = tuple(self.plan.seating(number))
            played.append(watch_closely(match, self.deal(number), seating, self.closely, self.with_luck))
        return played


@dataclass(frozen=True)
class Programme:
    """All series of a report."""

    game: Game
    equal: tuple[Series, ...]  # one for each number of players
    close: Series  # equal bots that think, at the usual table; these games are measured closely
    pairs: tuple[Series, ...]  # none if only one seat is free
    games: int
    seed: int

    @property
    def all(self) -> tuple[Series, ...]:
        return (*self.equal, self.close, *self.pairs)

    @property
    def total(self) -> int:
        """The number of games in all series together."""
        return sum(series.plan.games for series in self.all)

    @property
    def bots(self) -> list[str]:
        """All bots that play, each once."""
        return list(dict.fromkeys(bot for series in self.all for bot in series.plan.bots))

    def play(self, jobs: int) -> Iterator[tuple[int, int, list[Watched]]]:
        """Play all games. Yields the numbers of a series and of a game, and some games from there on."""
        firsts = [
            (number, first) for number, series in enumerate(self.all) for first in range(0, series.plan.games, PIECE)
        ]
        pieces = [(number, first, min(PIECE, self.all[number].plan.games - first)) for number, first in firsts]
        calls = [(self.all[number], first, count) for number, first, count in pieces]
        for piece, played in share_out(Series.play, calls, jobs):
            yield *firsts[piece], played


def plan_report(game: Game, cells: Sequence[Cell], games: int, seed: int, bots: Sequence[str] = ()) -> Programme:
    """Return what is played for a report.

    The usual number of players is measured closely, and pairs play at the smallest table that has room for them. If
    bots are given, the first of them plays the games of equal bots, and a pair with each of the others, or with
    `greedy` if it is alone.
    """
    if not cells:
        raise BadOption("a report needs a number of players")
    named = [spec.text for spec in read_bots(game, list(bots))]
    rivals = named[1:] or [GREEDY] if named else []
    equal = tuple(_equal(cell, game, (named or [EQUAL])[0], games, mixed(seed, cell.players)) for cell in cells)
    usual = next((cell for cell in cells if cell.players == game.spec.check_players(None)), cells[0])
    brief, _ = thinkers(game, usual.players)
    close = replace(
        _equal(usual, game, (named or [brief])[0], games, mixed(seed, 100)), closely=True, with_luck=usual.players > 1
    )
    roomy = [series for series in equal if series.people > 1]
    pairs: tuple[Series, ...] = ()
    if roomy:
        table = min(roomy, key=lambda series: series.people)
        pairs = (
            replace(_pair(table, (GREEDY, CARELESS), games, mixed(seed, 101)), with_luck=True),
            *(
                _pair(table, (bot, GREEDY), games, mixed(seed, 101, number))
                for number, bot in enumerate(thinkers(game, table.plan.players), 1)
            ),
            *(
                _pair(table, (named[0], rival), games, mixed(seed, 102, number))
                for number, rival in enumerate(rivals)
            ),
        )
    return Programme(game, equal, close, pairs, games, seed)


def _equal(cell: Cell, game: Game, bot: str, games: int, seed: int) -> Series:
    return Series(Plan(game.name, cell.players, cell.options, (bot,), games, seed, True))


def _pair(table: Series, bots: tuple[str, str], games: int, seed: int) -> Series:
    """Return the games of a pair: whole deals, at least one."""
    plan, people = table.plan, table.people
    whole = max(1, games // people) * people
    return Series(Plan(plan.game, plan.players, plan.options, bots, whole, seed, True))
