"""The page of a sweep: verdicts, then plots, then tables. It is one file that needs no others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import isclose
from typing import TYPE_CHECKING

from stockade.arena.report.markup import interval, links, side_by_side, table, whole_page
from stockade.arena.report.plots import overview_plots, setting_plots
from stockade.research.sweep import Bought, Length, Mean, Share
from stockade.research.verdict import ENOUGH, number, signed

if TYPE_CHECKING:
    from stockade.arena.sweep import Swept
    from stockade.core.study import Words

SAID = {"good": "Good: ", "bad": "Problem: ", "open": "Unclear: ", "plain": ""}


def page(
    title: str, told: Sequence[str], swept: list[Swept], seat_names: list[str], words: Words, files: Sequence[str]
) -> str:
    """Return the whole page. `told` says in sentences what was played."""
    body = []
    if len(swept) > 1:
        body += [
            "<h2>All settings</h2>",
            _overview(swept),
            side_by_side(overview_plots(swept)),
            _group_table(swept, words),
        ]
    body += ["<h2>Setting by setting</h2>" if len(swept) > 1 else "<h2>The setting</h2>"]
    body += [_setting(each, seat_names, words, is_open=number == 0) for number, each in enumerate(swept)]
    body += ["<h2>How to read this</h2>", *(f"<p>{each}</p>" for each in _reading(words, files))]
    return whole_page(title, told, body)


def _overview(swept: list[Swept]) -> str:
    rows = []
    for each in swept:
        summary = each.summary
        length = summary.rounds or summary.actions
        counts = {mark: sum(verdict.mark == mark for verdict in each.verdicts) for mark in ("bad", "open")}
        rows.append([
            escape(each.cell.title),
            f"{summary.games:,}",
            _quartiles(length),
            _best(summary.seats, "seat"),
            _best(summary.places, "place"),
            str(counts["bad"] or "–"),
            str(counts["open"] or "–"),
        ])  # fmt: skip
    unit = "rounds" if swept[0].summary.rounds else "actions"
    head = [
        "setting",
        "games",
        f"median {unit}",
        "seat that wins most",
        "place that wins most",
        "problems",
        "unclear",
    ]
    return table(head, rows)


def _quartiles(length: Length) -> str:
    low, median, high = map(number, length.quartiles)
    return interval(median, low, high)


def _best(shares: list[Share], noun: str) -> str:
    best = max(shares, key=lambda share: share.share)
    return f"{noun} {best.name}: {_share(best)}" if best.of else "–"


def _group_table(swept: list[Swept], words: Words) -> str:
    """Return a table of what each group returns in each setting."""
    names = list(dict.fromkeys(group.name for each in swept for group in each.summary.groups))
    if not names:
        return ""
    rows = []
    for each in swept:
        found = {group.name: group for group in each.summary.groups}
        rows.append([escape(each.cell.title), *(_gain(found[n].returned) if n in found else "–" for n in names)])
    return f"<h3>Mean return by {escape(words.group)}</h3>" + table(["setting", *names], rows)


def _setting(each: Swept, seat_names: list[str], words: Words, is_open: bool) -> str:
    summary = each.summary
    verdicts = "".join(
        f'<li class="{verdict.mark}"><span class="heard">{SAID[verdict.mark]}</span>{escape(verdict.text)}</li>'
        for verdict in each.verdicts
    )
    parts = [
        f'<ul class="verdict">{verdicts}</ul>',
        side_by_side(setting_plots(summary, seat_names, f"{words.thing}s")),
    ]
    if summary.everything:
        kinds = [*summary.groups, summary.everything]
        parts += [f"<h3>By {escape(words.group)}</h3>", _bought_table(kinds, words.group)]
        parts += ["<h3>By price paid</h3>", _bought_table(summary.prices, "price")]
    parts += ["<h3>Wins</h3>", _seat_table(each, seat_names)]
    told = f"{escape(each.cell.title)} · {summary.games:,} games"
    return f"<details{' open' * is_open}><summary>{told}</summary><div>{''.join(parts)}</div></details>"


def _bought_table(kinds: list[Bought], name: str) -> str:
    head = [name, "bought", "mean price", "mean earned", "mean return", "bought by winners"]
    rows = [
        [escape(kind.name), f"{kind.count:,}", f"{kind.price.mean:.1f}", _mean(kind.earned), _gain(kind.returned),
         _share(kind.winners)]
        for kind in kinds
    ]  # fmt: skip
    return table(head, rows)


def _seat_table(each: Swept, names: list[str]) -> str:
    rows = [[f"seat {seat.name}, {escape(names[at])}", _won(seat)] for at, seat in enumerate(each.summary.seats)]
    rows += [[f"place {place.name} in the first turn order", _won(place)] for place in each.summary.places]
    rows += [[f"points of {side}", _mean(mean)] for side, mean in each.summary.points.items()]
    return table(["", "mean or share, 95% interval"], rows)


def _won(share: Share) -> str:
    return f"{share.count:,} of {share.of:,}: {_share(share)}"


def _share(share: Share) -> str:
    return interval(f"{share.share:.1%}", f"{share.low:.1%}", f"{share.high:.1%}")


def _mean(mean: Mean) -> str:
    return _estimate(mean, "{:.1f}".format)


def _gain(mean: Mean) -> str:
    """Return a mean that may be a loss, with its sign."""
    return _estimate(mean, signed)


def _estimate(mean: Mean, written: Callable[[float], str]) -> str:
    """Return a mean with its interval. Values of a single game have none."""
    if isclose(mean.low, mean.high, abs_tol=1e-9):
        return written(mean.mean).replace("-", "−")
    return interval(written(mean.mean), written(mean.low), written(mean.high))


def _reading(words: Words, files: Sequence[str]) -> list[str]:
    """Return notes on the method, as markup."""
    thing = escape(words.thing)
    return [
        "Bots rotate through the seats. Wins by seat and by place, curves and purchases are taken from games with a "
        "single winner, lengths and endings from all games.",
        "Figures in brackets are 95% confidence intervals: if the sweep were repeated many times, 19 out of 20 "
        "intervals would contain the true value. Purchases in the same game depend on each other, so the independent "
        "unit is the game.",
        f"Earned is what a {thing} brought in over the whole game, minus what was spent on it afterwards. The "
        f"return is that minus the price. A {words.group} is dominated if another has both a higher mean return "
        "and a higher share of winners among its buyers, with intervals that do not overlap. Only those bought in "
        f"at least {ENOUGH} games are judged.",
        "Winners tend to buy more, and often buy expensive things because they are already rich, so a share above "
        "even may be an effect of winning and not its cause. And these are games of bots: stronger bots may play "
        "differently.",
        f"The figures are also available as tables next to this page: {links(files)}.",
    ]
