"""What is played for a report: equal bots at every number of players, and pairs of unequal bots.

Pairs play the same deals from every seat. Each game depends only on the seed and its own number, so the same seed
gives the same report on any number of processes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stockade.arena.grid import Cell
from stockade.arena.jobs import share_out
from stockade.arena.plan import Plan, mixed
from stockade.bots.bot import Bot
from stockade.core.errors import BadOption
from stockade.core.game import Game
from stockade.core.match import Match
from stockade.core.registry import game as find_game
from stockade.insight.watched import Watched, watch_closely

PIECE = 8  # games for each step of the progress bar
SEARCHED = 10  # pairs with a search play a tenth of the games, because a search takes longer
GREEDY = "greedy"
EQUAL = "greedy:slip=0.2"  # equal bots slip now and then; else a game without chance would be the same every time
CARELESS = "greedy:slip=0.5"
SEARCHES = (50, 200)  # simulations for each decision


def search(simulations: int) -> str:
    """Return the bot that searches with so many simulations. It has one thread, so that it can be repeated."""
    return f"mcts:simulations={simulations},threads=1"


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
        bots = [plan.specs[bot].make(game, mixed(seed, number, seat)) for seat, bot in enumerate(sitting)]
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
    usual: int  # which of them is measured closely
    check: Series | None  # equal bots of another kind at that table; None if only one seat is free
    pairs: tuple[Series, ...]  # none if only one seat is free
    games: int
    seed: int

    @property
    def all(self) -> tuple[Series, ...]:
        return (*self.equal, *((self.check,) if self.check else ()), *self.pairs)

    @property
    def total(self) -> int:
        """The number of games in all series together."""
        return sum(series.plan.games for series in self.all)

    def play(self, jobs: int) -> Iterator[tuple[int, int, list[Watched]]]:
        """Play all games. Yields the numbers of a series and of a game, and some games from there on."""
        firsts = [
            (number, first) for number, series in enumerate(self.all) for first in range(0, series.plan.games, PIECE)
        ]
        pieces = [(number, first, min(PIECE, self.all[number].plan.games - first)) for number, first in firsts]
        calls = [(self.all[number], first, count) for number, first, count in pieces]
        for piece, played in share_out(Series.play, calls, jobs):
            yield *firsts[piece], played


def plan_report(game: Game, cells: Sequence[Cell], games: int, seed: int) -> Programme:
    """Return what is played for a report.

    The usual number of players is measured closely, and pairs play at the smallest table that has room for them.
    """
    if not cells:
        raise BadOption("a report needs a number of players")
    counts = [cell.players for cell in cells]
    usual = counts.index(game.spec.check_players(None)) if game.spec.check_players(None) in counts else 0
    equal = tuple(
        _equal(cell, game, EQUAL, games, mixed(seed, cell.players), measured=number == usual)
        for number, cell in enumerate(cells)
    )
    check = None
    if equal[usual].people > 1:
        check = _equal(cells[usual], game, search(SEARCHES[0]), _fewer(games), mixed(seed, 100), measured=False)
    roomy = [series for series in equal if series.people > 1]
    pairs: tuple[Series, ...] = ()
    if roomy:
        table = min(roomy, key=lambda series: series.people)
        pairs = (
            _pair(table, (GREEDY, CARELESS), games, mixed(seed, 101), with_luck=True),
            *(_pair(table, (search(n), GREEDY), _fewer(games), mixed(seed, 101, n)) for n in SEARCHES),
        )
    return Programme(game, equal, usual, check, pairs, games, seed)


def _fewer(games: int) -> int:
    return max(1, games // SEARCHED)


def _equal(cell: Cell, game: Game, bot: str, games: int, seed: int, measured: bool) -> Series:
    plan = Plan(game.name, cell.players, cell.options, (bot,), games, seed, True)
    return Series(plan, closely=measured, with_luck=measured and cell.players > 1)


def _pair(table: Series, bots: tuple[str, str], games: int, seed: int, with_luck: bool = False) -> Series:
    """Return the games of a pair: whole deals, at least one."""
    plan, people = table.plan, table.people
    whole = max(1, games // people) * people
    return Series(Plan(plan.game, plan.players, plan.options, bots, whole, seed, True), with_luck=with_luck)
