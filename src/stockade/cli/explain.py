"""The answer to `?` at the prompt: what is legal now, and why the rest is not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rich.markup import escape
from rich.table import Table

from stockade.cli.terminal import console, reason_text, say
from stockade.core.errors import ParseError, Reason
from stockade.core.scene import Choice
from stockade.core.state import State

SHOWN_CHOICES = 40
SHOWN_REASONS = 12
SHOWN_EXAMPLES = 6


@dataclass(slots=True)
class Refusals:
    """All actions that one rule forbids here."""

    reason: Reason
    texts: list[str] = field(default_factory=list)


def explain(state: State, wanted: str = "") -> None:
    """Show all legal actions with their gains, then what is forbidden, by rule.

    With a text, show only that action.
    """
    choices = state.scene(state.current_player).choices
    if not wanted:
        _show_choices(list(choices))
        _show_refusals(state)
        return
    try:
        action = state.parse(wanted)
    except ParseError as error:
        found = [choice for choice in choices if wanted.lower() in choice.text.lower()]
        if found:
            _show_choices(found)
        else:
            say(f"[bad]✗[/] {reason_text(error)}")
        return
    _explain_one(state, action)


def _explain_one(state: State, action: int) -> None:
    for choice in state.scene(state.current_player).choices:
        if choice.action == action:
            brings = f" [good]{escape(choice.brings)}[/]" if choice.brings else ""
            say(f"[good]✓[/] {escape(choice.text)} is legal: {escape(choice.label)}{brings}")
            return
    say(f"[bad]✗[/] {reason_text(state.why_not(action))}")


def _show_choices(choices: list[Choice]) -> None:
    table = Table.grid(padding=(0, 2))
    for choice in choices[:SHOWN_CHOICES]:
        table.add_row(f"  [key]{escape(choice.text)}[/]", escape(choice.label), f"[good]{escape(choice.brings)}[/]")
    say(f"You may play ({len(choices)}):")
    console().print(table)
    if len(choices) > SHOWN_CHOICES:
        say(f"  [dim]and {len(choices) - SHOWN_CHOICES} more; `? TEXT` shows those with TEXT in them[/]")


def _show_refusals(state: State) -> None:
    groups = refusals(state)
    if not groups:
        return
    say("Not now:")
    for group in groups[:SHOWN_REASONS]:
        more = len(group.texts) - SHOWN_EXAMPLES
        examples = ", ".join(group.texts[:SHOWN_EXAMPLES]) + (f" and {more} more" if more > 0 else "")
        say(f"  {escape(examples)}: {reason_text(group.reason)}")
    say("[dim]`? MOVE` explains one move, `rules` the game.[/]")


def refusals(state: State) -> list[Refusals]:
    """Return everything that can be written and is not legal, by the rule that forbids it.

    A rule that forbids few actions is the one that a player is likely to meet. A rule that forbids most ids is about
    pieces that are not there. So the rare ones come first.
    """
    groups: dict[tuple[str, str], Refusals] = {}
    for text, reason in _forbidden(state):
        said = reason.text.removeprefix(text).lstrip(" :")
        pattern = (re.sub(r"-?\d+", "…", said), reason.ruling)
        group = groups.setdefault(pattern, Refusals(Reason(said, reason.ruling)))
        if group.reason.text != said:
            group.reason = Reason(*pattern)  # the same reason for several places: leave the place out
        group.texts.append(text)
    return sorted(groups.values(), key=lambda group: len(group.texts))


def _forbidden(state: State) -> Iterator[tuple[str, Reason]]:
    legal = set(state.legal_actions())
    for action in range(state.game.spec.action_count):
        if action in legal:
            continue
        text = state.format(action)
        try:
            if state.parse(text) != action:
                continue
        except ParseError:
            continue  # no rule ever makes this id, so nobody can write it
        yield text, state.why_not(action)
