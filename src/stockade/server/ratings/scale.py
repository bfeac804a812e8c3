"""The mathematics of ratings: what one result tells about everybody who took part.

The model is Plackett-Luce, by Weng and Lin, as implemented in `openskill`. It reads a result as an order: one player
comes first among all, the next among those who remain, and so on. That fits any number of players, and players who
tie share a place, so that equal players who draw keep their ratings. With two players it is the logistic model of
chess ratings. Comparing all pairs of a table instead (Bradley-Terry) would count one match of six as five matches for
each player: ratings would jump, and look much more certain than they are.

The numbers are in points that people know from chess: everybody starts at 1500, and when ratings are certain, 400
points more mean about ten wins to one, at any number of players. A rating is shown with its standard deviation
(1540 ± 80), and is provisional while that is large.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import log, sqrt
from typing import TYPE_CHECKING, Any, Final

from stockade.research.elo import places_of

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

START: Final = 1500.0
START_SPREAD: Final = 250.0
CERTAIN: Final = 150.0  # a rating with a larger spread is provisional
CHANGE: Final = 2.5  # what each match adds to the spread, because people learn and forget
POINTS: Final = 400 / log(10)

# Bots are what people are measured by. They move a little, and never far from where they started.
BOT_SPREAD: Final = 60.0
BOT_DRIFT: Final = 100.0


@dataclass(frozen=True, slots=True)
class Rating:
    value: float = START
    spread: float = START_SPREAD


@cache
def model(players: int) -> PlackettLuce:
    """Return the model for a number of players.

    It divides differences by `beta` times the square root of that number, so this choice of `beta` lets points mean
    the same at every table.
    """
    from openskill.models import PlackettLuce  # takes a while, so it is imported when the first rated match ends

    return PlackettLuce(mu=START, sigma=START_SPREAD, beta=POINTS / sqrt(players), tau=CHANGE, limit_sigma=True)


def rate(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return the ratings of players after a match in which they took these places. Equal places are ties."""
    known = model(len(ratings))
    teams = [[known.rating(mu=rating.value, sigma=rating.spread)] for rating in ratings]
    after = known.rate(teams, ranks=[float(place) for place in places])
    return [Rating(player.mu, player.sigma) for [player] in after]


def anchored(before: Rating, after: Rating, anchor: float) -> Rating:
    """Return the rating of a bot after a match. Its spread stays small, so that it moves slowly."""
    return Rating(min(max(after.value, anchor - BOT_DRIFT), anchor + BOT_DRIFT), before.spread)


def places(result: Mapping[str, Any], ending: Mapping[str, Any] | None) -> list[int]:
    """Return the place of each seat, from 1.

    Winners come first, the others by their points, and a player who resigned or left comes last. If everybody won or
    nobody did, all tie.
    """
    gone = {seat for why, seat in (ending or {}).items() if why in ("resigned", "forfeited")}
    return places_of(result["winners"], result["scores"], gone)
