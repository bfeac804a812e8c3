"""What people count at the table, and how an action changes it.

A game lists in its ledger everything that a player counts: points, money, pieces, water. The difference between two
ledgers says what has happened. Before a choice it is shown as the gain of that choice; afterwards the log tells it.
Both come from the same source, so neither can differ from the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from stockade.core.language import Noun, noun

TABLE = -1
"""The owner of what belongs to no seat."""


class Account(NamedTuple):
    """A thing that people count, such as the credits of a seat."""

    owner: int  # a seat, or TABLE
    what: Noun  # "{count} credit", "{count} credits"
    of: str = ""  # who or what it belongs to, if that is not just the seat: one of its colours


POINT = noun("{count} point", "{count} points")
Ledger: TypeAlias = dict[Account, int]
"""How much there is of everything. An account that is missing is zero."""
Things: TypeAlias = Mapping[Account, Sequence[str]]
"""What the things are called that accounts count, for those that have names."""
Changes: TypeAlias = dict[Account, int]
"""What was added to each account, or taken from it. No change is zero."""
Namer: TypeAlias = Callable[[int], str]
"""Returns the name of a seat."""


@dataclass(frozen=True, slots=True)
class Event:
    """A line of the log, and the changes that it tells."""

    text: str
    changes: Mapping[Account, int] = field(default_factory=dict)


def changes_between(before: Mapping[Account, int], after: Mapping[Account, int]) -> Changes:
    """Return what has changed from one ledger to another, in the order of the accounts."""
    changes = {account: now - was for account, now in after.items() if (was := before.get(account, 0)) != now}
    changes |= {account: -was for account, was in before.items() if was and account not in after}
    return changes


def sum_of(parts: Iterable[Mapping[Account, int]]) -> Changes:
    """Add up changes."""
    total: Changes = {}
    for part in parts:
        for account, change in part.items():
            total[account] = total.get(account, 0) + change
    return {account: change for account, change in total.items() if change}


def amount(account: Account, count: int) -> str:
    """Return a number with the name of what is counted: "1 credit", "3 energy", "$5"."""
    return account.what.counted(count)


def signed_amount(account: Account, change: int) -> str:
    """Return a change with its sign: "+1 credit", "−3 excavators"."""
    return f"{'−' if change < 0 else '+'}{amount(account, abs(change))}"


def change_words(changes: Mapping[Account, int], name: Namer, mine: int | None = None) -> str:
    """Return changes in words: "−3 excavators, +1 energy; Italy +1 credit". The seat `mine` comes first, without its
    name."""
    parts: dict[tuple[int, str], list[str]] = {}
    for account, change in changes.items():
        parts.setdefault((account.owner, account.of), []).append(signed_amount(account, change))
    owners = sorted(parts, key=lambda each: (each[0] != mine, each[0] == TABLE, *each))
    return "; ".join(f"{_head(*owner, name, mine)}{', '.join(parts[owner])}" for owner in owners)


def _head(owner: int, of: str, name: Namer, mine: int | None) -> str:
    """Return whose changes follow."""
    return f"{of} " if of else "" if owner in (mine, TABLE) else f"{name(owner)} "


def event_of(head: str, changes: Mapping[Account, int], name: Namer, mine: int | None = None) -> Event:
    """Return a line that begins with `head` and tells the changes: "Income of Italy: +3 credits"."""
    words = change_words(changes, name, mine)
    return Event(f"{head}: {words}" if words else head, changes)
