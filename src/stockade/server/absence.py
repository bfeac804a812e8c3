"""People who leave a table."""

from __future__ import annotations

from .matches import check_live
from .models import WAITING
from .moments import now
from .people.caller import Caller
from .storage import Entry
from .tables import Tables


class Absence:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.matches = tables.matches

    def leave(self, match_id: str, caller: Caller, version: int, seat: int | None) -> None:
        """Leave a table. Before the match begins, the seat opens again."""
        stored, acting = self.matches.enter(match_id, caller, version, seat)
        if stored.row.status == WAITING:
            self.tables.stand_up(stored, acting)
            return
        check_live(stored)
        self.matches.commit(stored, {}, [Entry("left", acting)], {acting: {"left": now()}})
