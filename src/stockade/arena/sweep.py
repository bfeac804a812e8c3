"""Plays the games of a sweep with bots. The same plans give the same games on any number of cores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from stockade.arena.botspec import read_bots
from stockade.arena.grid import Cell
from stockade.arena.jobs import Workers, share_out
from stockade.arena.plan import Plan
from stockade.core.errors import BadOption
from stockade.core.game import Game
from stockade.core.study import Words
from stockade.research.played import Played, look_at
from stockade.research.sweep import Summary, summarise
from stockade.research.verdict import Verdict, judge

PIECE = 8  # games for each step of the progress bar


def play_piece(plan: Plan, first: int, count: int) -> list[Played]:
    """Play some of the games of a plan.

    Each depends only on the seed and its own number, so that all settings of a sweep have the same luck as far as
    possible.
    """
    played = []
    for number in range(first, first + count):
        match, bots = plan.start(number)
        while not match.is_over:
            match.play(bots[match.state.current_player].choose(match.state))
        played.append(look_at(match, number))
    return played


def play_plans(plans: Sequence[Plan], where: int | Workers) -> Iterator[tuple[int, list[Played]]]:
    """Play all games of all plans, and yield the number of a plan and some of its games as they are done."""
    firsts = [(number, first) for number, plan in enumerate(plans) for first in range(0, plan.games, PIECE)]
    pieces = [(plans[number], first, min(PIECE, plans[number].games - first)) for number, first in firsts]
    for piece, played in share_out(play_piece, pieces, where):
        yield firsts[piece][0], played


@dataclass(frozen=True)
class Swept:
    """One setting of a sweep, and its results."""

    cell: Cell
    summary: Summary
    verdicts: list[Verdict]
    games: list[Played]  # without their notes, which are in the summary


def sum_up(cell: Cell, games: list[Played], words: Words) -> Swept:
    """Summarise the games of one setting. They are sorted, so that the same games give exactly the same figures."""
    games = sorted(games, key=lambda game: game.number)
    summary = summarise(games, cell.players)
    return Swept(cell, summary, judge(summary, words), [replace(game, notes=None) for game in games])


def words_of(game: Game) -> Words:
    """Return what a game calls the things that are bought in it."""
    return Words() if game.study is None else game.study.WORDS


class Sweep:
    """All settings of a sweep, what is played in each, and the results so far."""

    def __init__(self, game: Game, cells: Sequence[Cell], bots: list[str], games: int, seed: int) -> None:
        """Make a plan for each setting. Refuses bots that cannot play in all of them."""
        specs = read_bots(game, bots)
        fewest = min(cell.players - len(game.spec.auto_seats(cell.players, cell.options)) for cell in cells)
        if len(specs) > fewest:
            raise BadOption(f"{len(specs)} bots are too many for {fewest} seats")
        texts = tuple(spec.text for spec in specs)
        self.game = game
        self.cells = cells
        self.plans = [Plan(game.name, cell.players, cell.options, texts, games, seed, True) for cell in cells]
        self.words = words_of(game)
        self._waiting: dict[int, list[Played]] = {number: [] for number in range(len(cells))}
        self._swept: dict[int, Swept] = {}

    @property
    def is_reproducible(self) -> bool:
        """Whether another run gives the same games."""
        return self.plans[0].is_reproducible

    @property
    def games(self) -> int:
        """The number of games in all settings together."""
        return sum(plan.games for plan in self.plans)

    def play(self, where: int | Workers) -> Iterator[int]:
        """Play all games, and yield how many more are done."""
        for number, played in play_plans(self.plans, where):
            self._waiting[number] += played
            if len(self._waiting[number]) == self.plans[number].games:
                self._swept[number] = sum_up(self.cells[number], self._waiting.pop(number), self.words)
            yield len(played)

    def results(self) -> list[Swept]:
        """Return the settings that were played, even if only in part."""
        partly = {
            number: sum_up(self.cells[number], played, self.words)
            for number, played in self._waiting.items()
            if played
        }
        return [each for _, each in sorted({**self._swept, **partly}.items())]
