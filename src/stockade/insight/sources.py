"""Where points come from, in the game's own terms.

There are three places to look, and the first that answers is used: a sheet whose lines add up to the points, the
game's study, and the log, which tells every change of the points.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from stockade.analysis.reasons import NUMERIC, number_in
from stockade.core.language import Noun
from stockade.core.ledger import Account, Event
from stockade.core.match import Match, Step
from stockade.core.scene import Sheet
from stockade.core.state import State
from stockade.core.study import Notes

START, CHANCE, OTHER = "At the start", "Chance", "Other actions"
Amounts = dict[str, list[float]]


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the points of one game came from."""

    by: str  # what tells them apart, in words
    amounts: Amounts  # points by source and seat
    spoken: str = "“{}”"  # how a sentence names a source


def sources_of(match: Match, steps: Sequence[Step], notes: Notes | None) -> Sources | None:
    """Return where the points of a finished match came from, or None if the game does not say."""
    if lines := _by_sheet(match.state):
        return Sources("line of the score sheet", lines)
    if notes is not None and notes.holdings and match.game.study is not None:
        group = match.game.study.WORDS.group
        return Sources(group, _by_study(notes, match.players), f"the {group} “{{}}”")
    amounts = _by_log(match, steps)
    return Sources("heading of the log, or kind of action", amounts) if amounts else None


def _by_sheet(state: State) -> Amounts | None:
    """Return the lines of the score sheet: the sheet whose lines add up to everybody's points."""
    scores = state.scores()
    for sheet in state.game.picture.scene(state, None, "wide").sheets:
        lines = _lines(sheet, len(scores))
        sums = [sum(values[seat] for values in lines.values()) for seat in range(len(scores))]
        # A line that has all points by itself is not a part of them.
        if len(lines) > 1 and sums == scores and scores not in lines.values():
            return lines
    return None


def _lines(sheet: Sheet, players: int) -> Amounts:
    """Return the numbers of a sheet that has one column for each seat, without sums."""
    columns = {column.seat: number for number, column in enumerate(sheet.columns)}
    if len(sheet.columns) != players or set(columns) != set(range(players)):
        return {}
    return {
        fact.label: [number_in(fact.values[columns[seat]]) for seat in range(players)]
        for fact in sheet.facts
        if fact.values and not fact.strong and all(NUMERIC.fullmatch(value) for value in fact.values)
    }


def _by_study(notes: Notes, players: int) -> Amounts:
    """Return what the things of each group earned."""
    amounts: Amounts = {}
    for thing in notes.holdings:
        amounts.setdefault(thing.group, [0.0] * players)[thing.seat] += thing.earned
    return amounts


def _by_log(match: Match, steps: Sequence[Step]) -> Amounts | None:
    """Return the points by what the log says about them.

    They add up to the points at the end. If all points are given with the last action, they are just the result.
    """
    counted = _counted(match.start, match.state)
    if counted is None:
        return None
    amounts: Amounts = {}
    earlier = False
    _add(amounts, START, match.start.scores())
    for step in steps:
        if step.before.scores() == step.after.scores():
            continue
        earlier = earlier or not step.after.is_over
        for event in step.before.tell(step.action, step.after):
            gained = [float(event.changes.get(Account(seat, counted), 0)) for seat in range(match.players)]
            if any(gained):
                _add(amounts, _heading(event, step) or _kind(step), gained)
    return amounts if earlier else None


def _counted(start: State, end: State) -> Noun | None:
    """Return what the ledger calls points: the account that has them at the start and at the end."""
    seats = range(end.players)
    for account in end.ledger():
        if all(
            state.ledger().get(Account(seat, account.what), 0) == points
            for state in (start, end)
            for seat, points in zip(seats, state.scores(), strict=True)
        ):
            return account.what
    return None


def _heading(event: Event, step: Step) -> str:
    """Return what the log says before a colon, without whose it is: "Income" for "Income of USA: +2 points".

    A text that still has names of seats or numbers tells of one action, so it is not a heading.
    """
    head, colon, _ = event.text.partition(": ")
    names = "|".join(re.escape(step.after.seat_name(seat)) for seat in range(step.after.players))
    head = re.sub(rf" (of|by) ({names})$", "", head)
    return head if colon and not re.search(rf"\b({names})\b|\d", head) else ""


def _kind(step: Step) -> str:
    """Return what sort of action was taken. The scene is asked directly, without the gains of all choices."""
    if step.before.is_chance:
        return CHANCE
    scene = step.before.game.picture.scene(step.before, None, "wide")
    return next((choice.kind for choice in scene.choices if choice.action == step.action), "") or OTHER


def _add(amounts: Amounts, source: str, gained: Sequence[float]) -> None:
    if any(gained):
        had = amounts.get(source, [0.0] * len(gained))
        amounts[source] = [old + new for old, new in zip(had, gained, strict=True)]
