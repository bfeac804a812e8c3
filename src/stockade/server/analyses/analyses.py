"""Ask for the analysis of a match, follow it, and cancel it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from stockade.core.language import language

from .. import branches, lab, replay, seats
from ..errors import MINUTE, Refused, TooMany
from ..limits.quotas import Quotas
from ..matches import Matches
from ..moments import now
from ..people.caller import PLAY, Caller
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
        caller.check(PLAY)
        stored = self._open(match_id, caller)
        lab.check_not_played(self.matches.storage, caller, replay.state_of(stored))
        known = self._row(match_id)
        if known is not None and not known.failed and known.version == stored.row.version:
            is_enough = known.setting == form.setting or (known.setting == "deep" and known.result is not None)
            if is_enough or known.result is None:
                return self._view(match_id)
        self.quotas.check_thinking(caller)
        self._check_count(match_id, caller)
        row = AnalysisRow(
            match_id=match_id,
            setting=form.setting,
            version=stored.row.version,
            asker=self._asker(caller),
            asked=now(),
            progress=0.0,
            failed=False,
            former=None if known is None else _kept(known),
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
        """Give up an analysis that one has asked for. The worker notices it within seconds.

        An earlier analysis of the match takes its place again.
        """
        caller.check(PLAY)
        self._open(match_id, caller)
        known = self._row(match_id)
        if known is not None and known.result is None and known.asker != self._asker(caller):
            raise Refused("not_allowed", "Somebody else has asked for this analysis.")
        unfinished = AnalysisRow.match_id == match_id, AnalysisRow.result.is_(None)
        former = None if known is None else known.former
        back = {"progress": 1.0, "failed": False, "worker": None, "until": None, "former": None}
        with self.engine.begin() as connection:
            if former is None:
                connection.execute(delete(AnalysisRow).where(*unfinished))
            else:
                connection.execute(update(AnalysisRow).where(*unfinished).values(**back, **former))
        return self._view(match_id)

    def _check_count(self, match_id: str, caller: Caller) -> None:
        """Refuse one more analysis of somebody who waits for many, because others wait behind them."""
        most = self.quotas.limits.analyses
        if not most:
            return
        unfinished = (
            AnalysisRow.result.is_(None),
            AnalysisRow.failed.is_(False),
            AnalysisRow.asker == self._asker(caller),
            AnalysisRow.match_id != match_id,
        )
        with Session(self.engine) as session:
            count = session.scalar(select(func.count()).select_from(AnalysisRow).where(*unfinished)) or 0
        if count >= most:
            raise TooMany(MINUTE, "You have asked for many analyses. Wait until one of them is done.")

    def _asker(self, caller: Caller) -> str:
        return caller.person or self.quotas.hidden(caller.address)

    def _open(self, match_id: str, caller: Caller) -> Stored:
        """Return a match that may be analysed. A match between people, also on one device, may be when it is over."""
        stored, _ = self.matches.look(match_id, caller)
        branches.check_open(stored, seats.is_between_people)
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
        kept = _kept(row)
        found = None if kept is None else found_in(kept["result"], language())
        is_held = row.until is not None and row.until > now()
        status = "done" if row.result else "failed" if row.failed else "running" if is_held else "waiting"
        parts = {"setting": row.setting, "progress": row.progress, "version": row.version, "found": found}
        return AnalysisView.model_validate({"status": status, **parts})


def _kept(row: AnalysisRow) -> dict[str, Any] | None:
    """Return what there is to read: the analysis of this row, or the one before it."""
    if row.result is None:
        return row.former
    return {"setting": row.setting, "version": row.version, "result": row.result}
