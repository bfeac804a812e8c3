"""The file that keeps a tournament while it is played: first the plan, then the deals, each on a line of its own.

If somebody wants more games later, the new plan is on a line of its own, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

from stockade.arena.keeping import KeptLines
from stockade.arena.tournament.deal import Deal
from stockade.arena.tournament.plan import TournamentPlan
from stockade.core.errors import BadOption, CorruptLog

NAME = "deals.ndjson"


class Kept:
    """The kept deals of one plan, in a folder. Only one process at a time can have it open."""

    def __init__(self, folder: Path, plan: TournamentPlan, resume: bool) -> None:
        """Open the file, or make it. Refuses one of another plan, and one that is there without `resume`."""
        self.path = folder / NAME
        is_new = not self.path.exists() or not self.path.stat().st_size
        if not is_new and not resume:
            raise BadOption(f"{folder} already has a tournament: add --resume to go on, or choose another folder")
        self._lines = KeptLines(self.path)
        try:
            self.deals = self._read(plan)
        except BaseException:
            self._lines.close()
            raise

    def __enter__(self) -> Kept:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._lines.close()

    def add(self, deals: Iterable[Deal]) -> None:
        """Write deals, and wait until they are on the disk."""
        self._lines.add(*(deal.to_json() for deal in deals))

    def _read(self, plan: TournamentPlan) -> list[Deal]:
        if not self._lines.found:
            self._lines.add(plan.to_json())
            return []
        head, *rest = self._lines.found
        plans = [head, *(line for line in rest if _is_plan(line))]
        try:
            found = {deal.key: deal for deal in map(Deal.from_json, (line for line in rest if not _is_plan(line)))}
        except (ValueError, TypeError, KeyError) as error:
            raise CorruptLog(f"{self.path} is damaged: {error}") from error
        self._check(plans[-1], plan)
        return list(found.values())

    def _check(self, kept: object, plan: TournamentPlan) -> None:
        """Refuse another tournament. One with more games goes on, and its plan is added to the file."""
        now = json.loads(json.dumps(plan.to_json()))
        before = kept if isinstance(kept, dict) else {}
        other = [name for name in now if before.get(name) != now[name]]
        games = before.get("games")
        if other == ["games"] and isinstance(games, int):
            if games > now["games"]:
                raise BadOption(f"{self.path} is of {games} games at a table; there can be more, but not fewer")
            self._lines.add(now)
        elif other:
            raise BadOption(f"{self.path} is of another tournament: it has other {', '.join(other)}")


def _is_plan(line: object) -> bool:
    return isinstance(line, dict) and "tournament" in line
