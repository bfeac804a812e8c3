"""Why a choice is better, in the game's own terms: what differs when both choices are played out to the end.

The numbers come from the game itself: the lines of its sheets, and its ledger, which may name what it counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from stockade.analysis.judge import gap_of
from stockade.core.language import counted, listed, say
from stockade.core.ledger import Account, signed_amount
from stockade.core.match import Step
from stockade.core.state import State

MOST = 4  # reasons that are shown
LEAST_WINS = 2  # a smaller difference in lines that are won is not worth a word
LEAST = 0.5  # a mean difference below this is not worth a word
NUMBERS = re.compile(r"[−-]?\d+")
NUMERIC = re.compile(r"\$?[−-]?\d+( [+]\d+)*")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two ends of the game: after the better choice, and after the played one."""

    better: State
    played: State


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that differs in the end."""

    text: str
    size: float
    differences: tuple[float, ...] | None = None  # in each pair of ends, if it is an amount


def reasons(pairs: Sequence[Pair], seat: int) -> list[str]:
    """Return what the played choice changes in the end, the largest difference first.

    If nothing differs, it is how many lines are won.
    """
    return differences(pairs, seat) or _by_wins(pairs, seat)


def differences(pairs: Sequence[Pair], seat: int) -> list[str]:
    """Return what differs in the end: what the seat has, or if that is the same, what the others have."""
    if not pairs:
        return []
    state = pairs[0].better
    others = [other for other in range(state.players) if other != seat]
    named = [f"{state.seat_name(other)} {text}" for other in others for text in _differences(pairs, other)]
    return _differences(pairs, seat) or named[:MOST]


def _differences(pairs: Sequence[Pair], seat: int) -> list[str]:
    """Return what differs for one seat."""
    found = sorted([*_by_ledger(pairs, seat), *_by_sheets(pairs, seat)], key=lambda reason: -reason.size)
    kept: list[Reason] = []
    for reason in found:
        # A line of a sheet that differs by as much as the ledger in every pair says the same again.
        if reason.differences is None or all(reason.differences != other.differences for other in kept):
            kept.append(reason)
    return [reason.text for reason in kept[:MOST]]


def events(better: Sequence[Step], played: Sequence[Step]) -> list[str]:
    """Return what happens only after the better choice, as the log would tell it."""
    told = {event.text for step in played for event in step.before.tell(step.action, step.after)}
    found = (event.text for step in better for event in step.before.tell(step.action, step.after))
    return list(dict.fromkeys(text for text in found if text not in told))[:MOST]


def _clear(differences: Sequence[float]) -> float:
    """Return the mean of differences, or zero if it is small or may be chance."""
    found = gap_of(list(differences))
    return found.mean if abs(found.mean) >= LEAST and (found.low > 0 or found.high < 0) else 0.0


def _by_ledger(pairs: Sequence[Pair], seat: int) -> list[Reason]:
    """Return differences in what the seat has, with the names of things that have names."""
    ledgers = [(pair.better.ledger(), pair.played.ledger()) for pair in pairs]
    things = [(pair.better.things(), pair.played.things()) for pair in pairs]
    accounts = dict.fromkeys(
        account for pair in ledgers for each in pair for account in each if account.owner == seat
    )
    found = []
    for account in accounts:
        differences = tuple(float(played.get(account, 0) - better.get(account, 0)) for better, played in ledgers)
        mean = _clear(differences)
        change = round(mean) or (1 if mean > 0 else -1)
        names = [(better.get(account, ()), played.get(account, ())) for better, played in things]
        more, fewer = _named(names)
        mine = more if mean > 0 else fewer
        if mean and len(mine) <= abs(change):
            found.append(Reason(_amount(account, change, mine), abs(mean), differences))
        else:
            both = ((len(more), more), (-len(fewer), fewer))
            found += [Reason(_amount(account, count, each), abs(count)) for count, each in both if count]
    return found


def _named(names: Sequence[tuple[Sequence[str], Sequence[str]]]) -> tuple[list[str], list[str]]:
    """Return what most often is there only after the played choice, and what is there only after the better one."""
    more: list[str] = []
    fewer: list[str] = []
    for name in dict.fromkeys(name for pair in names for each in pair for name in each):
        mean = _clear([float(played.count(name) - better.count(name)) for better, played in names])
        if mean:
            (more if mean > 0 else fewer).append(name)
    return more, fewer


def _amount(account: Account, change: int, names: Sequence[str]) -> str:
    """Return a change in words: "−2 fulfilled contracts (G03 and Y12)". There may be names for a part only."""
    text = (f"{account.of} " if account.of else "") + signed_amount(account, change)
    if not names:
        return text
    parts = {"amount": text, "names": listed(names)}
    return say("{amount} ({names})", **parts) if len(names) == abs(change) else say("{amount}, with {names}", **parts)


def _by_sheets(pairs: Sequence[Pair], seat: int) -> list[Reason]:
    """Return differences in the seat's columns of the sheets that everybody looks things up in."""
    rows = [(_rows(pair.better, seat), _rows(pair.played, seat)) for pair in pairs]
    labels = dict.fromkeys(label for pair in rows for each in pair for label in each)
    points = _lines_of_points(pairs, seat)
    found = []
    for label in labels:
        ends = [(better.get(label, ""), played.get(label, "")) for better, played in rows]
        if all(NUMERIC.fullmatch(text) for pair in ends for text in pair):
            differences = tuple(number_in(played) - number_in(better) for better, played in ends)
            if mean := _clear(differences):
                is_money = any(text.startswith("$") for pair in ends for text in pair)
                text = _line_words(label, mean, is_money=is_money, is_points=label in points)
                found.append(Reason(text, abs(mean), differences))
        elif not any(NUMERIC.fullmatch(text) for pair in ends for text in pair):
            found += _by_words(label, ends)
    return found


