"""The log of a match in the reader's language. The journal has it in English, and for others it is told again."""

from __future__ import annotations

from dataclasses import dataclass

from stockade.core.errors import StockadeError
from stockade.core.language import ENGLISH, language
from stockade.core.match import entries, replay
from stockade.core.state import State

from .recent import Recent
from .replay import resume
from .schemas import LogLine
from .stored import Entry, Stored, shown

KEPT_LOGS = 64


@dataclass(frozen=True, slots=True)
class Told:
    """A log that was told again, and the state after it."""

    actions: list[int | None]
    lines: list[LogLine]
    state: State


class Logs:
    """Tells logs again. The last ones are kept, so that only new actions have to be told."""

    def __init__(self) -> None:
        self._kept: Recent[tuple[str, str], Told] = Recent(KEPT_LOGS)

    def lines(self, stored: Stored) -> list[LogLine]:
        """Return the log in the reader's language. A log that cannot be replayed stays in English."""
        if language() == ENGLISH or not stored.log:
            return stored.lines
        try:
            return self._told(stored, stored.log).lines
        except StockadeError:
            return stored.lines

    def _told(self, stored: Stored, log: list[Entry]) -> Told:
        key = (stored.row.id, language())
        kept = self._kept.get(key)
        actions = [line.action for line in log]
        if kept is None or actions[: len(kept.actions)] != kept.actions:
            kept = Told([], [], resume(stored).start)
        lines, state = list(kept.lines), kept.state
        new = log[len(lines) :]
        for step, line in zip(replay(state, [line.action or 0 for line in new]), new, strict=True):
            (told,) = entries([step])
            again = Entry(line.kind, line.seat, line.action, told.text, told.label, told.told)
            lines.append(shown(len(lines), again))
            state = step.after
        found = Told(actions, lines, state)
        self._kept.put(key, found)
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
