"""The log of a match in the reader's language. The journal has it in English, and for others it is told again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from stockade.core.errors import StockadeError
from stockade.core.language import ENGLISH, language
from stockade.core.match import entries, replay
from stockade.core.state import State

from .replay import resume
from .storage import Entry, Stored

KEPT_LOGS = 64


@dataclass(frozen=True, slots=True)
class Told:
    """A log that was told again, and the state after it."""

    lines: list[Entry]
    state: State


class Logs:
    """Tells logs again. The last ones are kept, so that only new actions have to be told."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], Told] = OrderedDict()
        self._lock = threading.Lock()

    def lines(self, stored: Stored) -> Sequence[Entry]:
        """Return the log in the reader's language. A log that cannot be replayed stays in English."""
        log = stored.log()
        if language() == ENGLISH or not log:
            return log
        try:
            return self._told(stored, log).lines
        except StockadeError:
            return log

    def _told(self, stored: Stored, log: list[Entry]) -> Told:
        key = (stored.row.id, language())
        with self._lock:
            kept = self._kept.get(key)
        if kept is None or [line.action for line in log[: len(kept.lines)]] != [line.action for line in kept.lines]:
            kept = Told([], resume(stored).start)
        lines, state = list(kept.lines), kept.state
        new = log[len(lines) :]
        for step, line in zip(replay(state, [line.action or 0 for line in new]), new, strict=True):
            (told,) = entries([step])
            lines.append(Entry(line.kind, line.seat, line.action, told.text, told.label, told.told))
            state = step.after
        found = Told(lines, state)
        with self._lock:
            self._kept[key] = found
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT_LOGS:
                self._kept.popitem(last=False)
        return found


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
