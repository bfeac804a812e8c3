"""Ask for the analysis of a match, follow it, and cancel it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from stockade.core.language import language

from .. import branches
from ..errors import Refused
from ..limits.quotas import Quotas
from ..matches import Matches
from ..moments import now
from ..people.caller import Caller
from ..stored import Stored
from .models import AnalysisRow
from .schemas import AnalysisView, AnalysisWish, found_in


class Analyses:
    def __init__(self, matches: Matches, quotas: Quotas, publish: Callable[[str, dict[str, Any]], None]) -> None:
        self.matches = matches
        self.engine = matches.storage.engine
        self.quotas = quotas
        self.publish = publish

    def of(self, match_id: str, caller: Caller) -> AnalysisView:
        """Return how far the analysis of a match is, and what it has found."""
        self._open(match_id, caller)
        return self._view(match_id)

    def ask(self, match_id: str, caller: Caller, form: AnalysisWish) -> AnalysisView:
        """Have a match analysed. What is there already, and is as thorough, is not done again."""
        stored = self._open(match_id, caller)
        known = self._row(match_id)
        if known is not None and not known.failed and known.version == stored.row.version:
            is_enough = known.setting == form.setting or (known.setting == "deep" and known.result is not None)
            if is_enough or known.result is None:
                return self._view(match_id)
        self.quotas.check_thinking(caller)
        row = AnalysisRow(
            match_id=match_id,
            setting=form.setting,
            version=stored.row.version,
            asker=self._asker(caller),
            asked=now(),
            progress=0.0,
            failed=False,
        )
        with Session(self.engine) as session:
            session.execute(delete(AnalysisRow).where(AnalysisRow.match_id == match_id))
            session.add(row)
            try:
                session.commit()
            except IntegrityError:  # somebody else has asked at the same time
                session.rollback()
        self.publish("analysis", {"match": match_id})
        return self._view(match_id)

    def cancel(self, match_id: str, caller: Caller) -> AnalysisView:
        """Give up an analysis that one has asked for. The worker notices it within seconds."""
        self._open(match_id, caller)
        known = self._row(match_id)
        if known is not None and known.result is None and known.asker != self._asker(caller):
            raise Refused("not_allowed", "Somebody else has asked for this analysis.")
        with self.engine.begin() as connection:
            unfinished = AnalysisRow.match_id == match_id, AnalysisRow.result.is_(None)
            connection.execute(delete(AnalysisRow).where(*unfinished))
        return self._view(match_id)

    def _asker(self, caller: Caller) -> str:
        return caller.person or self.quotas.hidden(caller.address)

    def _open(self, match_id: str, caller: Caller) -> Stored:
        """Return a match that may be analysed. A match between people may be when it is over."""
        stored, _ = self.matches.look(match_id, caller)
        branches.check_open(stored)
        return stored

    def _row(self, match_id: str) -> AnalysisRow | None:
        with Session(self.engine, expire_on_commit=False) as session:
            row = session.get(AnalysisRow, match_id)
            session.expunge_all()
        return row

    def _view(self, match_id: str) -> AnalysisView:
        row = self._row(match_id)
        if row is None:
            return AnalysisView.model_validate({"status": "none"})
        found = None if row.result is None else found_in(row.result, language())
        status = "done" if found else "failed" if row.failed else "waiting" if row.worker is None else "running"
        parts = {"setting": row.setting, "progress": row.progress, "version": row.version, "found": found}
        return AnalysisView.model_validate({"status": status, **parts})
