"""Describe in sentences what the figures of a setting mean. Each sentence gives its rule of thumb and its figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from stockade.core.study import Words
from stockade.research.sweep import Bought, Length, Mean, Share, Summary

TOO_MUCH = 0.05  # a seat may win more than its share by this much
FEW = 0.05  # this share of games may end without a winner
ENOUGH = 30  # a thing is judged only if it was bought in this many games

Mark = Literal["good", "bad", "open", "plain"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """One sentence about a setting, and whether it is good or bad.

    `open` means that there are too few games to say.
    """

    mark: Mark
    text: str


def judge(summary: Summary, words: Words) -> list[Verdict]:
    """Return all sentences about one setting."""
    return list(_sentences(summary, words))


def _sentences(summary: Summary, words: Words) -> Iterator[Verdict]:
    yield _length(summary)
    if summary.decided and summary.players > 1:
        yield _shares(summary.seats, summary.fair, "seat", "seat {}")
        yield _shares(summary.places, summary.fair, "place in the first turn order", "place {}")
    yield from _undecided(summary)
    groups = [group for group in summary.groups if group.games >= ENOUGH]
    if len(groups) > 1:
        yield from _dominated(groups, words)
    if groups:
        yield _returns(groups, words)
    if few := [group.name for group in summary.groups if group.games < ENOUGH]:
        yield Verdict("open", f"Bought in fewer than {ENOUGH} games, which is too few to judge: {', '.join(few)}.")


def _length(summary: Summary) -> Verdict:
    length, unit = (summary.rounds, "round") if summary.rounds else (summary.actions, "action")
    low, _, high = length.quartiles
    half = f"{number(low)}" if low == high else f"{number(low)} to {number(high)}"
    return Verdict(
        "plain",
        f"Median length {plural(length.median, unit)}; the middle half of all games takes {half}. {_spread(length)}",
    )


def _spread(length: Length) -> str:
    return f"Shortest {min(length.counts)}, longest {max(length.counts)}."


def _shares(shares: list[Share], fair: float, what: str, named: str) -> Verdict:
    """Say whether a seat or place wins too often. The interval decides, because a single figure may be luck."""
    best = max(shares, key=lambda share: share.share)
    limit = f"{TOO_MUCH * 100:.0f} percentage points"
    figures = f"{percent(best)}, compared with an even share of {fair:.1%}"
    if best.low > fair + TOO_MUCH:
        return Verdict(
            "bad", f"One {what} wins more than {limit} above its share: {named.format(best.name)} wins {figures}."
        )
    if all(share.high <= fair + TOO_MUCH for share in shares):
        return Verdict(
            "good",
            f"No {what} wins more than {limit} above its share: "
            f"the most is {named.format(best.name)} with {figures}.",
        )
    return Verdict(
        "open",
        f"Too few games to say whether a {what} wins more than {limit} above its share: "
        f"the most is {named.format(best.name)} with {figures}.",
    )


def _undecided(summary: Summary) -> Iterator[Verdict]:
    """Report the games that no seat won alone, if there are any."""
    open_games = summary.games - summary.decided
    if open_games:
        share = open_games / summary.games
        mark: Mark = "bad" if share > FEW else "plain"
        yield Verdict(mark, f"{open_games:,} of {summary.games:,} games ({share:.1%}) end without a single winner.")


def _dominated(groups: list[Bought], words: Words) -> Iterator[Verdict]:
    """Report dominated groups. Another group clearly earns more than these, and winners clearly buy it more often."""
    found = False
    for worse in groups:
        above = [group for group in groups if _is_above(group, worse)]
        if above:
            found = True
            better = max(above, key=lambda group: group.returned.mean)
            yield Verdict(
                "bad",
                f"The {words.group} {worse.name} is dominated by {better.name}: it returns {money(worse.returned)} "
                f"compared with {money(better.returned)}, and winners bought {percent(worse.winners)} of it, "
                f"compared with {percent(better.winners)}.",
            )
    if not found:
        worst, *_, best = sorted(groups, key=lambda group: group.returned.mean)
        yield Verdict(
            "good",
            f"No {words.group} is dominated: none is clearly worse than another both in its return and in how often "
            f"winners bought it. Returns range from {worst.name} {money(worst.returned)} "
            f"to {best.name} {money(best.returned)}.",
        )


def _is_above(one: Bought, other: Bought) -> bool:
    return one.returned.low > other.returned.high and one.winners.low > other.winners.high


def _returns(groups: list[Bought], words: Words) -> Verdict:
    """Report the groups that cost more than they bring."""
    losing = [f"{group.name} {money(group.returned)}" for group in groups if group.returned.high < 0]
    if losing:
        return Verdict("bad", f"Bought at a loss on average, by {words.group}: {'; '.join(losing)}.")
    return Verdict("good", f"No {words.group} is clearly bought at a loss.")


# -- figures in words ------------------------------------------------------------------------------------------


def number(value: float) -> str:
    return f"{value:g}" if value == round(value, 1) else f"{value:.2f}"


def plural(value: float, noun: str) -> str:
    return f"{number(value)} {noun}{'' if value == 1 else 's'}"


def percent(share: Share) -> str:
    return f"{share.share:.1%} ({share.low:.1%} to {share.high:.1%})"


def money(mean: Mean) -> str:
    return f"{signed(mean.mean)} ({signed(mean.low)} to {signed(mean.high)})"


def signed(value: float) -> str:
    return f"{value:+.1f}".replace("-", "−")
