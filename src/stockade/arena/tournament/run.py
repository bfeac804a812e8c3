"""Plays a tournament, table by table, until each of them is clear or has played all its games."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import numpy.typing as npt

from stockade.arena.jobs import Workers, share_out, staying
from stockade.arena.tournament.deal import Deal, Game, play_deals
from stockade.arena.tournament.kept import Kept
from stockade.arena.tournament.pairings import Table
from stockade.arena.tournament.plan import TournamentPlan
from stockade.arena.tournament.stopping import looks
from stockade.core.errors import CorruptLog
from stockade.research.anytime import anytime_interval
from stockade.research.intervals import Interval

MOST = 8  # deals in one piece of work


@dataclass
class Meeting:
    """One table of one setting, and its deals so far."""

    event: int
    number: int
    table: Table
    deals: int  # the most that it plays
    looks: list[int]  # after how many deals it may stop
    done: dict[int, list[Game]] = field(default_factory=dict)  # by deal

    def goal(self, plan: TournamentPlan) -> int:
        """Return how many deals this table is to play, as far as is known by now."""
        for look in self.looks:
            if len(self.played(look)) < look or self.is_settled(plan, look):
                return look
        return self.deals

    def played(self, most: int) -> list[list[Game]]:
        """Return the first deals, without a gap, in their order."""
        found = []
        for deal in range(most):
            if deal not in self.done:
                break
            found.append(self.done[deal])
        return found

    def is_settled(self, plan: TournamentPlan, look: int) -> bool:
        """Return whether the first deals decide all that this table is to decide."""
        return plan.until.is_set and all(
            plan.until.is_met(self.interval(one, other, look)) for one, other in combinations(self.table, 2)
        )

    def interval(self, one: int, other: int, look: int) -> Interval:
        """Return the interval of one bot's share against another that is valid whenever the table stops."""
        return anytime_interval([share_of(games, one, other) for games in self.played(look)])


def compared(games: Iterable[Game], sitters: int) -> npt.NDArray[np.float64]:
    """Return how often each was placed better than each other, over all pairs of seats. Ties are half for each."""
    found = np.zeros((sitters, sitters))
    for game in games:
        for one, other in combinations(range(len(game.bots)), 2):
            mine, theirs = game.bots[one], game.bots[other]
            if mine != theirs:
                better = (1 + np.sign(game.places[other] - game.places[one])) / 2
                found[mine, theirs] += better
                found[theirs, mine] += 1 - better
    return found


def share_of(games: Sequence[Game], one: int, other: int) -> float:
    """Return the share of the comparisons between two bots that the first one won. Ties count half."""
    wins = compared(games, max(one, other, *(bot for game in games for bot in game.bots)) + 1)
    return float(wins[one, other] / (wins[one, other] + wins[other, one]))


class Tournament:
    """A plan, and the results so far."""

    def __init__(self, plan: TournamentPlan) -> None:
        self.plan = plan
        self.meetings = [
            Meeting(event, number, table, deals, list(looks(deals, plan.until)))
            for event in range(len(plan.events))
            for number, table in enumerate(plan.tables(event))
            for deals in [plan.deals(event, table)]
        ]
        self._by_key = {(meeting.event, meeting.number): meeting for meeting in self.meetings}

    @property
    def games(self) -> int:
        """The most games that there can be."""
        return sum(meeting.deals * self._size(meeting) for meeting in self.meetings)

    @property
    def played(self) -> int:
        """The games that have been played."""
        return sum(len(games) for meeting in self.meetings for games in meeting.done.values())

    @property
    def is_over(self) -> bool:
        """Whether every table has played what it was to play."""
        return all(len(meeting.done) >= meeting.goal(self.plan) for meeting in self.meetings)

    def take(self, deals: Iterable[Deal]) -> None:
        """Add results, such as those that were kept."""
        for deal in deals:
            meeting = self._by_key.get((deal.event, deal.table))
            if meeting is None:
                raise CorruptLog(f"there is no table {deal.table} in setting {deal.event} of this tournament")
            meeting.done[deal.deal] = deal.games

    def play(self, where: int | Workers, kept: Kept | None = None) -> Generator[int, None, None]:
        """Play everything that is left, and yield how many games are done or not needed any more."""
        settled: set[tuple[int, int]] = set()
        with staying(where) as workers:
            while True:
                goals = {id(meeting): meeting.goal(self.plan) for meeting in self.meetings}
                yield self._spared(goals, settled)
                pieces = [
                    piece
                    for meeting in self.meetings
                    for piece in self._pieces(meeting, goals[id(meeting)], workers.count)
                ]
                if not pieces:
                    return
                for _, deals in share_out(play_deals, pieces, workers):
                    if kept is not None:
                        kept.add(deals)
                    self.take(deals)
                    yield sum(len(deal.games) for deal in deals)

    def _pieces(self, meeting: Meeting, goal: int, workers: int) -> Iterator[tuple[object, ...]]:
        """Yield the deals up to the goal that are missing, as arguments of `play_deals`."""
        missing = [deal for deal in range(goal) if deal not in meeting.done]
        size = max(1, min(MOST, len(missing) // (4 * workers)))
        while missing:
            count = 1
            while count < min(size, len(missing)) and missing[count] == missing[0] + count:
                count += 1
            yield self.plan, meeting.event, meeting.number, meeting.table, missing[0], count
            del missing[:count]

    def _spared(self, goals: dict[int, int], settled: set[tuple[int, int]]) -> int:
        """Return how many games need not be played, at tables that have just stopped."""
        found = 0
        for meeting in self.meetings:
            key = meeting.event, meeting.number
            if key not in settled and len(meeting.done) >= goals[id(meeting)]:
                settled.add(key)
                found += (meeting.deals - goals[id(meeting)]) * self._size(meeting)
        return found

    def _size(self, meeting: Meeting) -> int:
        return self.plan.games_in_a_deal(meeting.event, meeting.table)
