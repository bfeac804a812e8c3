"""An analysis as one HTML file that needs no others: the curves, everybody's luck and losses, and the mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources
from string import Template

from stockade.analysis.findings import Analysis, Mistake
from stockade.analysis.words import percent
from stockade.core.language import language, say
from stockade.core.match import Match
from stockade.core.state import State

WIDTH, HEIGHT, LEFT = 900, 260, 46
DASHES = ("", "9 4", "3 4", "12 4 3 4", "5 5", "14 5 3 4 3 4")


def page(match: Match, found: Analysis) -> str:
    """Return the whole page, in the reader's language."""
    title = say("Analysis of a game of {title}", title=match.game.spec.title)
    body = [f"<h1>{escape(title)}</h1>"]
    body += [f"<p>{escape(sentence)}</p>" for sentence in found.summary.get(language(), ())]
    if found.players > 1:
        body.append(_curves(match, found, "chances"))
    body.append(_curves(match, found, "points"))
    body.append(_table(match, found))
    body += [_mistake(match, mistake) for mistake in found.mistakes]
    template = Template(resources.files(__package__).joinpath("page.html").read_text("utf-8"))
    return template.substitute(title=escape(title), body="\n".join(body), language=language())


def _name(match: Match, seat: int) -> str:
    return match.state.seat_name(seat)


def _curves(match: Match, found: Analysis, measure: str) -> str:
    """Return the lines of all seats, as a picture with a legend."""
    chances = measure == "chances"
    rows = [(moment.ply, moment.chances if chances else moment.points) for moment in found.moments]
    last = max(1, rows[-1][0])
    top = 1.0 if chances else max(10.0, *(value for _, values in rows for value in values))
    colours = [panel.colour for panel in match.state.scene().panels]
    title = say("Chances to win") if chances else say("Points")
    parts = [f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
             f'aria-label="{escape(title)}">']  # fmt: skip
    for share in (0.0, 0.5, 1.0):
        y = HEIGHT - 20 - share * (HEIGHT - 40)
        label = percent(share) if chances else str(round(share * top))
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - 8}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{label}</text>')
    for seat in range(found.players):
        points = " ".join(_point(ply, values[seat], last, top) for ply, values in rows)
        parts.append(f'<polyline points="{points}" stroke="{colours[seat]}" stroke-dasharray="{DASHES[seat % 6]}"/>')
    for mistake in found.mistakes:
        x = LEFT + mistake.decision.ply / last * (WIDTH - LEFT - 8)
        parts.append(f'<text class="mark" x="{x:.1f}" y="{HEIGHT - 4}" text-anchor="middle">?</text>')
    legend = " ".join(_legend(_name(match, seat), colours[seat], DASHES[seat % 6]) for seat in range(found.players))
    return "".join(parts) + f"</svg><p>{legend}</p></figure>"


def _point(ply: int, value: float, last: int, top: float) -> str:
    x = LEFT + ply / last * (WIDTH - LEFT - 8)
    return f"{x:.1f},{HEIGHT - 20 - max(0.0, min(1.0, value / top)) * (HEIGHT - 40):.1f}"


def _legend(name: str, colour: str, dash: str) -> str:
    line = f'<line x1="0" x2="30" y1="6" y2="6" stroke="{colour}" stroke-width="3" stroke-dasharray="{dash}"/>'
    return f'<span class="key"><svg width="30" height="12" aria-hidden="true">{line}</svg>{escape(name)}</span>'


def _table(match: Match, found: Analysis) -> str:
    """Return luck, losses and points of each seat."""
    head = ["", say("Luck"), say("Lost by a choice"), say("Points")]
    rows = []
    for seat, points in enumerate(found.moments[-1].points):
        luck, loss = found.luck_of(seat), found.loss_of(seat)
        sign = "−" if luck < 0 else "+"
        cells = (_name(match, seat), f"{sign}{percent(abs(luck))}", percent(loss, 1), f"{points:g}")
        rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    heads = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    return f'<div class="wide"><table><tr>{heads}</tr>{"".join(rows)}</table></div>'


def _mistake(match: Match, mistake: Mistake) -> str:
    """Return a mistake with a picture of the better choice."""
    decision, words = mistake.decision, mistake.words[language()]
    state = match.state_at(decision.ply)
    head = say("Move {move}, {player}", move=decision.ply + 1, player=state.seat_name(decision.seat))
    cost = say("cost {percent}", percent=percent(decision.loss))
    if decision.points is not None:
        cost = say("cost {points} points", points=f"{decision.points:.1f}")
    lines = [f"<h2>{escape(head)} <small>{escape(cost)}</small></h2>", f"<p>{escape(words.played)}</p>"]
    lines.append(f"<p><b>{escape(say('Better: {choice}', choice=words.better))}</b></p>")
    if words.reasons:
        text = say("What the played choice changes in the end: {reasons}.", reasons=", ".join(words.reasons))
        lines.append(f"<p>{escape(text)}</p>")
    lines.append(_list(words.line, say("How it may go on")))
    lines.append(f"<figure>{_after(state, decision.better).svg(decision.seat)}</figure>")
    return "<section>" + "".join(lines) + "</section>"


def _list(texts: Sequence[str], title: str) -> str:
    items = "".join(f"<li>{escape(text)}</li>" for text in texts)
    return f"<details><summary>{escape(title)}</summary><ol>{items}</ol></details>"


def _after(state: State, action: int) -> State:
    after = state.clone()
    after.apply(action)
    return after
