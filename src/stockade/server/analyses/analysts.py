"""Work analyses out, in a worker: one at a time, so that bots still get to think."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import timedelta

from anyio.to_thread import run_sync
from sqlalchemy import or_, select, update
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
        """Stop. An unfinished analysis is taken up by another worker."""
        self._stopped.set()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

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
            taken = session.execute(
                update(AnalysisRow)
                .where(AnalysisRow.match_id == row.match_id, *free)
                .values(worker=self.worker, until=moment + LEASE, progress=0.0)
            )
            session.commit()
            session.expunge_all()
        return row if taken.rowcount else None  # type: ignore[attr-defined]

    async def _work(self, row: AnalysisRow) -> None:
        """Work an analysis out, while its progress is written. It ends early if nobody wants it any more."""
        progress, cancelled = [0.0], threading.Event()
        noting = asyncio.create_task(self._note(row, progress, cancelled))
        started = time.monotonic()
        try:
            found = await run_sync(self._analyse, row, progress, cancelled)
        except Cancelled:
            return
        except (Refused, StockadeError):
            logger.info("match %s could not be analysed", row.match_id)
            await run_sync(self._write, row, {"failed": True})
        except Exception:
            logger.exception("the analysis of match %s failed", row.match_id)
            await run_sync(self._write, row, {"failed": True})
        else:
            await run_sync(self._write, row, {"result": found.to_json(), "progress": 1.0})
        finally:
            cancelled.set()
            noting.cancel()
            self.thought(row.match_id, row.asker, time.monotonic() - started)

    def _analyse(self, row: AnalysisRow, progress: list[float], cancelled: threading.Event) -> Analysis:
        match = replay.resume(self.matches.stored(row.match_id))

        def report(share: float) -> None:
            progress[0] = share

        def is_cancelled() -> bool:
            return cancelled.is_set() or self._stopped.is_set()

        return analyse(match, setting_of(row.setting), jobs=1, report=report, is_cancelled=is_cancelled)

    async def _note(self, row: AnalysisRow, progress: list[float], cancelled: threading.Event) -> None:
        while not cancelled.is_set():
            await asyncio.sleep(NOTE_SECONDS)
            with suppress(Exception):  # what cannot be written now is written next time
                if not await run_sync(self._write, row, {"progress": progress[0], "until": now() + LEASE}):
                    cancelled.set()

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
