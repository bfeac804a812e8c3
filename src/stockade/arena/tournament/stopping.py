"""When a table may stop before it has played all its games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stockade.core.errors import BadOption
from stockade.research.intervals import Interval

DECIDED = "decided"
FIRST = 8  # deals before the first look


@dataclass(frozen=True, slots=True)
class Until:
    """A table stops when this holds for each two of its bots. Without either condition, it plays all its games."""

    decided: bool = False  # until the interval of their share excludes one half
    width: float | None = None  # until it is this narrow

    @property
    def is_set(self) -> bool:
        return self.decided or self.width is not None

    def is_met(self, interval: Interval) -> bool:
        """Return whether an interval is good enough."""
        low, high = interval
        is_narrow = self.width is not None and high - low <= self.width
        return is_narrow or (self.decided and not low <= 0.5 <= high)

    @property
    def sentence(self) -> str:
        """The conditions in words, or nothing."""
        clear = ["it is decided who is better"] * self.decided
        narrow = [] if self.width is None else [f"the interval of the share is at most {self.width:g} wide"]
        return f"A table stops when {' or '.join(clear + narrow)}." if self.is_set else ""

    def to_text(self) -> list[str]:
        """Return the conditions as a person writes them."""
        return [DECIDED] * self.decided + ([] if self.width is None else [f"width={self.width:g}"])


ALL = Until()  # all games are played


def read_until(given: Iterable[str] | None) -> Until:
    """Read conditions such as `decided` and `width=0.1`. A table stops at the one that is met first."""
    decided, width = False, None
    for text in (part.strip() for each in given or () for part in each.split(",")):
        name, equals, value = text.partition("=")
        if text == DECIDED:
            decided = True
        elif name == "width" and equals:
            width = _width(value)
        else:
            raise BadOption(f"a table plays until `decided` or `width=0.1`, not {text!r}")
    return Until(decided, width)


def _width(text: str) -> float:
    try:
        width = float(text)
    except ValueError:
        width = 0.0
    if not 0.0 < width < 1.0:
        raise BadOption(f"a width is a share between 0 and 1, such as 0.1, not {text!r}")
    return width


def looks(deals: int, until: Until) -> Iterator[int]:
    """Yield after how many deals the results are looked at: ever more, and at the end all of them.

    The interval is valid however often one looks. Fixed looks make a run the same again on any number of cores.
    """
    look = FIRST if until.is_set else deals
    while look < deals:
        yield look
        look += max(4, look // 4)
    yield deals
