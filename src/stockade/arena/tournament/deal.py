"""Plays deals: the same chance with every seating of a table, so that luck cancels out between its bots."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from stockade.arena.plan import mixed
from stockade.arena.tournament.pairings import Table, seatings_of
from stockade.arena.tournament.plan import TournamentPlan
from stockade.core.match import Match
from stockade.core.registry import game as find_game
from stockade.research.elo import places_of


@dataclass(frozen=True, slots=True)
class Game:
    """One finished game. All lists are by seat."""

    bots: list[int]  # the number of the bot on each seat
    places: list[int]  # from 1; equal places are ties
    points: list[float]
    plies: int
    decisions: list[int]
    seconds: list[float]  # for all decisions but the first, which may load machine code
    processor: list[float]  # the same as processor time, of all threads together


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal at one table."""

    event: int  # the number of the setting
    table: int  # the number of the table in that setting
    deal: int
    games: list[Game]

    @property
    def key(self) -> tuple[int, int, int]:
        return self.event, self.table, self.deal

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Deal:
        return cls(**{**given, "games": [Game(**game) for game in given["games"]]})


def play_deals(plan: TournamentPlan, event: int, number: int, table: Table, first: int, count: int) -> list[Deal]:
    """Play some deals of a table. What happens in a deal depends only on the plan and the number of the deal."""
    seats = plan.events[event].seats
    found = []
    for deal in range(first, first + count):
        # The order around the table is drawn anew for each deal: all deals are alike before they are played.
        sittings = seatings_of(table, seats, plan.seed_of(deal))
        found.append(Deal(event, number, deal, [_play(plan, event, deal, bots) for bots in sittings]))
    return found


def _play(plan: TournamentPlan, event: int, deal: int, sitting: tuple[int, ...]) -> Game:
    setting, seed = plan.events[event], plan.seed_of(deal)
    game, players = find_game(setting.game), setting.cell.players
    bots = [plan.specs[bot].make(game, mixed(seed, seat), players) for seat, bot in enumerate(sitting)]
    match = Match(game, players, setting.cell.options, seed)
    decisions, seconds, processor = [0] * players, [0.0] * players, [0.0] * players
    while not match.is_over:
        seat = match.state.current_player
        began, busy = time.perf_counter(), time.process_time()
        action = bots[seat].choose(match.state)
        if decisions[seat]:
            seconds[seat] += time.perf_counter() - began
            processor[seat] += time.process_time() - busy
        decisions[seat] += 1
        match.play(action)
    state = match.state
    points = state.scores()
    return Game(
        [*sitting, *[len(plan.bots)] * setting.auto_seats],
        places_of(state.winners(), points),
        points,
        state.ply,
        decisions,
        [round(value, 7) for value in seconds],
        [round(value, 7) for value in processor],
    )
