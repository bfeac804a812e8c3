"""What games say before and after every action: a choice shows what it does, and the log tells every change."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from stockade.conformance.scope import either
from stockade.conformance.table import QUICK_SETTINGS, Setting, played_match
from stockade.core.ledger import TABLE, Account, Changes, Event, amount, changes_between, sum_of
from stockade.core.match import Step
from stockade.core.state import State

EVERY = either(quick=12, deep=2)  # of so many decisions, the previews of one are compared with what happens
MOST = either(quick=16, deep=10_000)  # previews of a decision that are compared
PREVIEW = re.compile(r"(?:^|[,;] |\w )([−+])\D?(\d+)\b")

each_quick_setting = pytest.mark.parametrize("setting", QUICK_SETTINGS, ids=str)


def tells(text: str, account: Account, change: int, name: str) -> bool:
    """Return whether a line says how much of what was gained or lost, and by whom."""
    if (account.of or name) not in text:
        return False
    said = [amount(account, abs(change))]
    if abs(change) == 1:
        said += [said[0].replace("1", article, 1) for article in ("a", "an", "one", "the")]
    return any(re.search(rf"(?<!\d){re.escape(words)}(?!\w)", text) for words in said)


def names(text: str, account: Account, change: int, name: str) -> bool:
    """Return whether the line of the action itself names what it moves: "a bear comes out of the bag"."""
    what = account.what
    short = replace(what, one=" ".join(what.one.split()[:2]), other=" ".join(what.other.split()[:2]))
    return tells(text, account._replace(what=short), change, name)


def check_events(step: Step, events: list[Event]) -> None:
    label = step.before.describe(step.action)
    changed = changes_between(step.before.ledger(), step.after.ledger())
    assert sum_of(event.changes for event in events) == changed
    for event in events:
        text = event.text
        assert re.fullmatch(r"\S(.*[^\s.])?", text), text
        for account, change in event.changes.items():
            owners = {state.seat_name(account.owner) for state in (step.before, step.after) if account.owner != TABLE}
            is_told = names if text == label else tells
            assert any(is_told(text, account, change, owner) for owner in owners or {""}), (text, account, change)


@each_quick_setting
def test_the_log_tells_every_change(setting: Setting) -> None:
    for step in played_match(setting, 7).steps():
        kept = step.before.to_bytes(), step.after.to_bytes()
        check_events(step, step.before.tell(step.action, step.after))
        assert (step.before.to_bytes(), step.after.to_bytes()) == kept


@each_quick_setting
def test_the_things_with_names_are_as_many_as_the_ledger_counts(setting: Setting) -> None:
    for step in played_match(setting, 7).steps():
        state = step.after
        ledger = state.ledger()
        for account, names in state.things().items():
            assert len(names) == ledger.get(account, 0), account
            assert all(name.strip() for name in names)


@each_quick_setting
def test_every_number_on_a_panel_that_changes_is_told(setting: Setting) -> None:
    """The panels are drawn without the ledger, so they show whether it is complete."""
    for step in list(played_match(setting, 7).steps())[:: either(quick=10, deep=1)]:
        events = step.before.tell(step.action, step.after)
        told = sum_of(event.changes for event in events)
        for seat, (was, now) in enumerate(zip(numbers(step.before), numbers(step.after), strict=True)):
            for label in was.keys() & now.keys():
                change = now[label] - was[label]
                amounts = [change for account, change in told.items() if account.owner in (seat, TABLE)]
                is_named = any(f"{label} {now[label]}" in event.text for event in events)
                assert not change or change in amounts or -change in amounts or is_named, (label, change, amounts)


def numbers(state: State) -> list[dict[str, int]]:
    """Return the facts on the panels that are whole numbers, by seat. A seat that waits sees them without choices."""
    waiting = (state.current_player + 1) % state.players
    return [
        {fact.label: int(fact.value) for fact in panel.facts if fact.value.isdecimal()}
        for panel in state.scene(waiting).panels
    ]


@each_quick_setting
def test_a_choice_shows_exactly_what_it_does(setting: Setting) -> None:
    dice = random.Random(7)
    for step in played_match(setting, 8).steps():
        if step.before.current_player < 0 or dice.randrange(EVERY):
            continue
        seat = step.before.current_player
        choices = step.before.scene(seat).choices
        for choice in dice.sample(choices, min(MOST, len(choices))):
            after = step.before.clone()
            after.apply(choice.action)
            check_preview(step.before, choice.action, choice.gain, after)


def check_preview(before: State, action: int, gain: str, after: State) -> None:
    """Compare a preview with the events up to the end of the turn, which the log tells in the same order."""
    effect = changes_between(before.ledger(), before.effect(action).ledger())
    shown = sorted(int(number) if sign == "+" else -int(number) for sign, number in PREVIEW.findall(gain))
    assert shown == sorted(effect.values()), (gain, effect)
    for account, change in effect.items():
        is_mine = account.owner in (before.current_player, TABLE)
        assert tells(gain, account, change, "" if is_mine else before.seat_name(account.owner)), (gain, account)
    told = [event.changes for event in before.tell(action, after)]
    assert is_start_of(effect, told), (before.format(action), effect, told)


def is_start_of(effect: Changes, parts: Sequence[Mapping[Account, int]]) -> bool:
    """Return whether the first of some changes, one or more or none, add up to an effect."""
    return any(sum_of(parts[:count]) == effect for count in range(len(parts) + 1))
