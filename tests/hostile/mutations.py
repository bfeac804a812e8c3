"""Ways to change positions, records and logs, so that many of the results are nearly right."""

from __future__ import annotations

import copy
import math
import random
import re
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

Path = tuple[Any, ...]

LIMITS = (8, 16, 31, 32, 63)  # widths of fields: their extreme values are tried
NUMBERS = (
    *(0, -1, 1, 2, 3, 5, 9, 10, 20, 50, 99, 100, 500, 999, 1000, 1001, 9_999, 10_000, 100_000, 10**6, 10**8, -4, -2),
    *(sign * 2**width + more for width in LIMITS for sign in (1, -1) for more in (-1, 0)),
)
JUNK = (
    *(
        None,
        True,
        False,
        "",
        " ",
        "0",
        "-1",
        "\x00",
        "null",
        "nothing",
        "９",
        [],
        {},
        [[]],
        [None],
        {"": 0},
        [0],
        "x" * 99,
    ),
    *(
        0.0,
        1.5,
        -0.0,
        1e300,
        math.inf,
        math.nan,
        10**40,
        -(10**40),
        2**64,
        [[[[[[[[[[]]]]]]]]]],
        "\ud800",
        {"a": {"b": []}},
    ),
)


def paths(value: Any, above: Path = ()) -> Iterator[Path]:
    """Yield the path to everything inside a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield (*above, key)
        yield from paths(item, (*above, key))


def at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def shape_of(path: Path) -> Path:
    """Return a path without its places in lists: what is there has the same meaning in every position."""
    return tuple("*" if isinstance(key, int) else key for key in path)


class Bender:
    """Changes JSON values of one kind. It learns from each value that it is shown what stands where."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self._seen: dict[Path, list[Any]] = defaultdict(list)
        self._limits: dict[Path, deque[int]] = defaultdict(lambda: deque(NUMBERS[:8], 8))
        self._bent: list[Path] = []

    def learn(self, value: Any) -> None:
        for path in paths(value):
            there = self._seen[shape_of(path)]
            found = at(value, path)
            if len(there) < 400 and found not in there[-20:]:
                there.append(found)

    def learn_limits(self, text: str) -> None:
        """Learn the numbers in the error about what was last bent. They may be limits, so they are tried there."""
        for found in re.findall(r"(?<!\d)-?\d{1,12}(?!\d)", text):
            for shape in self._bent:
                self._limits[shape].append(int(found))

    def bent(self, value: Any, most: int = 3) -> Any:
        """Return a copy in which up to `most` things are replaced, removed, repeated, swapped or added."""
        changed = copy.deepcopy(value)
        self._bent = []
        for _ in range(self._dice.randint(1, most)):
            found = list(paths(changed))
            if not found:
                break
            # Shapes are equally likely, so that long lists do not hide single fields.
            shape = self._dice.choice(sorted({shape_of(path) for path in found}, key=repr))
            self._bent.append(shape)
            self._bend(changed, self._dice.choice([path for path in found if shape_of(path) == shape]))
        return changed

    def _bend(self, changed: Any, path: Path) -> None:
        holder, key, dice = at(changed, path[:-1]), path[-1], self._dice
        match dice.choice(("near", "near", "seen", "seen", "seen", "swap", "remove", "repeat", "add", "junk")):
            case "near":
                holder[key] = self._near(holder[key], shape_of(path))
            case "seen":
                holder[key] = copy.deepcopy(dice.choice(self._seen.get(shape_of(path)) or JUNK))
            case "swap":
                other = dice.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
                holder[key], holder[other] = holder[other], holder[key]
            case "remove":
                del holder[key]
            case "repeat" if isinstance(holder, list):
                holder.insert(dice.randrange(len(holder) + 1), copy.deepcopy(holder[key]))
            case "add":
                self._add(holder, path)
            case _:
                holder[key] = copy.deepcopy(dice.choice(JUNK))

    def _add(self, holder: Any, path: Path) -> None:
        """Add what another value has at this place: a field, or an item of a list."""
        above, dice = shape_of(path[:-1]), self._dice
        known = [shape for shape in self._seen if shape[:-1] == above]
        if not known:
            return
        shape = dice.choice(known)
        thing = copy.deepcopy(dice.choice(self._seen[shape]))
        if isinstance(holder, list):
            holder.insert(dice.randrange(len(holder) + 1), thing)
        else:
            holder[shape[-1]] = thing

    def _near(self, value: Any, shape: Path) -> Any:
        dice = self._dice
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            limit = dice.choice(self._limits[shape]) - dice.choice((0, 0, 0, 1))
            return dice.choice((value - 1, value + 1, limit, limit, -value, 2 * value, dice.choice(NUMBERS)))
        if isinstance(value, str):
            return dice.choice((value[1:], value[:-1], value[::-1], value + value, value.swapcase(), f" {value}\n"))
        if isinstance(value, list):
            return dice.choice((value[:-1], value[1:], value[::-1], value * 2, dice.sample(value, len(value))))
        return dice.choice((0, "", [], {}, [value]))


