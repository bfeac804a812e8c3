"""The log of a match in the reader's language. The journal has it in English, and for others it is told again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from stockade.core.errors import StockadeError
from stockade.core.language import ENGLISH, language
from stockade.core.match import Step, entries

from .along import Along
from .longlist import LongList
from .replay import resume
from .schemas import LogLine
from .stored import Stored

KEPT_LOGS = 64


class Logs:
    """Tells logs again. The last ones are kept, so that only new actions have to be told."""

    def __init__(self) -> None:
        self._along: Along[LongList[LogLine]] = Along(KEPT_LOGS)

    def lines(self, stored: Stored) -> LongList[LogLine]:
        """Return the log in the reader's language. A log that cannot be replayed stays in English."""
        if language() == ENGLISH or not stored.actions:
            return stored.lines
        try:
            tell = partial(_tell, first_ply=stored.first_ply)
            return self._along.follow(stored, language(), lambda _: LongList(LogLine), tell)
        except StockadeError:
            return stored.lines


def _tell(lines: LongList[LogLine], steps: Sequence[Step], first_ply: int) -> LongList[LogLine]:
    return lines.extended(
        LogLine(line.ply, line.seat, line.text, line.label, line.told) for line in entries(steps, first_ply)
    )


def reason_of(stored: Stored) -> str:
    """Return why a match that is over ended as it did, in the reader's language."""
    kept = str((stored.row.result or {}).get("reason", ""))
    if language() == ENGLISH:
        return kept
    try:
        result = resume(stored).result
    except StockadeError:
        return kept
    return kept if result is None else result.reason