def _line_words(label: str, mean: float, *, is_money: bool, is_points: bool) -> str:
    """Return how much a line of a sheet differs, with its unit: "Forest −3 points", "Income +$4"."""
    sign, count = "−" if mean < 0 else "+", max(1, round(abs(mean)))
    if is_points:
        return counted(count, "{label} {sign}{count} point", "{label} {sign}{count} points", label=label, sign=sign)
    return f"{label} {sign}{'$' if is_money else ''}{count}"


def _lines_of_points(pairs: Sequence[Pair], seat: int) -> set[str]:
    """Return the labels of the lines that add up to the seat's points, as on a score sheet."""
    better, played = (_sums(end, seat) for end in _ends(pairs[0]))
    return better & played


def _sums(state: State, seat: int) -> set[str]:
    """Return the labels of sheets whose last line is the sum of the others, and what the seat has scored."""
    found: set[str] = set()
    for sheet in state.scene().sheets:
        columns = [number for number, column in enumerate(sheet.columns) if column.seat == seat]
        facts = [fact for fact in sheet.facts if fact.values]
        if len(columns) == 1 and len(facts) > 2:
            *lines, total = [number_in(fact.values[columns[0]]) for fact in facts]
            if sum(lines) == total == state.scores()[seat]:
                found.update(fact.label for fact in facts)
    return found


def _by_wins(pairs: Sequence[Pair], seat: int) -> list[str]:
    """Return how many lines are won, if the better choice wins more."""
    if not pairs:
        return []
    better, played = (sum(seat in end.winners() for end in ends) for ends in zip(*map(_ends, pairs), strict=True))
    if better - played < LEAST_WINS:
        return []
    text = counted(
        played,
        "{count} win in {games} lines instead of {better}",
        "{count} wins in {games} lines instead of {better}",
        games=len(pairs),
        better=better,
    )
    return [text]


def _ends(pair: Pair) -> tuple[State, State]:
    return pair.better, pair.played


def _by_words(label: str, ends: Sequence[tuple[str, str]]) -> list[Reason]:
    """Return a word that comes up more often after the played choice, such as "drowned"."""
    better, played = [one for one, _ in ends], [other for _, other in ends]
    words = {word for word in played if word and any(letter.isalpha() for letter in word)}
    more = max(words, key=lambda word: (played.count(word) - better.count(word), word), default="")
    rise = played.count(more) - better.count(more)
    if not more or 2 * rise < len(ends):
        return []
    count, before = played.count(more), better.count(more)
    text = say("{label}: {word} in {count} of {games} lines, else in {before}", label=label, word=more, count=count,
               games=len(ends), before=before)  # fmt: skip
    return [Reason(text, 1000.0 * rise / len(ends))]  # an ending counts for more than any amount


def _rows(state: State, seat: int) -> dict[str, str]:
    """Return the seat's column of every sheet that has one, by the labels of the lines."""
    rows = {}
    for sheet in state.scene().sheets:
        columns = [number for number, column in enumerate(sheet.columns) if column.seat == seat]
        for fact in sheet.facts:
            for number in columns if fact.values else ():
                title = f"{sheet.columns[number].title}, " if len(columns) > 1 else ""
                rows[title + fact.label] = fact.values[number]
    return rows


def number_in(text: str) -> float:
    """Return the sum of the numbers in a value of a sheet, such as 10 for "8 +2"."""
    return sum(float(number.replace("−", "-")) for number in NUMBERS.findall(text))
