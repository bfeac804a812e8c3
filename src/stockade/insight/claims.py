"""The findings of a report: sentences that a player would repeat to a friend.

A claim is made only if its whole interval supports it. Where several figures are compared, such as all seats, the
intervals are widened so that all of them together hold in 95% of reports. Claims are compared by how surprising they
are: how far the whole interval is from what a player would guess. So few games never look more surprising than many.
Claims that a player would guess come last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from stockade.core.english import counted
from stockade.insight.figures import LATE, LONG, LOST, Drama, Duel, Figures, Lengths, Race, Seats, Source
from stockade.insight.series import GREEDY, doing
from stockade.research.intervals import Z
from stockade.research.sweep import Mean, Share
from stockade.research.verdict import number

ENOUGH = 30  # nothing is claimed from fewer games or deals than this
SHOWN = 3
SELDOM = 0.02  # what happens in a smaller share of the games is not told
UNIT = 0.1  # a claim that is so far from the guess has a surprise of 1
FAIR = 0.05  # a seat within this of its even share is fair
SURPRISE_IF_FAIR = 0.6
# What a player would guess who knows the rules. Where it says so, 0 is an even share and 1 is always.
MORE_LUCK = 0.1  # the luckiest player wins at most so much more than an even share
SKILL_WINS = (0.5, 0.75)  # the better of two players
LEADER_WINS = (0.35, 0.65)  # who has the most points at half-time, from 0 for an even share to 1 for always
BEHIND_WINS = (0.2, 0.35)  # winners who were behind at half-time
LATE_LEADS = (0.1, 0.3)  # games in which the lead is taken for good at the end
RESCUED_WINS = (0.0, 0.1)  # winners who seemed to have lost
PASSED_WINS = (0.0, 0.02)  # winners with fewer points than somebody else
NARROW_WINS = (0.1, 0.3)
NOBODY_WINS = (0.0, 0.02)
LONG_GAMES = (0.0, 0.03)


@dataclass(frozen=True, slots=True)
class Claim:
    """One finding, with the figures that support it."""

    subject: str
    text: str
    figures: str
    surprise: float  # how far it is from what a player would guess; below 0 if it may be as guessed


@dataclass(frozen=True, slots=True)
class Range:
    """A figure with its interval."""

    value: float
    low: float
    high: float


def findings(figures: Figures) -> list[Claim]:
    """Return the most surprising claims, at most one about each subject."""
    best: dict[str, Claim] = {}
    for claim in claims(figures):
        if claim.subject not in best or claim.surprise > best[claim.subject].surprise:
            best[claim.subject] = claim
    return sorted(best.values(), key=lambda claim: -claim.surprise)[:SHOWN]


def claims(figures: Figures) -> Iterator[Claim]:
    """Return everything that the figures support."""
    for seats in figures.seats:
        if figures.check is not None and figures.check.players == seats.players:
            yield from seat_claims(seats, figures.check)
    thinking = [duel for duel in figures.duels if duel.bot != GREEDY]
    for duel in thinking:
        yield from duel_claims(duel, len(thinking))
    if figures.lucky is not None:
        yield from luck_claims(figures.lucky, figures.players)
    if figures.drama is not None:
        yield from drama_claims(figures.drama)
    if figures.race is not None:
        yield from race_claims(figures.race, figures.players)
    yield from end_claims(figures.nobody)
    yield from length_claims(figures.lengths)
    yield from source_claims(figures.sources, figures.games)


def surprise(share: Range, guess: tuple[float, float]) -> float:
    """Return how far the whole interval of a share is from a guess. It is negative if they overlap."""
    low, high = guess
    return max(share.low - high, low - share.high) / UNIT


def widened(figure: Mean | Share, comparisons: int = 1) -> Range:
    """Return an interval that holds together with those of the other figures that it is compared with."""
    value = figure.mean if isinstance(figure, Mean) else figure.share
    factor = NormalDist().inv_cdf(1 - 0.025 / max(comparisons, 1)) / Z
    return Range(value, value - factor * (value - figure.low), value + factor * (figure.high - value))


def of_100(share: Range) -> str:
    """Return a share as a number out of 100."""
    return f"{share.value * 100:.0f} of 100"


# -- one subject each --------------------------------------------------------------------------------------------


def seat_claims(seats: Seats, check: Seats) -> Iterator[Claim]:
    """Say that the first or the last seat wins more or less than its share, or that no seat does.

    The intervals of bots of another kind at the same table must support it as well, because a seat often helps bots
    that all think alike and nobody else. If they say the opposite, that is a finding of its own.
    """
    if min(seats.decided, seats.distinct, check.decided, check.distinct) < ENOUGH:
        return
    shares, other = seats.places or seats.seats, check.places or check.seats
    ranges, others = ([widened(share, len(shares)) for share in each] for each in (shares, other))
    table = f"With {counted(seats.players, 'player')}"
    even = (seats.fair, seats.fair)
    for place, who in ((0, "goes first"), (len(ranges) - 1, "goes last")):
        share, careless = others[place], ranges[place]
        least = min(surprise(share, even), surprise(careless, even))
        figures = f"{percent(share)}; bots that think less: {percent(careless)}"
        if least > 0 and (share.value > seats.fair) == (careless.value > seats.fair):
            text = f"{table}, whoever {who} wins {of_100(share)} games; {100 * seats.fair:.0f} would be even."
            yield Claim("seat", text, figures, least)
        elif least > 0 and place == 0:
            text = (
                f"{table}, whoever goes first wins {of_100(share)} games between bots that think, but "
                f"{of_100(careless)} between bots that do not."
            )
            yield Claim("seat", text, figures, surprise(share, (careless.low, careless.high)))
    if max(abs(end - seats.fair) for share in (*ranges, *others) for end in (share.low, share.high)) <= FAIR:
        most = max(ranges, key=lambda share: abs(share.value - seats.fair))
        figures = f"every place is within {FAIR * 100:.0f} points of its share; the farthest wins {percent(most)}"
        yield Claim("seat", f"{table}, it does not matter who goes first.", figures, SURPRISE_IF_FAIR)


def duel_claims(duel: Duel, comparisons: int = 1) -> Iterator[Claim]:
    """Say how often the better of two bots wins."""
    if min(duel.deals, duel.distinct) < ENOUGH:
        return
    for bot, other, figure, even in (
        (duel.bot, duel.other, duel.won, duel.even),
        (duel.other, duel.bot, duel.lost, 1 - duel.even),
    ):
        share = widened(figure, comparisons)
        if share.low > even:
            text = f"Skill pays: a bot that {doing(bot)} beats one that {doing(other)}, in {of_100(share)} games."
            yield Claim("skill", text, f"{percent(share)} over {duel.games:,} games", surprise(share, SKILL_WINS))


def luck_claims(lucky: Share, players: int) -> Iterator[Claim]:
    """Say how often the luckiest player wins. Not all luck is measured, so it is never said to be little."""
    share, even = widened(lucky), 1 / players
    if lucky.of >= ENOUGH and share.low > even:
        who = "luckier of two players" if players == 2 else f"luckiest of {players} players"
        text = f"Luck helps: the {who} wins {of_100(share)} games; {100 * even:.0f} would be even."
        yield Claim(
            "luck", text, f"{percent(share)} of games between equal bots", surprise(share, (even, even + MORE_LUCK))
        )


def drama_claims(drama: Drama) -> Iterator[Claim]:
    """Say whether games are decided early or late, if the evaluation can tell who is ahead."""
    if drama.games < ENOUGH or not drama.is_telling:
        return
    behind, late, rescued = (widened(each, 3) for each in (drama.behind, drama.late, drama.rescued))
    basis = f"of {drama.games:,} games, by the evaluation of the bots"
    text = f"{of_100(behind)} winners were behind at half-time."
    if behind.low > BEHIND_WINS[1]:
        text = f"Being behind at half-time is no disaster: {text}"
    elif behind.high < BEHIND_WINS[0]:
        text = f"Whoever is behind at half-time seldom wins: only {text}"
    yield Claim("half-time", text, f"{percent(behind)} {basis}", surprise(behind, BEHIND_WINS))
    if late.low > SELDOM:
        last = round((1 - LATE) * 100)
        text = f"In {of_100(late)} games the winner takes the lead for good only in the last {last}% of the game."
        yield Claim("end", text, f"{percent(late)} {basis}", surprise(late, LATE_LEADS))
    if rescued.low > SELDOM:
        text = f"Never give up: {of_100(rescued)} winners had seemed to have less than {LOST:.0%} of a chance."
        yield Claim("comeback", text, f"{percent(rescued)} {basis}", surprise(rescued, RESCUED_WINS))


def race_claims(race: Race, players: int) -> Iterator[Claim]:
    """Say whether the leader at half-time wins, whether points win at all, and whether wins are narrow."""
    even = 1 / players
    if race.ahead is not None and race.ahead.of >= ENOUGH:
        ahead = widened(race.ahead)
        guess = (even + LEADER_WINS[0] * (1 - even), even + LEADER_WINS[1] * (1 - even))
        text = f"Whoever has the most points at half-time wins {of_100(ahead)} games; {100 * even:.0f} would be even."
        if ahead.high < guess[0]:
            text += " So that lead says little."
        elif ahead.low > guess[1]:
            text += " So that lead is worth a lot."
        yield Claim("half-time", text, f"{percent(ahead)} of {race.ahead.of:,} games", surprise(ahead, guess))
    passed = widened(race.passed)
    if race.passed.of >= ENOUGH and passed.low > SELDOM:
        more = "somebody else ends with more of them than the winner"
        text = f"Points are not everything: in {of_100(passed)} games {more}."
        figures = f"{percent(passed)} of {race.passed.of:,} games"
        yield Claim("passed", text, figures, surprise(passed, PASSED_WINS))
    if race.narrow is None:
        return
    narrow = widened(race.narrow)
    if race.narrow.of >= ENOUGH and narrow.low > SELDOM:
        close = "It is close" if narrow.low > 0.5 else "It can be close"
        text = f"{close}: {of_100(narrow)} games are decided by {counted(race.margin, 'point')} or less."
        yield Claim("narrow", text, f"{percent(narrow)} of {race.narrow.of:,} games", surprise(narrow, NARROW_WINS))


def end_claims(nobody: Share) -> Iterator[Claim]:
    """Say that there are games without a winner."""
    share = widened(nobody)
    if nobody.of >= ENOUGH and share.low > SELDOM:
        text = f"Everybody can lose: nobody wins {of_100(share)} games."
        yield Claim("nobody", text, f"{percent(share)} of {nobody.of:,} games", surprise(share, NOBODY_WINS))


def length_claims(lengths: Lengths) -> Iterator[Claim]:
    """Say that some games take much longer than others."""
    long, median = widened(lengths.long), lengths.decisions.median
    if lengths.long.of >= ENOUGH and long.low > SELDOM:
        text = (
            f"Half of all games are over after {number(median)} decisions, but {of_100(long)} take more than "
            f"{number(LONG * median)}."
        )
        yield Claim("length", text, f"{percent(long)} of {lengths.long.of:,} games", surprise(long, LONG_GAMES))


def source_claims(sources: Sequence[Source], games: int) -> Iterator[Claim]:
    """Say by which points winners differ most from others.

    One would guess that points make as much of a difference as there are of them.
    """
    leads = sorted(
        ((widened(source.lead, len(sources)), source) for source in sources if source.lead is not None),
        key=lambda each: -each[0].value,
    )
    if games < ENOUGH or len(leads) < 2:
        return
    (lead, deciding), (following, _) = leads[:2]
    share = widened(deciding.share, len(sources))
    others = sum(max(each.high, 0.0) for each, _ in leads[1:])
    unexpected = lead.low / max(lead.low + others, 1e-9) - share.high
    if lead.low <= max(following.high, 0.0):
        return
    first, second = (widened(each.share, len(sources)) for each in sources[:2])
    points = f"{deciding.spoken}: they get {number(round(lead.value, 1))} points more than others from it."
    if deciding.spoken != sources[0].spoken and first.low > second.high:
        text = f"{sources[0].spoken} brings the most points, but what sets winners apart is {points}"
    else:
        text = f"What sets winners apart is {points}"
    figures = f"{number(round(lead.low, 1))} to {number(round(lead.high, 1))} points; {percent(share)} of all points"
    yield Claim("points", text[0].upper() + text[1:], figures, unexpected / UNIT)


def percent(share: Range) -> str:
    """Return a share with its interval."""
    return f"{share.value:.1%} ({max(share.low, 0.0):.1%} to {min(share.high, 1.0):.1%})"
