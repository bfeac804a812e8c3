"""The plots of a sweep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stockade.arena.report.drawing import FIRST, INK, MUTED, ROW, SECOND, Plot, drawn, name_rows, styled
from stockade.research.sweep import OTHERS, WINNERS, Bought, Length, Point, Share, Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from stockade.arena.sweep import Swept

BARS = 30  # in a histogram
ENOUGH = 0.05  # a curve ends when less than this share of the games is left


def setting_plots(summary: Summary, seat_names: list[str], things: str) -> list[str]:
    """Return all plots of one setting."""
    with styled():
        plots = [length_plot(summary.rounds, "rounds") if summary.rounds else length_plot(summary.actions, "actions")]
        if summary.decided and summary.players > 1:
            plots.append(_seats(summary, seat_names))
        plots += [_curve(name, points, summary) for name, points in summary.curves.items()]
        if summary.groups:
            plots += [_returns(summary.groups), *_winners(summary, things)]
        plots.append(_endings(summary.endings))
    return plots


def overview_plots(swept: list[Swept]) -> list[str]:
    """Return the plots that compare all settings."""
    with styled():
        plots = [_lengths(swept)]
        if all(each.summary.decided and each.summary.players > 1 for each in swept):
            plots.append(_advantages(swept))
    return plots


# -- one setting -------------------------------------------------------------------------------------------------


def length_plot(length: Length, unit: str) -> str:
    """Return a histogram of lengths."""
    plot = Plot(f"Length in {unit}")
    low, high = min(length.counts), max(length.counts)
    width = -(-(high - low + 1) // BARS)
    bars: dict[int, int] = {}
    for value, games in length.counts.items():
        start = low + (value - low) // width * width
        bars[start] = bars.get(start, 0) + games
    middles = [start + (width - 1) / 2 for start in bars]
    plot.axes.bar(middles, list(bars.values()), width=0.88 * width, color=FIRST)
    plot.axes.axvline(length.median, color=SECOND, linewidth=1.6)
    plot.axes.set(xlabel=unit, ylabel="games")
    plot.axes.locator_params(integer=True)
    quarter, median, three = length.quartiles
    return drawn(plot, f"The line is the median, {median:g}; quartiles {quarter:g} and {three:g}.")


def _seats(summary: Summary, names: list[str]) -> str:
    rows = [(names[seat], share, FIRST) for seat, share in enumerate(summary.seats)]
    rows += [(f"place {share.name}", share, SECOND) for share in summary.places]
    plot = Plot("Wins by seat and by place in the first turn order", 1.0 + ROW * len(rows))
    _dots(plot.axes, rows, summary.fair)
    plot.axes.set_xlabel("% of games with a single winner")
    return drawn(plot, f"The dashed line is an even share, {summary.fair:.1%}. Lines through dots are 95% intervals.")


def _curve(name: str, points: list[Point], summary: Summary) -> str:
    plot = Plot(f"{name.capitalize()} by round")
    for side, colour, line in ((WINNERS, FIRST, "-"), (OTHERS, SECOND, "--")):
        shown = [p for p in points if p.side == side and p.value.count >= max(2, ENOUGH * summary.decided)]
        rounds = [point.round_no for point in shown]
        low, high = ([getattr(point.value, end) for point in shown] for end in ("low", "high"))
        plot.axes.fill_between(rounds, low, high, color=colour, alpha=0.2, linewidth=0)
        plot.axes.plot(rounds, [point.value.mean for point in shown], line, color=colour, label=side)
    plot.axes.set(xlabel="round", ylabel=name)
    plot.axes.locator_params(axis="x", integer=True)
    plot.axes.grid(axis="y")
    plot.axes.legend()
    return drawn(
        plot, "At the end of each round, for games that lasted so long. Bands are 95% intervals of the mean."
    )


def _returns(groups: Sequence[Bought]) -> str:
    plot = Plot("Mean return of purchases", 1.0 + ROW * len(groups))
    name_rows(plot.axes, [group.name for group in groups])
    for row, group in enumerate(groups):
        plot.axes.plot([group.returned.low, group.returned.high], [row, row], color=FIRST)
        plot.axes.plot(group.returned.mean, row, "o", color=FIRST)
    plot.axes.axvline(0, color=MUTED, linestyle="--", linewidth=1)
    plot.axes.set_xlabel("earned minus price")
    return drawn(plot, "Lines through dots are 95% intervals. At the dashed line, earnings equal the price.")


def _winners(summary: Summary, things: str) -> list[str]:
    """Plot who bought what, by group and by price."""
    found = []
    for what, kinds, colour in (("type", summary.groups, FIRST), ("price paid", summary.prices, SECOND)):
        plot = Plot(f"{things.capitalize()} bought by winners, by {what}", 1.0 + ROW * len(kinds))
        _dots(plot.axes, [(kind.name, kind.winners, colour) for kind in kinds], summary.fair)
        plot.axes.set_xlabel("% of purchases")
        found.append(drawn(plot, f"The dashed line is an even share, {summary.fair:.1%}."))
    return found


def _endings(endings: Sequence[Share]) -> str:
    plot = Plot("How games end", 1.0 + ROW * len(endings))
    name_rows(plot.axes, [share.name for share in endings])
    for row, share in enumerate(endings):
        plot.axes.barh(row, 100 * share.share, height=0.6, color=FIRST)
        plot.axes.plot([100 * share.low, 100 * share.high], [row, row], color=INK, linewidth=1.6)
    plot.axes.set_xlim(0, 104)
    plot.axes.set_xlabel("% of all games")
    return drawn(plot, "Thin lines are 95% intervals.")


# -- all settings ------------------------------------------------------------------------------------------------


def _lengths(swept: list[Swept]) -> str:
    has_rounds = all(each.summary.rounds for each in swept)
    unit = "rounds" if has_rounds else "actions"
    plot = Plot(f"Length in {unit}", 1.0 + ROW * len(swept))
    name_rows(plot.axes, [each.cell.title for each in swept])
    for row, each in enumerate(swept):
        length = each.summary.rounds if has_rounds and each.summary.rounds else each.summary.actions
        low, median, high = length.quartiles
        plot.axes.plot([low, high], [row, row], color=FIRST, linewidth=6, alpha=0.3, solid_capstyle="butt")
        plot.axes.plot(median, row, "o", color=FIRST)
    plot.axes.locator_params(axis="x", integer=True)
    plot.axes.set_xlabel(unit)
    return drawn(plot, "Dots are medians; bars show the middle half of all games.")


def _advantages(swept: list[Swept]) -> str:
    plot = Plot("Seat advantage", 1.0 + ROW * len(swept))
    name_rows(plot.axes, [each.cell.title for each in swept])
    for row, each in enumerate(swept):
        for shares, colour, shift, mark in (
            (each.summary.seats, FIRST, -0.14, "o"),
            (each.summary.places, SECOND, 0.14, "s"),
        ):
            for share in shares:
                at = row + shift
                plot.axes.plot([_over(share.low, each), _over(share.high, each)], [at, at], color=colour, alpha=0.35)
                plot.axes.plot(_over(share.share, each), at, mark, color=colour, markersize=4)
    plot.axes.axvline(0, color=MUTED, linestyle="--", linewidth=1)
    plot.axes.set_xlabel("percentage points above an even share")
    return drawn(plot, "Dots are seats; squares are places in the first turn order.")


def _over(share: float, each: Swept) -> float:
    return 100 * (share - each.summary.fair)


# -- in common ---------------------------------------------------------------------------------------------------


def _dots(axes: Axes, rows: Sequence[tuple[str, Share, str]], even: float) -> None:
    """Plot shares with their intervals, and a line at an even share."""
    name_rows(axes, [name for name, _, _ in rows])
    for row, (_, share, colour) in enumerate(rows):
        axes.plot([100 * share.low, 100 * share.high], [row, row], color=colour)
        axes.plot(100 * share.share, row, "o", color=colour)
    axes.axvline(100 * even, color=MUTED, linestyle="--", linewidth=1)
