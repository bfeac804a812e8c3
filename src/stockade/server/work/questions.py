"""Hints for people at web processes, which do not think: a question is stored, and a worker answers it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

from anyio.to_thread import run_sync
from sqlalchemy import Engine, delete, or_, select, update
from sqlalchemy.orm import Session

from stockade.core.errors import StockadeError
from stockade.core.language import language, speaking

from .. import replay
from ..bots import Bots
from ..errors import Refused
from ..matches import Matches
from ..moments import now
from ..people.keys import new_id
from ..schemas import Hints
from .models import QuestionRow

logger = logging.getLogger("stockade.server")
LOOK_SECONDS = 0.5  # how often to look for what no message told
PATIENCE = 30.0  # how long somebody waits for an answer
LEASE = timedelta(seconds=15)  # longer than any hint takes


class Questions:
    def __init__(self, engine: Engine, publish: Callable[[str, dict[str, Any]], None]) -> None:
        self.engine = engine
        self.publish = publish
        self._waiting: dict[str, asyncio.Event] = {}

    async def ask(self, match_id: str, version: int, asker: str | None) -> Hints:
        """Have a worker think about a match, and return its hints."""
        question = new_id()
        answered = self._waiting[question] = asyncio.Event()
        await run_sync(self._store, question, match_id, version, asker, language())
        self.publish("question", {"id": question})
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    found = await run_sync(self._answer, question)
                    if found is not None:
                        return Hints.model_validate(found)
                    answered.clear()
                    await _heard(answered)
        except TimeoutError:
            raise Refused("unavailable", "All bots are busy. Please try again soon.") from None
        finally:
            del self._waiting[question]
            await run_sync(self._forget, question)

    def hear(self, question: str) -> None:
        """Note that a question was answered."""
        waiting = self._waiting.get(question)
        if waiting is not None:
            waiting.set()

    def _store(self, question: str, match_id: str, version: int, asker: str | None, tongue: str) -> None:
        with Session(self.engine) as session:
            row = QuestionRow(id=question, match_id=match_id, version=version, asker=asker, language=tongue)
            row.asked = now()
            session.add(row)
            session.commit()

    def _answer(self, question: str) -> dict[str, Any] | None:
        with Session(self.engine) as session:
            return session.scalar(select(QuestionRow.answer).where(QuestionRow.id == question))

    def _forget(self, question: str) -> None:
        with self.engine.begin() as connection:
            connection.execute(delete(QuestionRow).where(QuestionRow.id == question))


class Answers:
    """Answers questions, in a worker."""

    def __init__(
        self, matches: Matches, bots: Bots, worker: str, publish: Callable[[str, dict[str, Any]], None]
    ) -> None:
        self.matches = matches
        self.engine = matches.storage.engine
        self.bots = bots
        self.worker = worker
        self.publish = publish
        self._news = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._looking = asyncio.create_task(self._look())

    async def stop(self) -> None:
        tasks = [*self._tasks, *([self._looking] if self._looking else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def hear(self) -> None:
        """Look for a new question now."""
        self._news.set()

    async def _look(self) -> None:
        while True:
            try:
                while (question := await run_sync(self._take)) is not None:
                    task = asyncio.create_task(self._answer(question))
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)
            except Exception:
                logger.exception("could not look for questions")
            self._news.clear()
            await _heard(self._news)

    def _take(self) -> QuestionRow | None:
        """Claim the question that has waited longest, of those that no living worker thinks about."""
        moment = now()
        free = QuestionRow.answer.is_(None), or_(QuestionRow.until.is_(None), QuestionRow.until < moment)
        with Session(self.engine, expire_on_commit=False) as session:
            row = session.scalar(select(QuestionRow).where(*free).order_by(QuestionRow.asked).limit(1))
            if row is None:
                return None
            taken = session.execute(
                update(QuestionRow)
                .where(QuestionRow.id == row.id, *free)
                .values(worker=self.worker, until=moment + LEASE)
            )
            session.commit()
            session.expunge_all()
        return row if taken.rowcount else None  # type: ignore[attr-defined]

    async def _answer(self, question: QuestionRow) -> None:
        try:
            with speaking(question.language):
                stored = await run_sync(self.matches.stored, question.match_id)
                hints = await self.bots.hint(replay.state_of(stored), question.asker)
            await run_sync(self._write, question.id, hints.model_dump(mode="json"))
            self.publish("answer", {"id": question.id})
        except (Refused, StockadeError):
            logger.info("a question about match %s could not be answered", question.match_id)
        except Exception:
            logger.exception("a question about match %s failed", question.match_id)

    def _write(self, question: str, answer: dict[str, Any]) -> None:
        with self.engine.begin() as connection:
            connection.execute(update(QuestionRow).where(QuestionRow.id == question).values(answer=answer))


async def _heard(news: asyncio.Event) -> None:
    """Wait for a message, but not for long."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LOOK_SECONDS):
            await news.wait()
