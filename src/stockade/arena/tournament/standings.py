"""What follows from the results of a tournament: ratings, the shares of each two, and what thinking cost."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from stockade.arena.tournament.deal import Game
from stockade.arena.tournament.run import Meeting, Tournament, compared
from stockade.research.elo import rated
from stockade.research.intervals import Interval


@dataclass(frozen=True, slots=True)
class Standing:
    """One that took part in a setting. Intervals are 95% intervals."""

    bot: str
    rating: float
    low: float
    high: float
    games: int
    wins: int  # games in which it alone was first
    shared: int  # games in which it shared the first place with another
    points: float  # the mean of its seats


@dataclass(frozen=True, slots=True)
class Pair:
    """Two that met. The share is that of the first, with ties as half."""

    bot: str
    against: str
    deals: int
    games: int
    better: int  # comparisons of their seats
    equal: int
    worse: int
    share: float
    low: float  # the 95% interval, by deals
    high: float
    stop_low: float | None  # the interval that is valid although the table could stop early
    stop_high: float | None
    settled: bool  # whether a table stopped because this was clear enough
    lead: float  # in rating points

    @property
    def interval(self) -> Interval:
        """The interval to go by: the one that is valid whenever the table stops, if it could stop early."""
        if self.stop_low is None or self.stop_high is None:
            return self.low, self.high
        return self.stop_low, self.stop_high


@dataclass(frozen=True, slots=True)
class Cost:
    """What the decisions of one bot took. The first decision of each seat is left out: it may load machine code."""

    bot: str
    decisions: int
    seconds: float  # of one decision
    processor: float  # the same as processor time, of all threads together


@dataclass(frozen=True, slots=True)
class Standings:
    """All results of one setting, or of all settings together."""

    title: str
    players: list[Standing]  # the best first
    pairs: list[Pair]
    costs: list[Cost]
    games: int
    deals: int
    same: bool  # whether all deals of each table gave the same results, so that intervals mean little


def standings(tournament: Tournament, event: int | None = None, fixed: int | None = None) -> Standings:
    """Return the results of one setting, or of all together. `fixed` is the bot whose rating is 1500."""
    plan = tournament.plan
    meetings = [each for each in tournament.meetings if event in (None, each.event)]
    names = max((plan.sitters(each.event) for each in meetings), key=len)
    groups = _groups(meetings, len(names))
    ratings, shares = rated(groups, plan.seed, fixed)
    games = [game for meeting in meetings for played in meeting.done.values() for game in played]
    title = "All settings together" if event is None else plan.events[event].title
    players = [
        _standing(games, number, name, _three(ratings, number))
        for number, name in enumerate(names)
        if any(number in game.bots for game in games)
    ]
    leads = ratings[0]
    pairs = [
        _pair(tournament, meetings, (one, other), (names[one], names[other]), _three(shares, (one, other)),
              float(leads[one] - leads[other]))
        for one, other in combinations(range(len(names)), 2)
        if (groups[:, one, other] + groups[:, other, one]).any()
    ]  # fmt: skip
    return Standings(
        title,
        sorted(players, key=lambda each: -each.rating),
        pairs,
        [cost for number, name in enumerate(names) if (cost := _cost(games, number, name)).decisions],
        len(games),
        len({(meeting.event, deal) for meeting in meetings for deal in meeting.done}),
        _is_same(meetings),
    )


def _groups(meetings: Iterable[Meeting], sitters: int) -> npt.NDArray[np.float64]:
    """Return the comparisons by deal. The tables of a deal have the same chance, so they belong together."""
    found: defaultdict[int, npt.NDArray[np.float64]] = defaultdict(lambda: np.zeros((sitters, sitters)))
    for meeting in meetings:
        for deal, games in meeting.done.items():
            found[deal] = found[deal] + compared(games, sitters)
    return np.array([found[deal] for deal in sorted(found)])


def _three(values: tuple[npt.NDArray[np.float64], ...], at: int | tuple[int, int]) -> tuple[float, float, float]:
    middle, low, high = (float(value[at]) for value in values)
    return middle, low, high


def _standing(games: Iterable[Game], bot: int, name: str, rating: tuple[float, float, float]) -> Standing:
    count = wins = shared = seats = 0
    points = 0.0
    for game in games:
        if bot in game.bots:
            first = {each for each, place in zip(game.bots, game.places, strict=True) if place == 1}
            count += 1
            wins += first == {bot}
            shared += bot in first and len(first) > 1
            seats += game.bots.count(bot)
            points += sum(value for each, value in zip(game.bots, game.points, strict=True) if each == bot)
    return Standing(name, *rating, count, wins, shared, points / seats)


def _pair(
    tournament: Tournament,
    meetings: Iterable[Meeting],
    pair: tuple[int, int],
    names: tuple[str, str],
    share: tuple[float, float, float],
    lead: float,
) -> Pair:
    auto = len(tournament.plan.bots)
    both = [
        each
        for each in meetings
        if set(pair) <= {*each.table, *([auto] if tournament.plan.events[each.event].auto_seats else [])}
    ]
    games = [game for meeting in both for played in meeting.done.values() for game in played]
    signs: Counter[int] = Counter(
        int(np.sign(theirs - mine))
        for game in games
        for one, mine in zip(game.bots, game.places, strict=True)
        for other, theirs in zip(game.bots, game.places, strict=True)
        if (one, other) == pair
    )
    stops = [
        (meeting.interval(*pair, goal), meeting.is_settled(tournament.plan, goal))
        for meeting in both
        if tournament.plan.until.is_set and set(pair) <= set(meeting.table) and meeting.done
        for goal in [meeting.goal(tournament.plan)]
    ]
    low, high = stops[0][0] if len(stops) == 1 else (None, None)
    deals = len({(meeting.event, deal) for meeting in both for deal in meeting.done})
    return Pair(
        *names, deals, len(games), signs[1], signs[0], signs[-1], *share, low, high,
        bool(stops) and all(is_settled for _, is_settled in stops), lead,
    )  # fmt: skip


def _cost(games: Iterable[Game], bot: int, name: str) -> Cost:
    decisions = timed = 0
    seconds = processor = 0.0
    for game in games:
        for seat, each in enumerate(game.bots):
            if each == bot:
                decisions += game.decisions[seat]
                timed += max(game.decisions[seat] - 1, 0)
                seconds += game.seconds[seat]
                processor += game.processor[seat]
    return Cost(name, decisions, seconds / max(timed, 1), processor / max(timed, 1))


def _is_same(meetings: Iterable[Meeting]) -> bool:
    """Return whether every deal of each table gave exactly the same games. Then neither bots nor chance vary."""
    return all(
        len({str([(game.bots, game.places, game.points, game.plies) for game in games])
             for games in meeting.done.values()}) == 1 and len(meeting.done) > 1
        for meeting in meetings
        if meeting.done
    )  # fmt: skip
