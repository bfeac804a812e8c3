"""The file that keeps a tournament while it is played: first the plan, then the deals, each on a line of its own."""

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
        try:
            found = {deal.key: deal for deal in map(Deal.from_json, rest)}
        except (ValueError, TypeError, KeyError) as error:
            raise CorruptLog(f"{self.path} is damaged: {error}") from error
        self._check(head, plan)
        return list(found.values())

    def _check(self, kept: object, plan: TournamentPlan) -> None:
        now = json.loads(json.dumps(plan.to_json()))
        other = [name for name in now if not isinstance(kept, dict) or kept.get(name) != now[name]]
        if other:
            raise BadOption(f"{self.path} is of another tournament: it has other {', '.join(other)}")
