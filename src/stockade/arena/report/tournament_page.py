"""The page of a tournament: ratings, then who beat whom, then what thinking cost."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from stockade.arena.report.drawing import FIRST, MUTED, ROW, SECOND, Plot, drawn, name_rows, plain, styled
from stockade.arena.report.markup import duration, interval, links, side_by_side, table, whole_page
from stockade.core.english import counted
from stockade.core.registry import game as find_game

if TYPE_CHECKING:
    from stockade.arena.tournament.run import Tournament
    from stockade.arena.tournament.standings import Pair, Standings

MOST = 40  # rows in a plot of pairs
LINE = 26  # letters of a name in a line of a plot
TEXT = 0.16  # inches that a line of text takes
FAR = 100.0  # if the longest time is more than so many times the shortest, the axis has powers of ten only


def tournament_page(tournament: Tournament, results: list[Standings], files: Sequence[str]) -> str:
    """Return the whole page. Only its last part, on time, differs between runs."""
    plan = tournament.plan
    titles = list(dict.fromkeys(find_game(event.game).spec.title for event in plan.events))
    body = []
    with styled():
        for number, each in enumerate(results):
            parts = "".join(_setting(each, tournament))
            told = f"{escape(each.title)} · {counted(each.games, 'game')}"
            body.append(f"<details{' open' * (number == 0)}><summary>{told}</summary><div>{parts}</div></details>")
        body += ["<h2>How to read this</h2>", *(f"<p>{each}</p>" for each in _reading(tournament, files))]
        body += ['<h2 id="timing">Time</h2>', *(_times(each) for each in results)]
    return whole_page(f"{', '.join(titles)}: a tournament", _told(tournament), body)


def _told(tournament: Tournament) -> list[str]:
    plan = tournament.plan
    found = [
        f"{', '.join(plan.bots)}; {plan.form}; at most {counted(plan.games, 'game')} at a table; "
        f"{tournament.played:,} played; seed {plan.seed}. {plan.until.sentence}".rstrip()
    ]
    if not tournament.is_over:
        found.append("The tournament is not complete: some tables have fewer games, or none.")
    if not plan.is_reproducible:
        found.append("A bot searches by seconds, so another run may differ.")
    return found


def _setting(found: Standings, tournament: Tournament) -> Iterator[str]:
    if found.same:
        yield (
            '<p class="warn">Every deal gave exactly the same games: neither these bots nor chance vary. More deals '
            "tell nothing new, and the intervals mean little.</p>"
        )
    head = ["bot", "rating, 95% interval", "games", "won alone", "won with others", "mean points"]
    rows = [
        [escape(each.bot), interval(f"{each.rating:.0f}", f"{each.low:.0f}", f"{each.high:.0f}"), f"{each.games:,}",
         f"{each.wins / each.games:.1%}", f"{each.shared / each.games:.1%}", f"{each.points:.2f}".replace("-", "−")]
        for each in found.players
    ]  # fmt: skip
    yield "<h3>Ratings</h3>" + table(head, rows)
    yield side_by_side([_rating_plot(found), _pair_plot(found)])
    yield "<h3>Share of each row against each column</h3>" + _cross_table(found)
    yield "<h3>Each two</h3>" + _pair_table(found.pairs, tournament.plan.until.is_set)


def _rating_plot(found: Standings) -> str:
    names = [_folded(each.bot) for each in found.players]
    plot = Plot("Ratings", 1.0 + _rows(names))
    name_rows(plot.axes, names)
    for row, each in enumerate(found.players):
        plot.axes.plot([each.low, each.high], [row, row], color=FIRST)
        plot.axes.plot(each.rating, row, "o", color=FIRST)
    plot.axes.set_xlabel("Elo points")
    return drawn(plot, "Lines through dots are 95% intervals. 400 points are ten wins to one.")


def _pair_plot(found: Standings) -> str:
    shown = found.pairs[:MOST]
    names = [f"{_folded(pair.bot)}\nv {_folded(pair.against)}" for pair in shown]
    plot = Plot("Share of the first of each two", 1.0 + _rows(names))
    name_rows(plot.axes, names)
    for row, pair in enumerate(shown):
        colour = FIRST if not pair.low <= 0.5 <= pair.high else SECOND
        plot.axes.plot([100 * pair.low, 100 * pair.high], [row, row], color=colour)
        plot.axes.plot(100 * pair.share, row, "o", color=colour)
    plot.axes.axvline(50, color=MUTED, linestyle="--", linewidth=1)
    plot.axes.set_xlim(-2, 102)
    plot.axes.set_xlabel("% of comparisons, ties as half")
    rest = f" The first {MOST} of {len(found.pairs)}." if len(found.pairs) > MOST else ""
    return drawn(plot, f"Lines are 95% intervals by deals. At the dashed line, both are even.{rest}")


def _folded(bot: str) -> str:
    """Return the name of a bot in short lines, so that it leaves room for what is drawn beside it."""
    return "\n".join(line.replace(", ", ",") for line in textwrap.wrap(bot.replace(",", ", "), LINE))


def _rows(names: Sequence[str]) -> float:
    """Return how many inches rows with these names take."""
    return len(names) * max(ROW, TEXT * max(name.count("\n") + 2 for name in names))


def _cross_table(found: Standings) -> str:
    names = [each.bot for each in found.players]
    shares = {(pair.bot, pair.against): pair.share for pair in found.pairs}
    shares |= {(pair.against, pair.bot): 1 - pair.share for pair in found.pairs}
    rows = [
        [escape(one), *(f"{shares[one, other]:.1%}" if (one, other) in shares else "–" for other in names)]
        for one in names
    ]
    return table(["", *names], rows)


def _pair_table(pairs: Sequence[Pair], could_stop: bool) -> str:
    head = ["bots", "deals", "games", "better", "equal", "worse", "share, 95% interval", "rating lead"]
    rows = []
    for pair in pairs:
        row = [escape(f"{pair.bot} : {pair.against}"), f"{pair.deals:,}", f"{pair.games:,}"]
        row += [f"{count:,}" for count in (pair.better, pair.equal, pair.worse)]
        row += [interval(f"{pair.share:.1%}", f"{pair.low:.1%}", f"{pair.high:.1%}")]
        row += [f"{pair.lead:+.0f}".replace("-", "−")]
        if could_stop:
            known = pair.stop_low is not None and pair.stop_high is not None
            row += [f"{pair.stop_low:.1%} to {pair.stop_high:.1%}" if known else "–", "yes" if pair.settled else "no"]
        rows.append(row)
    return table([*head, "valid at any stop", "settled"] if could_stop else head, rows)


def _times(found: Standings) -> str:
    rows = [
        [escape(cost.bot), f"{cost.decisions:,}", duration(cost.seconds), duration(cost.processor)]
        for cost in found.costs
    ]
    head = ["bot", "decisions", "time of a decision", "processor time of a decision"]
    return f"<h3>{escape(found.title)}</h3>" + table(head, rows) + side_by_side([_cost_plot(found)])


def _cost_plot(found: Standings) -> str:
    from matplotlib.ticker import LogLocator

    plot = Plot("Strength and cost")
    ratings = {each.bot: each.rating for each in found.players}
    times = {cost.bot: max(cost.processor, 1e-7) for cost in found.costs}
    least, most = min(times.values()), max(times.values())
    for bot, seconds in times.items():
        plot.axes.plot(seconds, ratings[bot], "o", color=FIRST)
        is_left = seconds * seconds <= least * most
        plot.axes.annotate(
            plain(bot),
            (seconds, ratings[bot]),
            (5 if is_left else -5, 4),
            textcoords="offset points",
            ha="left" if is_left else "right",
        )
    plot.axes.set_xscale("log")
    plot.axes.xaxis.set_major_locator(LogLocator(subs=(1.0,) if most > FAR * least else (1.0, 2.0, 5.0)))
    plot.axes.xaxis.set_major_formatter(lambda seconds, _: duration(seconds))
    plot.axes.xaxis.set_minor_formatter("")
    plot.axes.margins(x=0.3, y=0.2)
    plot.axes.set(xlabel="processor time for a decision", ylabel="rating")
    plot.axes.grid()
    return drawn(plot)


def _reading(tournament: Tournament, files: Sequence[str]) -> list[str]:
    """Return notes on the method, as markup."""
    found = [
        "A deal is one seed of chance. A table plays every deal once with each rotation of its seats, and all tables "
        "play the same deals, so that luck and seats cancel out between bots.",
        "Each two seats of a game are compared by their places: winners come first, then the others by points. The "
        "share of a bot is how many comparisons it won, with ties as half. Ratings are the strengths of the "
        "Bradley–Terry model that make all comparisons most likely; their mean is 1500.",
        "Intervals are 95% intervals by a Bayesian bootstrap over deals, because the games of a deal hang together. "
        "Two deals are added for each two bots, one that each of them wins, so that nobody's rating is infinite.",
    ]
    if tournament.plan.until.is_set:
        found.append(
            "A table could stop early. The interval <i>valid at any stop</i> is a confidence sequence: with a "
            "probability of 95% it contains the true share at all looks together, so stopping does not make it "
            "wrong. Ratings and the other intervals are as if the number of games had been fixed, and may exaggerate "
            "a lead slightly where a table stopped early."
        )
    return [*found, f"The figures are also available as files next to this page: {links(files)}."]
