"""The games of a sweep, played by bots. The same plans give the same games on any number of cores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from stockade.cli.botspec import parse_bot
from stockade.cli.grid import Cell
from stockade.cli.series import Plan, make_bots, mixed, share_out
from stockade.core.game import Game
from stockade.core.match import Match
from stockade.core.registry import game as find_game
from stockade.core.study import Words
from stockade.research.played import Played, look_at
from stockade.research.sweep import Summary, summarise
from stockade.research.verdict import Verdict, judge

PIECE = 8  # games between two steps of the progress bar


def play_piece(plan: Plan, first: int, count: int) -> list[Played]:
    """Some of a plan's games. Each depends on the seed and its own number alone, so that the settings of a sweep meet
    the same luck as far as they can."""
    game, specs = find_game(plan.game), [parse_bot(text) for text in plan.bots]
    played = []
    for number in range(first, first + count):
        seed = mixed(plan.seed, number)
        bots = make_bots(plan, game, specs, plan.seating(number), seed)
        match = Match(game, plan.players, plan.options, seed)
        while not match.is_over:
            match.play(bots[match.state.current_player].choose(match.state))
        played.append(look_at(match, number))
    return played


def play_plans(plans: Sequence[Plan], jobs: int) -> Iterator[tuple[int, list[Played]]]:
    """All games of all plans: the number of a plan and some of its games, as they are done."""
    firsts = [(number, first) for number, plan in enumerate(plans) for first in range(0, plan.games, PIECE)]
    pieces = [(plans[number], first, min(PIECE, plans[number].games - first)) for number, first in firsts]
    for piece, played in share_out(play_piece, pieces, jobs):
        yield firsts[piece][0], played


@dataclass(frozen=True)
class Swept:
    """One setting of a sweep, and what came of it."""

    cell: Cell
    summary: Summary
    verdicts: list[Verdict]
    games: list[Played]  # without the game's own notes, which are summed up


def sum_up(cell: Cell, games: list[Played], words: Words) -> Swept:
    """The games in their order, so that the same ones give the same figures to the last digit."""
    games = sorted(games, key=lambda game: game.number)
    summary = summarise(games, cell.players)
    return Swept(cell, summary, judge(summary, words), [replace(game, notes=None) for game in games])


def words_of(game: Game) -> Words:
    """What a game calls the things that are bought in it."""
    return Words() if game.study is None else game.study.WORDS
