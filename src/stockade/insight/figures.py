"""The figures of a report, from its games. Shares and means have 95% intervals, with games or deals as the unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stockade.insight.series import Programme, Series
from stockade.insight.variance import Shares, shares_of
from stockade.insight.watched import Watched
from stockade.research.intervals import ratio_interval, share_interval
from stockade.research.sweep import Length, Mean, Share, length_of, mean_of, share_of

ENOUGH = 0.2  # curves by decision end when less than this share of the games is left
STEPS = 20  # parts of a game in curves over time
LATE = 0.8  # the last part of a game begins here
LOST = 0.1  # a game seems lost to a seat whose chance to win is smaller
LONG = 2.0  # a game is long if it takes this many times as many decisions as the median
NARROW = 0.05  # a win is narrow if somebody has all but this share of a winner's usual points
TELLING = 0.05  # the evaluation sees who is ahead if it gives later winners so much more than an even chance
TIE = 1e-9


@dataclass(frozen=True, slots=True)
class Seats:
    """Wins by seat among equal bots."""

    players: int
    bot: str
    games: int
    distinct: int  # games that are not exactly alike
    decided: int  # games that one seat won alone
    seats: list[Share]  # of the decided games
    places: list[Share]  # the same by place in the first turn order; empty if that is always the order of the seats

    @property
    def fair(self) -> float:
        return 1.0 / self.players


@dataclass(frozen=True, slots=True)
class Duel:
    """How often the first of two bots wins. A shared win counts in part."""

    players: int
    bot: str
    other: str
    games: int
    distinct: int  # games that are not exactly alike
    deals: int
    won: Mean
    lost: Mean  # how often the other wins; nobody may
    even: float  # the first bot's share of the seats


@dataclass(frozen=True, slots=True)
class Branching:
    """How many legal actions there are."""

    choices: Mean  # for a decision
    middle: tuple[float, float, float]  # 10%, median and 90% over all decisions
    forced: Mean  # the share of decisions with a single choice
    good: Mean  # choices that look nearly as good as the best, where there is a choice
    curve: list[tuple[int, float, float, float, float]]
    """From which decision on; 10%, median and 90% of the choices; the mean of the good ones."""


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long games take."""

    decisions: Length
    turns: Length
    rounds: Length | None
    long: Share  # games that take more than `LONG` times the median of decisions