# -- texts -----------------------------------------------------------------------------------------------------

DIGITS = ("9" * 5000, "-1", "", "²", "９", "99", "0", "007")


def bent_texts(text: str) -> list[str]:
    """Return texts that look like that of an action: its letters moved, its numbers replaced."""
    numbers = [re.sub(r"\d+", digits, text, count=1) for digits in DIGITS]
    last = [re.sub(r"\d+(?=\D*$)", digits, text) for digits in DIGITS]
    return [text[1:], text[:-1], text + text, text[::-1], f"{text.swapcase()}\n", f"{text} {text}", *numbers, *last]


def damaged(text: str, dice: random.Random) -> str:
    """Return the text of a file with a few characters changed, a piece repeated, or the end missing."""
    first, last = sorted(dice.randrange(len(text)) for _ in range(2))
    match dice.choice(("cut", "repeat", "digits", "deep", "letters")):
        case "cut":
            return text[:last]
        case "repeat":
            return text[:last] + text[first : first + 40] + text[last:]
        case "digits":
            return re.sub(r"\d+", lambda found: dice.choice((found[0], found[0], *DIGITS)), text)
        case "deep":
            many = dice.choice((10, 40, 900, 1000, 100_000))
            return f"{text[:first]}{'[' * many}{']' * many}{text[first:]}"
        case _:
            letters = list(text)
            for _ in range(dice.randint(1, 3)):
                letters[dice.randrange(len(letters))] = dice.choice('{}[]":,0123456789-. abcXYZ\\\x00é')
            return "".join(letters)


# -- records ---------------------------------------------------------------------------------------------------


class Slot(NamedTuple):
    """One number in a record."""

    name: str
    start: int
    kind: np.dtype[Any]


def slots(layout: np.dtype[Any], name: str = "", start: int = 0) -> Iterator[Slot]:
    """Yield every number in a record, and in the records inside it."""
    if layout.subdtype is not None:
        item, shape = layout.subdtype
        for number in range(math.prod(shape)):
            yield from slots(item, name, start + number * item.itemsize)
    elif layout.fields is not None:
        for field, (inner, place, *_) in layout.fields.items():
            yield from slots(inner, f"{name}.{field}", start + place)
    else:
        yield Slot(name, start, layout)


class ByteBender:
    """Changes the bytes of records of one layout."""

    def __init__(self, layout: np.dtype[Any], dice: random.Random) -> None:
        self._dice = dice
        self._slots: dict[str, list[Slot]] = defaultdict(list)
        for slot in slots(layout):
            self._slots[slot.name].append(slot)
        self._names = list(self._slots)

    def bent(self, data: bytes, others: Sequence[bytes], most: int = 3) -> bytes:
        """Return the bytes with up to `most` numbers changed. `others` are bytes to take numbers from."""
        changed = bytearray(data)
        for _ in range(self._dice.randint(1, most)):
            self._bend(changed, self._dice.choice(others))
        return bytes(changed)

    def flipped(self, data: bytes) -> bytes:
        """Return the bytes with a few bits changed anywhere."""
        changed = bytearray(data)
        for _ in range(self._dice.randint(1, 4)):
            changed[self._dice.randrange(len(data))] ^= 1 << self._dice.randrange(8)
        return bytes(changed)

    def _bend(self, data: bytearray, other: bytes) -> None:
        dice = self._dice
        alike = self._slots[dice.choice(self._names)]
        slot = dice.choice(alike)
        bits = 8 * slot.kind.itemsize
        own, elsewhere = _read(data, slot), _read(other, slot)
        match dice.choice(("near", "other", "swap", "bit", "number", "whole")):
            case "near":
                _write(data, slot, own + dice.choice((-1, 1)))
            case "other":
                _write(data, slot, elsewhere)
            case "swap":
                second = dice.choice(alike)
                value = _read(data, second)
                _write(data, second, own)
                _write(data, slot, value)
            case "bit":
                _write(data, slot, own ^ 1 << dice.randrange(bits))
            case "number":
                _write(data, slot, dice.choice(NUMBERS))
            case _:  # the whole field, in all its places
                for each in alike:
                    data[each.start : each.start + each.kind.itemsize] = other[
                        each.start : each.start + each.kind.itemsize
                    ]


def _read(data: bytes | bytearray, slot: Slot) -> int:
    return int(np.frombuffer(data, slot.kind, 1, slot.start)[0])


def _write(data: bytearray, slot: Slot, value: int) -> None:
    size = slot.kind.itemsize
    data[slot.start : slot.start + size] = (value % (1 << 8 * size)).to_bytes(size, "little")
