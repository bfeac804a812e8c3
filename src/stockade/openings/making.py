"""Make the table of openings: every sort of first choice is tried in the same deals, and bots play on.

What a deal gives depends only on the seed and the number of the deal, so the same seed makes the same table on any
number of cores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from stockade.arena.botspec import parse_bot, read_bots
from stockade.arena.jobs import share_out
from stockade.arena.plan import mixed
from stockade.bots.lookahead import looked_ahead, preferences
from stockade.bots.play_on import play_on
from stockade.core.game import Game
from stockade.core.language import ENGLISH, speaking
from stockade.core.registry import game as find_game
from stockade.core.state import State
from stockade.openings.table import Row, first_choice, sorts_of
from stockade.research.intervals import mean_interval, wilson

SLIP = 0.1  # how often bots take the second best, so that games differ
PIECE = 10  # deals that a process plays in one go
FEWEST = 30  # games that a sort of choice needs to be in the table


class Tried(NamedTuple):
    """A first choice in one deal."""

    players: int
    sort: str
    seed: int
    action: str
    wins: float
    points: float


def counts_of(game: Game) -> list[int]:
    """Return the numbers of players for which a table is made: all at which somebody can win against others."""
    return [players for players in game.spec.players if players > 1]


def make(game: Game, deals: int, seed: int, jobs: int, bots: Sequence[str] = ()) -> Iterator[tuple[int, list[Row]]]:
    """Play every sort of first choice once in each deal. Yields how many deals are done, and at the end the table.

    Bots that are given take the seats in turn, from another one in each deal. Otherwise every seat takes what looks
    best.
    """
    named = tuple(spec.text for spec in read_bots(game, list(bots)))
    game.compile()
    pieces = [
        (players, first, min(PIECE, deals - first)) for players in counts_of(game) for first in range(0, deals, PIECE)
    ]
    tried: dict[int, list[Tried]] = {}
    for number, result in share_out(partial(play_deals, game.name, seed, bots=named), pieces, jobs):
        tried[number] = result
        yield pieces[number][2], []
    yield 0, rows_of([each for number in sorted(tried) for each in tried[number]])


def play_deals(name: str, seed: int, players: int, first: int, count: int, bots: Sequence[str] = ()) -> list[Tried]:
    """Play every sort of first choice in some deals, and return what came of them."""
    game = find_game(name)
    game.compile()
    found = []
    with speaking(ENGLISH):
        for number in range(first, first + count):
            deal = mixed(seed, number)
            state = first_choice(game, players, deal)
            for sort, action in best_of_each(state).items():
                end = play_on(state, action, deal, SLIP, seated(game, bots, players, number, deal))
                winners, seat = end.winners(), state.current_player
                won = 1.0 / len(winners) if seat in winners else 0.0
                found.append(Tried(players, sort, deal, state.format(action), won, end.scores()[seat]))
    return found


def seated(game: Game, bots: Sequence[str], players: int, number: int, seed: int) -> Callable[[State], int] | None:
    """Return what decides for the seats of a deal, or None if no bots are given."""
    if not bots:
        return None
    specs = [parse_bot(bots[(seat + number) % len(bots)]) for seat in range(players)]
    sitting = [spec.make(game, mixed(seed, seat), players) for seat, spec in enumerate(specs)]
    return lambda state: sitting[state.current_player].choose(state)


def best_of_each(state: State) -> dict[str, int]:
    """Return for every sort of choice the action that looks best to a bot."""
    sorts = sorts_of(state)
    actions, worth = looked_ahead(state) if state.game.plans is None else preferences(state)
    best: dict[str, int] = {}
    for action in actions[(-worth).argsort(kind="stable")].tolist():
        best.setdefault(sorts[action], action)
    return best


def rows_of(tried: list[Tried]) -> list[Row]:
    """Return the table: for each number of players, the choices that won most first."""
    groups: dict[tuple[int, str], list[Tried]] = {}
    for each in tried:
        groups.setdefault((each.players, each.sort), []).append(each)
    rows = []
    for (players, _), several in groups.items():
        games, wins = len(several), sum(each.wins for each in several)
        if games < FEWEST:
            continue
        points = [each.points for each in several]
        low, high = mean_interval(sum(points), sum(value * value for value in points), games)
        rows.append(
            Row(
                players=players,
                seed=several[0].seed,
                action=several[0].action,
                games=games,
                wins=round(wins / games, 4),
                wins_interval=_rounded(wilson(wins, games)),
                points=round(sum(points) / games, 2),
                points_interval=_rounded((low, high)),
            )
        )
    return sorted(rows, key=lambda row: (row.players, -row.wins))


def _rounded(interval: tuple[float, float]) -> tuple[float, float]:
    return round(interval[0], 4), round(interval[1], 4)
