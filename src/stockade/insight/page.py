"""The page of a report: three findings, then a section for each subject, which says how it is measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from stockade.arena.report.markup import interval, side_by_side, table, whole_page
from stockade.core.english import counted
from stockade.insight.claims import Claim
from stockade.insight.figures import LATE, LONG, LOST, NARROW, TELLING, Figures
from stockade.insight.plots import plots_of
from stockade.insight.series import WORDS, Programme
from stockade.insight.variance import RESAMPLES
from stockade.insight.watched import NEAR
from stockade.research.sweep import Length, Mean, Share
from stockade.research.verdict import number


def page(programme: Programme, figures: Figures, found: Sequence[Claim]) -> str:
    """Return the whole page."""
    game, plots = programme.game, plots_of(figures)
    title = f"{game.spec.title}: what the game is like"
    told = (
        f"{programme.total:,} games between bots; seed {programme.seed}; rules version {game.spec.rules_version}. "
        f"Unless a section says otherwise, {figures.players} bots that think play."
    )
    body = [*_findings(found)]
    sections = {
        "seats": ("Seats", _seats(figures)),
        "skill": ("Skill", _skill(figures)),
        "luck": ("Luck", _luck(figures)),
        "branching": ("Choices", _branching(figures)),
        "length": ("Length", _length(figures)),
        "drama": ("Drama", _drama(figures)),
        "sources": ("Points", _sources(figures)),
    }
    for name, (heading, parts) in sections.items():
        *wide, last = parts  # the last part is text, which fits beside a plot
        body += [f"<h2>{heading}</h2>", *wide, side_by_side([f"<div>{last}</div>", *plots[name]])]
    body += ["<h2>Who plays</h2>", _bots(programme.bots), *map(_said, _reading())]
    return whole_page(title, [told], body)


def _findings(found: Sequence[Claim]) -> Iterator[str]:
    yield "<h2>In short</h2>"
    if not found:
        yield _said("There are too few games for a finding that their intervals support.")
        return
    items = "".join(
        f'<li class="plain">{escape(claim.text)} <small class="quiet">{escape(claim.figures)}</small></li>'
        for claim in found
    )
    yield f'<ul class="verdict findings">{items}</ul>'


def _said(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _measured(text: str) -> str:
    return f'<p class="quiet"><b>How it is measured.</b> {escape(text)}</p>'


# -- sections ----------------------------------------------------------------------------------------------------


def _seats(figures: Figures) -> Iterator[str]:
    if not figures.seats:
        yield _said("Only one seat is free, so there is nothing to compare.")
        return
    rows = []
    for seats in [*figures.seats, *([figures.check] if figures.check else [])]:
        shares = seats.places or seats.seats
        best, worst = max(shares, key=_value), min(shares, key=_value)
        noun = "place" if seats.places else "seat"
        cells = [
            f"{seats.players}, {_code(seats.bot)}",
            f"{seats.games:,}",
            f"{seats.distinct:,}",
            f"{seats.decided:,}",
        ]
        rows.append([*cells, f"{noun} {best.name}: {_share(best)}", f"{noun} {worst.name}: {_share(worst)}"])
    yield table(["players, bots", "games", "different", "one winner", "wins most", "wins least"], rows)
    yield _measured(
        "Equal bots play each other at every number of players. Shares are of the games with a single winner, "
        "with 95% Wilson intervals. A place is that in the first turn order; it is shown where it is not always "
        "the order of the seats. Bots that think play the usual number of players too, because a seat that helps "
        "one kind of player need not help another. A finding about seats needs the intervals of both kinds "
        "of bots, so there is none about tables where only one kind plays. The intervals of findings are widened for "
        "the number of seats that are compared."
    )


def _skill(figures: Figures) -> Iterator[str]:
    if not figures.duels:
        yield _said("Only one seat is free, so nobody can be beaten.")
        return
    rows = [
        [_code(duel.bot), _code(duel.other), str(duel.players), f"{duel.games:,}", _mean_share(duel.won)]
        for duel in figures.duels
    ]
    yield table(["bot", "against", "players", "games", "wins"], rows)
    yield _measured(
        "Both bots play every deal from every seat, with the same seed of chance, so that neither seats nor deals "
        "favour one of them. A shared win counts in part. Games with the same deal depend on each other, so the "
        "deal is the unit of the 95% intervals."
    )


def _luck(figures: Figures) -> Iterator[str]:
    if figures.equals is None:
        yield _said("All results are the same, or only one seat is free, so there is nothing to explain.")
        return
    if not figures.equals.is_chancy:
        yield _said("There is no chance in this game, so luck explains nothing.")
    columns = [each for each in (figures.equals, figures.unequals) if each is not None]
    heads = [
        f"{name}, {each.players} players" for name, each in zip(("equal bots", "unequal bots"), columns, strict=False)
    ]
    rows = [
        [name, *(_mean_share(getattr(each, part)) for each in columns)]
        for name, part in (("seat", "seat"), ("skill", "skill"), ("luck, at least", "luck"), ("the rest", "rest"))
    ]
    yield table(["share of the variance", *heads], rows)
    if figures.lucky is not None and figures.equals.is_chancy:
        yield table(
            ["", "share of games"], [[f"the luckiest of {figures.players} equal bots wins", _share(figures.lucky)]]
        )
    yield _measured(
        "The figures are shares of the variance of the results, which are the shares of the win by game and seat. "
        "Seat and skill are the variance between the means of the seats, and of the two bots in the first row of "
        "Skill. Luck is the squared correlation of the result with the sum of what each outcome of chance was "
        "worth: the chance to win after it by the game's evaluation, against the mean of all outcomes. That sum "
        "has the mean zero whatever the players did, so it cannot contain skill, and its share is a lower bound: "
        "luck that the evaluation does not see is in the rest, together with decisions. The luckiest is the seat "
        "with the largest sum, in games that one seat won alone. The same deal replayed would be no better "
        "measure, because chance means something else as soon as the players decide differently. "
        f"The intervals are from {RESAMPLES:,} bootstrap samples of deals."
    )


def _branching(figures: Figures) -> Iterator[str]:
    branching = figures.branching
    low, median, high = branching.middle
    yield table(
        ["", "figure"],
        [
            ["choices of a decision, mean", _mean(branching.choices)],
            ["median and middle 80%", interval(number(median), number(low), number(high))],
            ["decisions with a single choice", _mean_share(branching.forced)],
            ["good choices, mean", _mean(branching.good)],
        ],
    )
    yield _measured(
        "Choices are the legal actions of a decision; chance is not counted. Good choices are those that lose at "
        f"most {NEAR * 100:.0f} points of the chance to win against the best, by the game's evaluation one action "
        "ahead, among those that bots consider; decisions with a single choice are left out there. Decisions of "
        "one game depend on each other, so the game is the unit of the 95% intervals."
    )


def _length(figures: Figures) -> Iterator[str]:
    lengths = figures.lengths
    named = [("decisions", lengths.decisions), ("turns", lengths.turns)]
    named += [("rounds", lengths.rounds)] if lengths.rounds is not None else []
    rows = [
        [name, _mean(each.mean), _quartiles(each), f"{min(each.counts)} to {max(each.counts)}"]
        for name, each in named
    ]
    yield table(["", "mean", "median and quartiles", "shortest to longest"], rows)
    yield table(
        ["", "share of games"],
        [
            [f"more than {number(LONG * lengths.decisions.median)} decisions", _share(lengths.long)],
            ["nobody wins", _share(figures.nobody)],
        ],
    )
    yield _measured(
        "Decisions are actions of players, without chance. A turn is a run of decisions of one player. Rounds are "
        f"counted if the game has a study that counts them. Long games take {LONG:.0f} times the median or more."
    )


def _drama(figures: Figures) -> Iterator[str]:
    drama, race = figures.drama, figures.race
    if drama is None:
        yield _said("No game had a single winner, so nobody was ahead of anybody.")
        return
    rows = [
        ["the later winner was behind at half-time", _share(drama.behind)],
        [f"the winner took the lead for good in the last {(1 - LATE) * 100:.0f}%", _share(drama.late)],
        [f"the later winner once had less than {LOST:.0%} of a chance", _share(drama.rescued)],
    ]
    if race is not None:
        rows += [["whoever had the most points at half-time won", _share(race.ahead)]] if race.ahead else []
        rows += [["somebody else ended with more points than the winner", _share(race.passed)]]
        rows += [[f"won by {counted(race.margin, 'point')} or less", _share(race.narrow)]] if race.narrow else []
    yield table(["", "share of games"], rows)
    yield _measured(
        f"In {drama.games:,} games with a single winner, everybody's chance to win is estimated by the game's "
        "evaluation before every decision. Half-time is after half of the decisions. Somebody is behind if "
        "another has the better chance. The evaluation is that of bots, and it is not exact: where it "
        "sees little until late in the game, a game looks more open than it is. There are findings about drama only "
        f"if it gives later winners at half-time clearly more than an even chance, by {TELLING * 100:.0f} points or "
        f"more; here it {'does' if drama.is_telling else 'does not'}. Points are those of the game. Games in which "
        "several have the most at half-time are left out there. A win by few points is one by at most "
        f"{NARROW * 100:.0f}% of what winners have on average. Games in which somebody has more points than the "
        "winner are left out there."
    )


def _sources(figures: Figures) -> Iterator[str]:
    if not figures.sources:
        yield _said("The game does not say where points come from, or all of them are given with the last action.")
        return
    rows = [
        [
            escape(source.name),
            _mean(source.points),
            _mean_share(source.share),
            _mean(source.lead) if source.lead else "–",
        ]
        for source in figures.sources
    ]
    yield table([figures.sources_by, "points of a player", "share of all points", "winners more than others"], rows)
    yield _measured(
        "The names are the game's own: the lines of its score sheet, if these add up to the points; else the "
        "groups of its study, with what they earned minus what was spent on them; else the headings under which "
        "the log tells changes of points. Sources that cost points are negative, and shares are of the points "
        "that were gained. Means are by game."
    )


def _bots(bots: Sequence[str]) -> str:
    told = {bot: WORDS.get(bot, "was named for this report") for bot in bots}
    return f"<ul>{''.join(f'<li>{_code(bot)} {escape(words)}</li>' for bot, words in told.items())}</ul>"


def _reading() -> list[str]:
    return [
        "The bots that slip take second best only where it looks nearly as good. Figures in brackets are 95% "
        "confidence intervals: if the report were repeated with other seeds many times, 19 out of 20 intervals "
        "would contain the true value. A finding is made only if its whole interval supports it. Those are shown "
        "whose intervals are farthest from what a player would guess.",
        "These are games of bots. People may play differently.",
    ]


# -- figures in words --------------------------------------------------------------------------------------------


def _value(share: Share) -> float:
    return share.share


def _code(bot: str) -> str:
    return f"<code>{escape(bot.replace(',threads=1', ''))}</code>"


def _share(share: Share) -> str:
    return interval(f"{share.share:.1%}", f"{share.low:.1%}", f"{share.high:.1%}")


def _mean_share(mean: Mean) -> str:
    return interval(f"{mean.mean:.1%}", f"{mean.low:.1%}", f"{mean.high:.1%}")


def _mean(mean: Mean) -> str:
    return interval(f"{mean.mean:.1f}", f"{mean.low:.1f}", f"{mean.high:.1f}")


def _quartiles(length: Length) -> str:
    low, median, high = map(number, length.quartiles)
    return interval(median, low, high)
