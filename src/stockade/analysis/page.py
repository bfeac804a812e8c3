"""An analysis as one HTML file that needs no others.

It shows the curves, everybody's luck and losses, the greatest strokes of luck, the mistakes with pictures, and what
every other choice has cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources
from string import Template

from stockade.analysis.findings import Analysis, Mistake
from stockade.analysis.lines import turn_end
from stockade.analysis.words import cost_words, gain_words, luck_words, percent
from stockade.core.language import language, mark, say
from stockade.core.match import Match, Step
from stockade.core.state import State

WIDTH, HEIGHT, LEFT = 900, 260, 46
DASHES = ("", "9 4", "3 4", "12 4 3 4", "5 5", "14 5 3 4 3 4")
STROKES = 10  # of luck that are listed
ESTIMATES = mark("≈ marks an estimate at a glance, which is often too high. The others were measured again.")


def page(match: Match, found: Analysis) -> str:
    """Return the whole page, in the reader's language."""
    title = say("Analysis of a game of {title}", title=match.game.spec.title)
    steps = list(match.steps())
    body = [f"<h1>{escape(title)}</h1>"]
    body += [_paragraph(sentence) for sentence in found.summary.get(language(), ())]
    if found.players > 1:
        body.append(_curves(match, found, "chances"))
    if found.has_points:
        body.append(_curves(match, found, "points"))
    body.append(_seats(match, found))
    body.append(_luck(match, steps, found))
    body += [_mistake(found, steps, mistake) for mistake in found.mistakes]
    body.append(_costly(found, steps))
    template = Template(resources.files(__package__).joinpath("page.html").read_text("utf-8"))
    return template.substitute(title=escape(title), body="\n".join(body), language=language())


def _name(match: Match, seat: int) -> str:
    return match.state.seat_name(seat)


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


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


def _seats(match: Match, found: Analysis) -> str:
    """Return luck, losses and points of each seat."""
    rows = []
    for seat, points in enumerate(found.moments[-1].points):
        chances = (gain_words(found.luck_of(seat)), percent(found.loss_of(seat), 1)) if found.players > 1 else ()
        rows.append((_name(match, seat), *chances, *([f"{points:g}"] if found.has_points else [])))
    heads = (say("Luck"), say("Lost by a choice")) if found.players > 1 else ()
    return _table(("", *heads, *([say("Points")] if found.has_points else [])), rows)


def _luck(match: Match, steps: list[Step], found: Analysis) -> str:
    """Return what chance was worth at the moments at which it changed the most, in the order of the game."""
    strokes = sorted(found.strokes_of_luck(STROKES), key=lambda each: each[0].ply)
    if not strokes:
        return ""
    return f"<h2>{escape(say('Luck'))}</h2>" + _list(luck_words(match, steps, *stroke) for stroke in strokes)


def _mistake(found: Analysis, steps: list[Step], mistake: Mistake) -> str:
    """Return a mistake with the board after the turn that was played, and after the better one."""
    decision, words = mistake.decision, mistake.words[language()]
    state = steps[decision.ply].before
    head = say("Move {move}, {player}", move=decision.ply + 1, player=state.seat_name(decision.seat))
    lines = [f"<h2>{escape(head)} <small>{escape(cost_words(found, decision))}</small></h2>"]
    if words.reasons:
        text = say("What the played choice changes in the end: {reasons}.", reasons=", ".join(words.reasons))
        lines.append(_paragraph(text))
    went = turn_end(state, (step.action for step in steps[decision.ply :]))
    better = turn_end(state, mistake.line)
    pair = (
        _board(say("Played: {choice}", choice=words.played), went, decision.seat, words.played_events),
        _board(say("Better: {choice}", choice=words.better), better, decision.seat, words.events, words.line),
    )
    return "<section>" + "".join(lines) + f'<div class="pair">{"".join(pair)}</div></section>'


def _board(title: str, state: State, seat: int, events: Sequence[str], line: Sequence[str] = ()) -> str:
    """Return a picture of the board, and what happens only in this line."""
    parts = [f"<figure><figcaption>{escape(title)}</figcaption>{state.svg(seat)}</figure>"]
    if events:
        parts.append(_paragraph(say("Only in this line:")) + _list(events))
    if len(line) > 1:
        parts.append(f"<details><summary>{escape(say('How it may go on'))}</summary>{_list(line, 'ol')}</details>")
    return "<div>" + "".join(parts) + "</div>"


def _costly(found: Analysis, steps: list[Step]) -> str:
    """Return a table of all choices that have lost something."""
    rows = []
    for decision in found.costly():
        state = steps[decision.ply].before
        choices = state.describe(decision.played), state.describe(decision.better)
        player = state.seat_name(decision.seat)
        rows.append((str(decision.ply + 1), player, cost_words(found, decision), *choices))
    if not rows:
        return ""
    parts = [f"<h2>{escape(say('All choices that have cost something'))}</h2>"]
    if not all(found.is_measured(decision) for decision in found.costly()):
        parts.append(_paragraph(say(ESTIMATES)))
    heads = (say("Move"), say("Player"), say("Cost"), say("Played"), say("Better"))
    return "".join(parts) + _table(heads, rows)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heads)
    lines = ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows]
    return f'<div class="wide"><table><tr>{head}</tr>{"".join(lines)}</table></div>'


def _list(texts: Iterable[str], kind: str = "ul") -> str:
    return f"<{kind}>{''.join(f'<li>{escape(text)}</li>' for text in texts)}</{kind}>"
