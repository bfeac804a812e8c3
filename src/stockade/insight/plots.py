"""The plots of a report on a game. They are drawn like those of a sweep."""

from __future__ import annotations

from collections.abc import Sequence

from stockade.arena.report.drawing import FIRST, INK, MUTED, ROW, SECOND, Plot, drawn, name_rows, styled
from stockade.arena.report.plots import length_plot
from stockade.insight.figures import STEPS, Branching, Drama, Duel, Figures, Lengths, Seats, Source
from stockade.insight.variance import Shares
from stockade.research.sweep import Share

LINES = "Lines through dots are 95% intervals."
MOST_SOURCES = 12


def plots_of(figures: Figures) -> dict[str, list[str]]:
    """Return the plots of each section."""
    with styled():
        return {
            "seats": [_seats(figures.seats, figures.check)] if figures.seats else [],
            "skill": [_duels(figures.duels)] if figures.duels else [],
            "luck": [_variance(figures.equals, figures.unequals)] if figures.equals else [],
            "branching": [_branching(figures.branching)],
            "length": _lengths(figures.lengths),
            "drama": [_chances(figures.drama, figures.players), _settled(figures.drama)] if figures.drama else [],
            "sources": [_sources(figures.sources)] if figures.sources else [],
        }


def _seats(tables: Sequence[Seats], check: Seats | None) -> str:
    rows: list[tuple[str, Share, float, str]] = []
    for seats in tables:
        both = [(seats, "", FIRST)]
        if check is not None and check.players == seats.players:
            both.append((check, "thinking, ", SECOND))
        for each, how, colour in both:
            noun, shares = ("place", each.places) if each.places else ("seat", each.seats)
            names = [f"{each.players} players, {how}{noun} {share.name}" for share in shares]
            rows += [(name, share, each.fair, colour) for name, share in zip(names, shares, strict=True)]
    plot = Plot("Wins by seat, against an even share", 1.0 + 0.8 * ROW * len(rows))
    name_rows(plot.axes, [name for name, *_ in rows])
    for row, (_, share, fair, colour) in enumerate(rows):
        ends = [100 * (share.low - fair), 100 * (share.high - fair)]
        plot.axes.plot(ends, [row, row], color=colour)
        plot.axes.plot(100 * (share.share - fair), row, "o" if colour == FIRST else "s", color=colour, markersize=5)
    plot.axes.axvline(0, color=MUTED, linestyle="--", linewidth=1)
    plot.axes.set_xlabel("percentage points above an even share")
    return drawn(plot, f"Squares are bots that think. {LINES}")


def _duels(duels: Sequence[Duel]) -> str:
    plot = Plot("How often the first of two bots wins", 1.1 + 1.6 * ROW * len(duels))
    names = [f"{_short(duel.bot)}\nv {_short(duel.other)}" for duel in duels]
    name_rows(plot.axes, names)
    for row, duel in enumerate(duels):
        plot.axes.plot([100 * duel.won.low, 100 * duel.won.high], [row, row], color=FIRST)
        plot.axes.plot(100 * duel.won.mean, row, "o", color=FIRST)
        plot.axes.plot(100 * duel.even, row, "|", color=MUTED, markersize=14)
    plot.axes.set_xlim(0, 100)
    plot.axes.set_xlabel("% of games won")
    return drawn(plot, f"The short lines are even shares. {LINES}")


def _short(bot: str) -> str:
    return bot.replace(",threads=1", "")


def _variance(equals: Shares, unequals: Shares | None) -> str:
    parts = ("seat", "skill", "luck", "rest")
    groups = [("equal bots", equals, FIRST), *([("unequal bots", unequals, SECOND)] if unequals else [])]
    rows = [(f"{part}, {name}", getattr(shares, part), colour) for part in parts for name, shares, colour in groups]
    plot = Plot("What decides who wins", 1.0 + 0.9 * ROW * len(rows))
    name_rows(plot.axes, [name for name, _, _ in rows])
    for row, (_, share, colour) in enumerate(rows):
        plot.axes.barh(row, 100 * share.mean, height=0.6, color=colour)
        plot.axes.plot([100 * share.low, 100 * share.high], [row, row], color=INK, linewidth=1.4)
    plot.axes.set_xlim(0, 100)
    plot.axes.set_xlabel("% of the variance of results")
    return drawn(plot, "Thin lines are 95% intervals. Luck is at least this much.")


def _branching(branching: Branching) -> str:
    plot = Plot("Choices from decision to decision")
    first, low, median, high, good = (list(each) for each in zip(*branching.curve, strict=True))
    plot.axes.fill_between(first, low, high, color=FIRST, alpha=0.2, linewidth=0)
    plot.axes.plot(first, median, color=FIRST, label="legal, median")
    plot.axes.plot(first, good, "--", color=SECOND, label="good, mean")
    plot.axes.set(xlabel="decision", ylabel="choices")
    plot.axes.set_ylim(bottom=0)
    plot.axes.locator_params(axis="x", integer=True)
    plot.axes.grid(axis="y")
    plot.axes.legend()
    return drawn(plot, "The band has the middle 80% of all decisions at that moment.")


def _lengths(lengths: Lengths) -> list[str]:
    plots = [length_plot(lengths.decisions, "decisions")]
    if len(lengths.turns.counts) > 1:
        plots.append(length_plot(lengths.turns, "turns"))
    if lengths.rounds is not None:
        plots.append(length_plot(lengths.rounds, "rounds"))
    return plots


def _chances(drama: Drama, players: int) -> str:
    plot = Plot("The chance of the later winner")
    when = [100 * step / STEPS for step in range(STEPS + 1)]
    low, high = [100 * point.low for point in drama.curve], [100 * point.high for point in drama.curve]
    plot.axes.fill_between(when, low, high, color=FIRST, alpha=0.2, linewidth=0)
    plot.axes.plot(when, [100 * point.mean for point in drama.curve], color=FIRST)
    plot.axes.axhline(100 / players, color=MUTED, linestyle="--", linewidth=1)
    plot.axes.set(xlabel="% of the game", ylabel="chance to win, %", ylim=(0, 102))
    plot.axes.grid(axis="y")
    return drawn(plot, "Mean over all games with a single winner, with its 95% interval. Dashed: an even chance.")


def _settled(drama: Drama) -> str:
    plot = Plot("When the winner takes the lead for good")
    bars = [0] * 10
    for when in drama.settled:
        bars[min(9, int(10 * when))] += 1
    plot.axes.bar([10 * bar + 5 for bar in range(10)], [100 * n / drama.games for n in bars], width=9, color=FIRST)
    plot.axes.set(xlabel="% of the game", ylabel="% of games", xlim=(0, 100))
    return drawn(plot, "By the game's own evaluation. A lead from the start counts as 0%.")


def _sources(sources: Sequence[Source]) -> str:
    shown = sources[:MOST_SOURCES]
    plot = Plot("Where points come from", 1.0 + ROW * len(shown))
    name_rows(plot.axes, [source.name for source in shown])
    for row, source in enumerate(shown):
        plot.axes.barh(row, source.points.mean, height=0.6, color=FIRST)
        plot.axes.plot([source.points.low, source.points.high], [row, row], color=INK, linewidth=1.4)
        if source.lead is not None:
            plot.axes.plot(source.lead.mean, row, "D", color=SECOND, markersize=5)
    plot.axes.axvline(0, color=MUTED, linewidth=1)
    plot.axes.set_xlabel("points of a player")
    return drawn(plot, "Thin lines are 95% intervals. Diamonds: what winners got more than the others.")
