"""Summarises the games of one setting: lengths, shares and means, each with its 95% interval.

Seats and things that were bought are judged by the games that one seat won alone. The intervals assume that games are
independent of each other, but that events within a game are not.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from stockade.core.study import Holding
from stockade.research.intervals import mean_interval, ratio_interval, share_interval, wilson
from stockade.research.played import Played

PRICE_STEP = 8
PRICE_STEPS = 12  # more expensive things are counted together
WINNERS, OTHERS = "winners", "others"
Won = tuple[Played, int]
"""A game, and the seat that won it alone."""
Bunch = list[tuple[Holding, bool]]
"""The things that were bought in one game, and whether the winner bought them."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its 95% interval."""

    mean: float
    low: float  # the 95% interval
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many, with the 95% interval of the share."""

    name: str
    count: int
    of: int
    share: float
    low: float  # the 95% interval
    high: float


@dataclass(frozen=True, slots=True)
class Length:
    """How long games take."""

    mean: Mean
    quartiles: tuple[float, float, float]  # the second is the median
    counts: dict[int, int]  # the number of games by length

    @property
    def median(self) -> float:
        return self.quartiles[1]


@dataclass(frozen=True, slots=True)
class Bought:
    """Things of one kind that were bought."""

    name: str
    group: str  # the group of a single thing
    count: int
    games: int  # games in which at least one was bought
    price: Mean
    earned: Mean  # minus what was spent on it
    returned: Mean  # minus the price too
    winners: Share  # how many of them were bought by the winner


@dataclass(frozen=True, slots=True)
class Point:
    """One point on a curve."""

    round_no: int
    side: str  # winners or others
    value: Mean


@dataclass(frozen=True, slots=True)
class Summary:
    """All figures of one setting."""

    players: int
    games: int
    decided: int  # games that one seat won alone
    rounds: Length | None
    actions: Length
    points: dict[str, Mean]  # by side: winners and others
    seats: list[Share]  # shares of the decided games
    places: list[Share]  # the same by place in the first turn order
    endings: list[Share]
    curves: dict[str, list[Point]]
    everything: Bought | None  # everything that was bought; None if there is nothing to buy
    groups: list[Bought]
    things: list[Bought]
    prices: list[Bought]

    @property
    def fair(self) -> float:
        """The share of wins that each seat would have if seats did not matter."""
        return 1.0 / self.players


def summarise(games: Sequence[Played], players: int) -> Summary:
    """Return all figures of the games of one setting."""
    decided = [(game, game.winner) for game in games if game.winner is not None]
    rounds = [game.rounds for game in games if game.rounds is not None]
    seats = Counter(winner for _, winner in decided)
    places = Counter(game.order.index(winner) for game, winner in decided)
    endings = Counter(game.ending for game in games)
    return Summary(
        players=players,
        games=len(games),
        decided=len(decided),
        rounds=length_of(rounds) if rounds else None,
        actions=length_of([game.actions for game in games]),
        points=_points(decided),
        seats=[share_of(str(seat + 1), seats[seat], len(decided)) for seat in range(players)],
        places=[share_of(str(place + 1), places[place], len(decided)) for place in range(players)],
        endings=[share_of(name, count, len(games)) for name, count in sorted(endings.items())],
        curves=_curves(decided),
        everything=next(iter(_bought(decided, lambda _: ("all", ""))), None),
        groups=sorted(_bought(decided, lambda thing: (thing.group, thing.group)), key=_by_price),
        things=sorted(_bought(decided, lambda thing: (thing.name, thing.group)), key=_by_name),
        prices=sorted(_bought(decided, lambda thing: (price_step(thing.price), "")), key=_by_price),
    )


def price_step(price: float) -> str:
    """Return the range that a price is in: `1-8`, `9-16`, ..., `89 and more`. A price of zero is in the first."""
    step = min(max(int(-(-price // PRICE_STEP)), 1), PRICE_STEPS)
    low = (step - 1) * PRICE_STEP + 1
    return f"{low} and more" if step == PRICE_STEPS else f"{low}-{step * PRICE_STEP}"


def mean_of(values: Sequence[float]) -> Mean:
    """Return the mean of values from different games."""
    total, squares = float(sum(values)), float(sum(value * value for value in values))
    return Mean(total / len(values), *mean_interval(total, squares, len(values)), len(values))


def share_of(name: str, count: int, of: int) -> Share:
    """Return a share with its interval."""
    return Share(name, count, of, count / max(of, 1), *wilson(count, of))


def length_of(values: list[int]) -> Length:
    """Return how long games take, from the length of each."""
    low, middle, high = np.percentile(values, [25, 50, 75]).tolist()
    return Length(mean_of(values), (low, middle, high), dict(sorted(Counter(values).items())))


def _sides(values: Sequence[float], winner: int) -> dict[str, float]:
    """Return the winner's value, and the mean of the others."""
    others = [value for seat, value in enumerate(values) if seat != winner]
    return {WINNERS: values[winner]} | ({OTHERS: sum(others) / len(others)} if others else {})