@dataclass(frozen=True, slots=True)
class Drama:
    """How the lead changes, in games with a single winner."""

    games: int
    behind: Share  # games in which the later winner was behind after half of the decisions
    late: Share  # games in which the winner took the lead for good in the last part
    rescued: Share  # games in which the later winner seemed to have lost
    settled: list[float]  # for every game: when the winner took the lead for good, from 0 to 1
    curve: list[Mean]  # the chance of the later winner over time
    even: float  # that chance if nobody could tell who wins

    @property
    def is_telling(self) -> bool:
        """Whether the evaluation knows at half-time who is ahead. If it does not, changes of the lead mean little."""
        return self.curve[STEPS // 2].low > self.even + TELLING


@dataclass(frozen=True, slots=True)
class Race:
    """Who has how many points, on the way and at the end."""

    ahead: Share | None  # games that the leader at half-time won; None if nobody leads by then
    passed: Share  # games in which another seat ends with more points than the winner
    narrow: Share | None  # of the other games: those in which another seat has nearly as many; None if there are none
    margin: int  # how many fewer points that is


@dataclass(frozen=True, slots=True)
class Source:
    """Where points come from."""

    name: str
    spoken: str  # the name in a sentence
    points: Mean  # of a seat in a game
    share: Mean  # of all points that were gained
    lead: Mean | None  # what winners got from it more than the others


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of a report. What a game does not have is None or empty."""

    players: int  # at the table that was measured closely
    games: int  # that were measured closely
    seats: list[Seats]
    check: Seats | None  # the table that was measured closely, where bots think; None if only one seat is free
    duels: list[Duel]
    equals: Shares | None  # what decides games between equal bots
    unequals: Shares | None  # what decides games of a pair
    lucky: Share | None  # games that the luckiest seat won; None without chance
    branching: Branching
    lengths: Lengths
    nobody: Share  # games that nobody won
    drama: Drama | None
    race: Race | None  # None if points are given with the last action only
    sources_by: str  # what tells sources apart; empty if the game does not say where points come from
    sources: list[Source]


def figures_of(programme: Programme, played: Sequence[Sequence[Watched]]) -> Figures:
    """Return all figures. `played` has the games of each series, in their order."""
    equal, closely, pairs = (
        played[: len(programme.equal)],
        played[len(programme.equal)],
        played[len(programme.equal) + 1 :],
    )
    close = programme.close
    unequal = next((games for one, games in zip(programme.pairs, pairs, strict=True) if one.with_luck), None)
    by, sources = sources_figures(closely)
    has_others = close.plan.players > 1
    return Figures(
        close.plan.players,
        len(closely),
        [seats_of(one, games) for one, games in zip(programme.equal, equal, strict=True) if one.people > 1],
        seats_of(close, closely) if close.people > 1 else None,
        [duel_of(one, games) for one, games in zip(programme.pairs, pairs, strict=True)],
        shares_of(closely, programme.seed) if close.people > 1 else None,
        shares_of(unequal, programme.seed) if unequal else None,
        lucky_of(closely) if has_others else None,
        branching_of(closely),
        lengths_of(closely),
        share_of("nobody", sum(not game.winners for game in closely), len(closely)),
        drama_of(closely) if has_others else None,
        race_of(closely) if has_others else None,
        by,
        sources,
    )


def seats_of(series: Series, games: Sequence[Watched]) -> Seats:
    """Return wins by seat, and by place in the first turn order."""
    players = series.plan.players
    won = [game for game in games if game.winner is not None]
    by_seat = [sum(game.winner == seat for game in won) for seat in range(players)]
    by_place = [sum(game.winner == game.order[place] for game in won) for place in range(players)]
    differ = any(list(game.order) != list(range(players)) for game in games)
    return Seats(
        players,
        series.plan.bots[0],
        len(games),
        len({game.log for game in games}),
        len(won),
        [share_of(str(seat + 1), count, len(won)) for seat, count in enumerate(by_seat)],
        [share_of(str(place + 1), count, len(won)) for place, count in enumerate(by_place)] if differ else [],
    )


def duel_of(series: Series, games: Sequence[Watched]) -> Duel:
    """Return how often the first bot of a pair wins. Deals are the unit."""
    first, second = series.plan.bots
    seated = [bot for game in games for bot in game.seating]
    deals = len({game.deal for game in games})
    even = seated.count(0) / len(seated)
    distinct = len({game.log for game in games})
    return Duel(series.plan.players, first, second, len(games), distinct, deals, _won(games, 0), _won(games, 1), even)


def _won(games: Sequence[Watched], bot: int) -> Mean:
    deals: dict[int, list[float]] = {}
    for game in games:
        share = sum(win for win, sitter in zip(game.win_shares(), game.seating, strict=True) if sitter == bot)
        deals.setdefault(game.deal, []).append(share)
    totals, counts = [sum(each) for each in deals.values()], [len(each) for each in deals.values()]
    return Mean(sum(totals) / len(games), *share_interval(totals, counts), len(games))


def lucky_of(games: Sequence[Watched]) -> Share | None:
    """Return how often the luckiest seat wins, among the games that one seat won alone and one was luckiest in."""
    luck = [(game.luck, game.winner) for game in games if game.luck is not None and game.winner is not None]
    return _leaders("lucky", luck)


def _leaders(name: str, amounts: Sequence[tuple[Sequence[float], int]]) -> Share | None:
    """Return how often the winner is the seat with the most, among the games in which one seat has it alone."""
    clear = [(values, winner) for values, winner in amounts if sorted(values)[-1] > sorted(values)[-2] + TIE]
    won = sum(values[winner] == max(values) for values, winner in clear)
    return share_of(name, won, len(clear)) if clear else None


def branching_of(games: Sequence[Watched]) -> Branching:
    """Return how many choices there are, over all decisions and from decision to decision."""
    free = [[good for good, n in zip(game.good, game.choices, strict=True) if n > 1] for game in games]
    some = [goods for goods in free if goods]
    low, median, high = np.percentile([n for game in games for n in game.choices], [10, 50, 90]).tolist()
    return Branching(
        _pooled([[float(n) for n in game.choices] for game in games]),
        (low, median, high),
        _pooled([[float(n == 1) for n in game.choices] for game in games], is_share=True),
        _pooled([[float(n) for n in goods] for goods in some]) if some else Mean(1.0, 1.0, 1.0, 0),
        _curve(games),
    )


def _curve(games: Sequence[Watched]) -> list[tuple[int, float, float, float, float]]:
    lengths = sorted((game.decisions for game in games), reverse=True)
    last = lengths[max(0, int(ENOUGH * len(games)) - 1)]
    step = max(1, -(-last // 60))
    points = []
    for first in range(0, last, step):
        choices = [n for game in games for n in game.choices[first : first + step]]
        good = [n for game in games for n in game.good[first : first + step]]
        low, median, high = np.percentile(choices, [10, 50, 90]).tolist()
        points.append((first + 1, low, median, high, sum(good) / len(good)))
    return points


def lengths_of(games: Sequence[Watched]) -> Lengths:
    """Return how long games take. Rounds are counted if the study of the game does."""
    rounds = [game.rounds for game in games if game.rounds is not None]
    decisions = length_of([game.decisions for game in games])
    long = sum(game.decisions > LONG * decisions.median for game in games)
    return Lengths(
        decisions,
        length_of([game.turns for game in games]),
        length_of(rounds) if rounds else None,
        share_of("long", long, len(games)),
    )


def drama_of(games: Sequence[Watched]) -> Drama | None:
    """Return how the lead changes, or None if no game has a single winner."""
    won = [(game.chances, game.winner) for game in games if game.winner is not None]
    if not won:
        return None
    behind = sum(not _is_level(chances[len(chances) // 2], winner) for chances, winner in won)
    settled = [_settled(chances, winner) for chances, winner in won]
    curve = [
        mean_of([chances[round(step * (len(chances) - 1) / STEPS)][winner] for chances, winner in won])
        for step in range(STEPS + 1)
    ]
    late = sum(when > LATE for when in settled)
    rescued = sum(min(each[winner] for each in chances) < LOST for chances, winner in won)
    return Drama(
        len(won),
        share_of("behind", behind, len(won)),
        share_of("late", late, len(won)),
        share_of("rescued", rescued, len(won)),
        settled,
        curve,
        1 / len(won[0][0][0]),
    )


def race_of(games: Sequence[Watched]) -> Race | None:
    """Return who is ahead in points, or None if there are none before the end, or no game has a single winner."""
    won = [(game.points, game.winner) for game in games if game.winner is not None]
    if not any(max(points[-2]) > 0 for points, _ in won):
        return None
    usual = sum(points[-1][winner] for points, winner in won) / len(won)
    margin = max(1, round(NARROW * usual))
    leads = [
        points[-1][winner] - max(value for seat, value in enumerate(points[-1]) if seat != winner)
        for points, winner in won
    ]
    first = [lead for lead in leads if lead >= 0]
    ahead = _leaders("ahead", [(points[len(points) // 2], winner) for points, winner in won])
    narrow = share_of("narrow", sum(lead <= margin for lead in first), len(first)) if first else None
    return Race(ahead, share_of("passed", len(leads) - len(first), len(leads)), narrow, margin)


def _is_level(chances: Sequence[float], seat: int) -> bool:
    """Return whether nobody is ahead of a seat."""
    return chances[seat] >= max(chances) - TIE


def _settled(chances: Sequence[Sequence[float]], winner: int) -> float:
    """Return when the winner took the lead for good: 0 is the start of the game and 1 its end."""
    trailing = [number for number, each in enumerate(chances) if not _is_level(each, winner)]
    return (trailing[-1] + 1) / (len(chances) - 1) if trailing else 0.0


def sources_figures(games: Sequence[Watched]) -> tuple[str, list[Source]]:
    """Return what tells sources apart, and the sources, those with the most points first."""
    told = [(game, game.sources) for game in games if game.sources is not None and game.sources.amounts]
    if not told:
        return "", []
    players = len(told[0][0].seating)
    names = dict.fromkeys(name for _, sources in told for name in sources.amounts)
    nothing = [0.0] * players
    gained = [sum(max(sum(points), 0.0) for points in sources.amounts.values()) for _, sources in told]
    found = []
    for name in names:
        amounts = [sources.amounts.get(name, nothing) for _, sources in told]
        sums = [sum(points) for points in amounts]
        leads = [
            points[game.winner] - (sum(points) - points[game.winner]) / (players - 1)
            for (game, _), points in zip(told, amounts, strict=True)
            if game.winner is not None and players > 1
        ]
        share = Mean(sum(sums) / max(sum(gained), TIE), *_ratio(sums, gained), len(told))
        found.append(
            Source(
                name,
                told[0][1].spoken.format(name),
                mean_of([each / players for each in sums]),
                share,
                mean_of(leads) if leads else None,
            )
        )
    return told[0][1].by, sorted(found, key=lambda source: -source.points.mean)


def _ratio(parts: Sequence[float], wholes: Sequence[float]) -> tuple[float, float]:
    """Return the 95% interval of a ratio of sums. Games are the unit."""
    if sum(wholes) <= 0:
        return 0.0, 0.0
    return ratio_interval(parts, wholes)


def _pooled(groups: Sequence[Sequence[float]], is_share: bool = False) -> Mean:
    """Return the mean over all decisions. Those of one game depend on each other."""
    totals, counts = [sum(group) for group in groups], [len(group) for group in groups]
    interval = share_interval(totals, counts) if is_share else ratio_interval(totals, counts)
    return Mean(sum(totals) / sum(counts), *interval, sum(counts))
