"""The findings of a report: sentences that a player would repeat to a friend.

A claim is made only if its whole interval supports it. Where several figures are compared, such as all seats, the
intervals are widened so that all of them together hold in 95% of reports. How striking a claim is depends on the end
of the interval that supports it least, so that few games never look more striking than many.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import NormalDist

from stockade.core.english import counted
from stockade.insight.figures import BOTS, LATE, Drama, Duel, Figures, Seats
from stockade.insight.variance import Shares
from stockade.insight.watched import NEAR
from stockade.research.intervals import Z
from stockade.research.sweep import Mean, Share
from stockade.research.verdict import number

ENOUGH = 30  # nothing is claimed from fewer games or deals than this
SHOWN = 3
FAIR = 0.05  # a seat within this of its even share is fair
FRACTIONS = {
    0.1: "a tenth",
    0.2: "a fifth",
    0.25: "a quarter",
    1 / 3: "a third",
    0.5: "half",
    2 / 3: "two thirds",
    0.75: "three quarters",
    0.8: "four fifths",
    0.9: "nine tenths",
}
CLOSE = 0.035  # a share is about a fraction if its interval is within this of it


@dataclass(frozen=True, slots=True)
class Claim:
    """One finding, with the figures that support it."""

    subject: str
    text: str
    figures: str
    striking: float  # about 1 if people would notice it at the table


@dataclass(frozen=True, slots=True)
class Range:
    """A figure with its interval."""

    value: float
    low: float
    high: float


def findings(figures: Figures) -> list[Claim]:
    """Return the most striking claims, at most one about each subject."""
    best: dict[str, Claim] = {}
    for claim in claims(figures):
        if claim.subject not in best or claim.striking > best[claim.subject].striking:
            best[claim.subject] = claim
    return sorted(best.values(), key=lambda claim: -claim.striking)[:SHOWN]


def claims(figures: Figures) -> Iterator[Claim]:
    """Return everything that the figures support."""
    for seats in figures.seats:
        if figures.check is not None and figures.check.players == seats.players:
            yield from seat_claims(seats, figures.check)
    for duel in figures.duels:
        yield from duel_claims(duel, len(figures.duels))
    if figures.equals is not None:
        yield from luck_claims(figures.equals)
    if figures.drama is not None:
        yield from drama_claims(figures.drama)
    yield from choice_claims(figures)
    yield from source_claims(figures)


def widened(figure: Mean | Share, comparisons: int = 1) -> Range:
    """Return an interval that holds together with those of the other figures that it is compared with."""
    value = figure.mean if isinstance(figure, Mean) else figure.share
    factor = NormalDist().inv_cdf(1 - 0.025 / max(comparisons, 1)) / Z
    return Range(value, value - factor * (value - figure.low), value + factor * (figure.high - value))


def fraction(share: Range) -> str:
    """Return a share in words that its interval supports: "about a third", "more than half", or nothing."""
    near = [each for each in FRACTIONS if max(share.high - each, each - share.low) <= CLOSE]
    if near:
        return f"about {FRACTIONS[min(near, key=lambda each: abs(share.value - each))]}"
    below = [each for each in FRACTIONS if share.low > each]
    return f"more than {FRACTIONS[max(below)]}" if below else ""


# -- one subject each --------------------------------------------------------------------------------------------


def seat_claims(seats: Seats, check: Seats) -> Iterator[Claim]:
    """Say that a seat wins more or less than its share, or that none does.

    The intervals of bots of another kind at the same table must support it as well. A seat often helps bots that all
    think alike and nobody else.
    """
    if min(seats.decided, seats.distinct, check.decided, check.distinct) < ENOUGH:
        return
    shares, other = seats.places or seats.seats, check.places or check.seats
    ranges = [widened(share, len(shares)) for share in shares]
    for place, share in enumerate(ranges):
        gap = max(share.low - seats.fair, seats.fair - share.high)
        if gap > 0 and place in (0, len(ranges) - 1) and _agrees(other[place], share, seats.fair):
            who = "goes first" if place == 0 else "goes last"
            words = "more" if share.value > seats.fair else "less"
            points = abs(share.value - seats.fair) * 100
            text = (
                f"With {counted(seats.players, 'player')}, whoever {who} wins {points:.0f} points {words} often "
                f"than an even share."
            )
            figures = f"{percent(share)} of the games; bots that search: {percent(widened(other[place]))}"
            yield Claim("seat", text, figures, gap / 0.05)
    within = [abs(end - seats.fair) for share in ranges for end in (share.low, share.high)]
    within += [abs(end - seats.fair) for share in other for end in (share.low, share.high)]
    if max(within) <= FAIR:
        text = f"With {counted(seats.players, 'player')}, it does not matter who goes first."
        most = max(ranges, key=lambda share: abs(share.value - seats.fair))
        figures = f"every place is within {FAIR * 100:.0f} points of its share; the farthest wins {percent(most)}"
        yield Claim("seat", text, figures, 0.9)


def _agrees(check: Share, share: Range, fair: float) -> bool:
    """Return whether the interval of other bots is on the same side of the even share."""
    return check.low > fair if share.value > fair else check.high < fair


def duel_claims(duel: Duel, comparisons: int = 1) -> Iterator[Claim]:
    """Say that the better of two bots wins."""
    if duel.deals < ENOUGH:
        return
    for bot, other, figure, even in (
        (duel.bot, duel.other, duel.won, duel.even),
        (duel.other, duel.bot, duel.lost, 1 - duel.even),
    ):
        share = widened(figure, comparisons)
        if share.low > even:
            text = (
                f"Skill pays: a player who {BOTS[bot]} beats one who {BOTS[other]} in "
                f"{share.value * 100:.0f} of 100 games."
            )
            yield Claim("skill", text, f"{percent(share)} over {duel.games:,} games", (share.low - even) / 0.2)


def luck_claims(shares: Shares) -> Iterator[Claim]:
    """Say how much luck decides. The measure is a lower bound, so nothing is ever called free of luck by it."""
    if not shares.is_chancy:
        text = "Nothing is left to chance: who wins is decided by the players alone."
        yield Claim("luck", text, f"no chance in {shares.games:,} games", 1.2)
    elif shares.deals >= ENOUGH and shares.luck.low > 0.05:
        luck = widened(shares.luck)
        text = f"Between equal players, luck alone explains at least {100 * luck.low:.0f}% of who wins."
        yield Claim("luck", text, f"{percent(luck)} of the variance", luck.low / 0.15)


def drama_claims(drama: Drama) -> Iterator[Claim]:
    """Say whether games are decided early or late, if the evaluation can tell who is ahead."""
    if drama.games < ENOUGH or not drama.is_telling:
        return
    behind, late = widened(drama.behind, 2), widened(drama.late, 2)
    basis = f"of {drama.games:,} games, by the evaluation of the bots"
    if behind.low > 0.2 and (words := fraction(behind)):
        text = f"Being behind at half-time is no disaster: {words} of all winners were."
        yield Claim("drama", text, f"{percent(behind)} {basis}", (behind.low - 0.1) / 0.15)
    if behind.high < 0.2:
        text = f"Whoever is behind at half-time seldom wins: only {behind.value * 100:.0f} of 100 winners were."
        yield Claim("drama", text, f"{percent(behind)} {basis}", (0.25 - behind.high) / 0.15)
    if late.low > 0.25 and (words := fraction(late)):
        last = round((1 - LATE) * 100)
        text = f"It stays open: in {words} of the games the winner takes the lead for good in the last {last}%."
        yield Claim("drama", text, f"{percent(late)} {basis}", (late.low - 0.1) / 0.25)


def choice_claims(figures: Figures) -> Iterator[Claim]:
    """Say how much there is to choose from."""
    branching, games = figures.branching, sum(figures.lengths.decisions.counts.values())
    if games < ENOUGH:
        return
    forced, good, choices = (widened(each, 3) for each in (branching.forced, branching.good, branching.choices))
    if forced.low > 0.1 and (words := fraction(forced)):
        text = f"{words.capitalize()} of all decisions are none, because there is only one choice."
        yield Claim("choices", text, f"{percent(forced)} of the decisions", forced.low / 0.25)
    if choices.low > 3 * good.high:
        text = f"A decision offers {choices.value:.0f} choices on average, of which {good.value:.1f} are good."
        figure = f"good ones lose at most {NEAR * 100:.0f} points of the chance to win"
        yield Claim("choices", text, figure, choices.low / good.high / 6)


def source_claims(figures: Figures) -> Iterator[Claim]:
    """Say where points come from, and what winners have more of."""
    sources, games = figures.sources, sum(figures.lengths.decisions.counts.values())
    if games < ENOUGH or len(sources) < 2:
        return
    first, second = sources[:2]
    share, next_share = widened(first.share, len(sources)), widened(second.share, len(sources))
    if share.low > next_share.high and (words := fraction(share)):
        text = f"{words.capitalize()} of all points come from one source: {first.name}."
        yield Claim("sources", text, f"{percent(share)} of the points", share.low * len(sources) / 4)
    leads = sorted(
        ((widened(source.lead, len(sources)), source.name) for source in sources if source.lead is not None),
        key=lambda each: -each[0].value,
    )
    if len(leads) > 1 and leads[0][0].low > max(leads[1][0].high, 0.0):
        lead, name = leads[0]
        more = number(round(lead.value, 1))
        text = f"Winners win by one thing above all: they get {more} points more than others from {name}."
        scale = max(sum(abs(each.value) for each, _ in leads), 1e-9)
        yield Claim(
            "winning",
            text,
            f"{number(round(lead.low, 1))} to {number(round(lead.high, 1))} points",
            (lead.low / scale - 1 / len(leads)) / 0.3,
        )


def percent(share: Range) -> str:
    """Return a share with its interval."""
    return f"{share.value:.1%} ({max(share.low, 0.0):.1%} to {min(share.high, 1.0):.1%})"
