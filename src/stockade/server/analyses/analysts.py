"""Work analyses out, in a worker: one at a time, so that bots still get to think."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import NamedTuple

from anyio import CancelScope
from anyio.to_thread import run_sync
from sqlalchemy import or_, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from stockade.analysis import Analysis, Cancelled, analyse, setting_of
from stockade.core.errors import StockadeError

from .. import replay
from ..errors import Refused
from ..matches import Matches
from ..moments import now
from .models import AnalysisRow

logger = logging.getLogger("stockade.server")
LOOK_SECONDS = 2.0  # how often to look for what no message told
NOTE_SECONDS = 0.5  # how often the progress is written
LEASE = timedelta(seconds=15)
MOST_TRIES = 3  # a match that has ended so many workers is given up
MOST_SECONDS = 60 * 60.0  # that one analysis may take


class Done(NamedTuple):
    """An analysis, and the version of the match that it is about."""

    found: Analysis
    version: int


class Analysts:
    def __init__(self, matches: Matches, worker: str) -> None:
        self.matches = matches
        self.engine = matches.storage.engine
        self.worker = worker
        # Called in any thread with a match, who asked, and how many seconds were spent.
        self.thought: Callable[[str, str | None, float], None] = lambda *_: None
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopped = threading.Event()

    def start(self) -> None:
        self._task = asyncio.create_task(self._look())

    async def stop(self) -> None:
        """Stop. Another worker takes up an unfinished analysis at once."""
        self._stopped.set()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            with suppress(SQLAlchemyError):  # then the claim ends by itself
                await run_sync(self._release)

    def hear(self) -> None:
        """Look for work now."""
        self._news.set()

    async def _look(self) -> None:
        while True:
            try:
                while (row := await run_sync(self._take)) is not None:
                    await self._work(row)
            except Exception:
                logger.exception("could not look for analyses")
            self._news.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._news.wait()

    def _take(self) -> AnalysisRow | None:
        """Claim the analysis that has waited longest, of those that no living worker works on."""
        moment = now()
        free = (
            AnalysisRow.result.is_(None),
            AnalysisRow.failed.is_(False),
            or_(AnalysisRow.until.is_(None), AnalysisRow.until < moment),
        )
        with Session(self.engine, expire_on_commit=False) as session:
            row = session.scalar(select(AnalysisRow).where(*free).order_by(AnalysisRow.asked).limit(1))
            if row is None:
                return None
            is_hopeless = row.tries >= MOST_TRIES
            claim = {"worker": self.worker, "until": moment + LEASE, "progress": 0.0, "tries": row.tries + 1}
            taken = session.execute(
                update(AnalysisRow)
                .where(AnalysisRow.match_id == row.match_id, AnalysisRow.asked == row.asked, *free)
                .values({"failed": True} if is_hopeless else claim)
            )
            session.commit()
            session.expunge_all()
        if is_hopeless:
            logger.error("the analysis of match %s has ended %s workers and is given up", row.match_id, row.tries)
        if is_hopeless or not taken.rowcount:  # type: ignore[attr-defined]
            return self._take()  # another one may be free
        return row

    def _release(self) -> None:
        """Give back what this worker has not finished."""
        mine = AnalysisRow.worker == self.worker, AnalysisRow.result.is_(None), AnalysisRow.failed.is_(False)
        values = {"worker": None, "until": None, "tries": AnalysisRow.tries - 1}
        with self.engine.begin() as connection:
            connection.execute(update(AnalysisRow).where(*mine).values(**values))

    async def _work(self, row: AnalysisRow) -> None:
        """Work an analysis out, while its progress is written. It ends early if nobody wants it any more."""
        progress, cancelled = [0.0], threading.Event()
        noting = asyncio.create_task(self._note(row, progress, cancelled))
        started = time.monotonic()
        try:
            done = await run_sync(self._analyse, row, progress, cancelled)
        except Cancelled:
            if time.monotonic() - started >= MOST_SECONDS:
                logger.warning("the analysis of match %s takes too long", row.match_id)
                await run_sync(self._write, row, {"failed": True})
        except (Refused, StockadeError):
            logger.info("match %s could not be analysed", row.match_id)
            await run_sync(self._write, row, {"failed": True})
        except Exception:
            logger.exception("the analysis of match %s failed", row.match_id)
            await run_sync(self._write, row, {"failed": True})
        else:
            values = {"result": done.found.to_json(), "progress": 1.0, "version": done.version, "former": None}
            await run_sync(self._write, row, values)
        finally:
            cancelled.set()
            noting.cancel()
            with CancelScope(shield=True):
                await run_sync(self.thought, row.match_id, row.asker, time.monotonic() - started)

    def _analyse(self, row: AnalysisRow, progress: list[float], cancelled: threading.Event) -> Done:
        stored = self.matches.stored(row.match_id)  # somebody who plays against bots may have gone on
        end = time.monotonic() + MOST_SECONDS

        def report(share: float) -> None:
            progress[0] = share

        def is_cancelled() -> bool:
            return cancelled.is_set() or self._stopped.is_set() or time.monotonic() > end

        setting = setting_of(row.setting)
        found = analyse(replay.resume(stored), setting, jobs=1, report=report, is_cancelled=is_cancelled)
        return Done(found, stored.row.version)

    async def _note(self, row: AnalysisRow, progress: list[float], cancelled: threading.Event) -> None:
        while not cancelled.is_set():
            await asyncio.sleep(NOTE_SECONDS)
            try:
                if not await run_sync(self._write, row, {"progress": progress[0], "until": now() + LEASE}):
                    cancelled.set()
            except SQLAlchemyError:
                logger.debug("the progress of an analysis is written next time", exc_info=True)

    def _write(self, row: AnalysisRow, values: Mapping[str, object]) -> bool:
        """Write to an analysis that is still this worker's. Return whether it is."""
        mine = (
            AnalysisRow.match_id == row.match_id,
            AnalysisRow.worker == self.worker,
            AnalysisRow.asked == row.asked,
            AnalysisRow.result.is_(None),
        )
        with self.engine.begin() as connection:
            return bool(connection.execute(update(AnalysisRow).where(*mine).values(**values)).rowcount)