def _points(decided: Iterable[Won]) -> dict[str, Mean]:
    found: defaultdict[str, list[float]] = defaultdict(list)
    for game, winner in decided:
        for side, value in _sides(game.points, winner).items():
            found[side].append(value)
    return {side: mean_of(values) for side, values in found.items()}


def _curves(decided: Iterable[Won]) -> dict[str, list[Point]]:
    """Return the curves by round. Late rounds include only the games that were still going on."""
    found: defaultdict[str, defaultdict[tuple[int, str], list[float]]] = defaultdict(lambda: defaultdict(list))
    for game, winner in decided:
        for name, seats in game.notes.curves.items() if game.notes else ():
            for round_no, values in enumerate(zip(*seats, strict=True)):
                for side, value in _sides(values, winner).items():
                    found[name][round_no, side].append(value)
    return {
        name: [Point(round_no, side, mean_of(values)) for (round_no, side), values in sorted(places.items())]
        for name, places in found.items()
    }


# -- things that were bought ---------------------------------------------------------------------------------


def _bought(decided: Iterable[Won], kind_of: Callable[[Holding], tuple[str, str]]) -> list[Bought]:
    """Return what was bought, by kind. `kind_of` gives a thing's name and group."""
    kinds: defaultdict[tuple[str, str], list[Bunch]] = defaultdict(list)
    for game, winner in decided:
        here: defaultdict[tuple[str, str], Bunch] = defaultdict(list)
        for thing in game.notes.holdings if game.notes else ():
            here[kind_of(thing)].append((thing, thing.seat == winner))
        for kind, things in here.items():
            kinds[kind].append(things)
    return [_kind(*kind, bunches) for kind, bunches in kinds.items()]


def _kind(name: str, group: str, bunches: list[Bunch]) -> Bought:
    """Return the figures of one kind. `bunches` are the things of that kind in each game."""
    counts = [len(bunch) for bunch in bunches]
    total = sum(counts)

    def mean(value: Callable[[Holding], float]) -> Mean:
        sums = [sum(value(thing) for thing, _ in bunch) for bunch in bunches]
        return Mean(sum(sums) / total, *ratio_interval(sums, counts), total)

    won = [sum(is_winners for _, is_winners in bunch) for bunch in bunches]
    return Bought(
        name,
        group,
        total,
        len(bunches),
        mean(lambda thing: thing.price),
        mean(lambda thing: thing.earned),
        mean(lambda thing: thing.earned - thing.price),
        Share(name, sum(won), total, sum(won) / total, *share_interval(won, counts)),
    )


def _by_price(kind: Bought) -> float:
    return kind.price.mean


def _by_name(kind: Bought) -> tuple[int, str]:
    """Return a key that sorts names, and names that are numbers by their value."""
    return (int(kind.name), "") if kind.name.isdecimal() else (0, kind.name)
