"""What people ask bots: a question is stored, and a worker answers it.

Hints about a match are one answer. About a position a bot thinks longer, and its answer grows while somebody watches.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing, suppress
from datetime import timedelta
from time import monotonic
from typing import Any

from anyio import CancelScope
from anyio.to_thread import run_sync
from sqlalchemy import Engine, delete, or_, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

import stockade
from stockade.core.errors import StockadeError
from stockade.core.language import language, speaking
from stockade.core.snapshot import from_snapshot, to_snapshot
from stockade.core.state import State

from .. import replay
from ..bots import Bots
from ..errors import Refused
from ..matches import Matches
from ..moments import now
from ..people.keys import new_id
from ..schemas import Hints, Thoughts
from .models import QuestionRow

logger = logging.getLogger("stockade.server")
LOOK_SECONDS = 0.5  # how often to look for what no message told
PATIENCE = 30.0  # how long somebody waits for an answer
LEASE = timedelta(seconds=15)
OLD = timedelta(hours=1)  # nobody waits for an answer that long


class Questions:
    def __init__(self, engine: Engine, publish: Callable[[str, dict[str, Any]], None]) -> None:
        self.engine = engine
        self.publish = publish
        self._waiting: dict[str, asyncio.Event] = {}

    async def ask(self, match_id: str, version: int, asker: str | None) -> Hints:
        """Have a worker think about a match, and return its hints."""
        row = QuestionRow(id=new_id(), match_id=match_id, version=version, asker=asker, language=language())
        async with aclosing(self._answers(row)) as answers:
            async for found, _ in answers:
                return Hints.model_validate(found)
        raise busy()

    async def watch(self, state: State, seconds: float, asker: str | None) -> AsyncGenerator[Thoughts]:
        """Have a worker think about a position, and yield what it has found so far. It stops if nobody listens."""
        row = QuestionRow(id=new_id(), asker=asker, language=language(), seconds=seconds)
        row.game, row.state = state.game.name, to_snapshot(state)
        async with aclosing(self._answers(row)) as answers:
            async for found, done in answers:
                yield Thoughts.model_validate({**found, "done": done})

    async def _answers(self, row: QuestionRow) -> AsyncGenerator[tuple[dict[str, Any], bool]]:
        """Store a question and yield its answers, each with whether it is the last one."""
        question, last = row.id, None
        answered = self._waiting[question] = asyncio.Event()
        try:
            await run_sync(self._store, row)
            patience = monotonic() + PATIENCE
            self.publish("question", {"id": question})
            while monotonic() < patience:
                answer, done = await run_sync(self._answer, question)
                if answer is not None and (answer, done) != last:
                    last = answer, done
                    patience = monotonic() + PATIENCE
                    yield last
                if done:
                    break
                answered.clear()
                await _heard(answered)
            if last is None:
                raise busy()
        finally:
            del self._waiting[question]
            with CancelScope(shield=True):
                await run_sync(self._forget, question)

    def hear(self, question: str) -> None:
        """Note that a question was answered."""
        waiting = self._waiting.get(question)
        if waiting is not None:
            waiting.set()

    def _store(self, row: QuestionRow) -> None:
        row.asked = now()
        with Session(self.engine) as session:
            session.add(row)
            session.commit()

    def _answer(self, question: str) -> tuple[dict[str, Any] | None, bool]:
        """Return the answer to a question so far, and whether there will be no other."""
        with Session(self.engine) as session:
            columns = select(QuestionRow.answer, QuestionRow.done).where(QuestionRow.id == question)
            found = session.execute(columns).first()
        return (None, True) if found is None else (found[0], found[1])

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
        is_tidy = False
        while True:
            try:
                if not is_tidy:
                    await run_sync(self._tidy)
                    is_tidy = True
                while (question := await run_sync(self._take)) is not None:
                    task = asyncio.create_task(self._answer(question))
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)
            except Exception:
                logger.exception("could not look for questions")
            self._news.clear()
            await _heard(self._news)

    def _tidy(self) -> None:
        """Remove the questions of processes that have died."""
        with self.engine.begin() as connection:
            connection.execute(delete(QuestionRow).where(QuestionRow.asked < now() - OLD))

    def _take(self) -> QuestionRow | None:
        """Claim the question that has waited longest, of those that no living worker thinks about."""
        moment = now()
        free = QuestionRow.done.is_(False), or_(QuestionRow.until.is_(None), QuestionRow.until < moment)
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
        own = asyncio.current_task()
        assert own is not None
        keeping = asyncio.create_task(self._keep(question.id, own))
        try:
            with speaking(question.language):
                async with aclosing(self._thoughts(question)) as thoughts:
                    async for answer, done in thoughts:
                        if not await run_sync(self._write, question.id, answer.model_dump(mode="json"), done):
                            return  # nobody listens any more
                        self.publish("answer", {"id": question.id})
            return
        except (Refused, StockadeError):
            logger.info("question %s could not be answered", question.id)
        except Exception:
            logger.exception("question %s failed", question.id)
        finally:
            keeping.cancel()
        await run_sync(self._give_up, question.id)
        self.publish("answer", {"id": question.id})

    async def _keep(self, question: str, answering: asyncio.Task[None]) -> None:
        """Keep the claim on a question while it waits for its turn. Drop the question if nobody listens any more."""
        while True:
            await asyncio.sleep(LEASE.total_seconds() / 3)
            try:
                if not await run_sync(self._change, question, {"until": now() + LEASE}):
                    answering.cancel()
                    return
            except SQLAlchemyError:
                logger.debug("the claim on a question is renewed next time", exc_info=True)

    async def _thoughts(self, question: QuestionRow) -> AsyncGenerator[tuple[Hints | Thoughts, bool]]:
        """Yield answers, each with whether it is the last one."""
        if question.match_id is not None:
            stored = await run_sync(self.matches.stored, question.match_id)
            yield await self.bots.hint(replay.state_of(stored), question.asker), True
            return
        state = from_snapshot(stockade.game(question.game or ""), question.state or b"")
        last: Thoughts | None = None
        async with aclosing(self.bots.watch(state, question.asker, question.seconds or 0.0)) as thoughts:
            async for last in thoughts:
                yield last, False
        if last is not None:
            yield last, True

    def _write(self, question: str, answer: dict[str, Any], done: bool) -> bool:
        """Write an answer, and keep the claim. Return whether somebody still waits for it."""
        return self._change(question, {"answer": answer, "done": done, "until": now() + LEASE})

    def _give_up(self, question: str) -> None:
        """Say that there will be no answer, or no better one."""
        self._change(question, {"done": True})

    def _change(self, question: str, values: Mapping[str, object]) -> bool:
        with self.engine.begin() as connection:
            changed = connection.execute(update(QuestionRow).where(QuestionRow.id == question).values(**values))
        return bool(changed.rowcount)


def busy() -> Refused:
    return Refused("unavailable", "All bots are busy. Please try again soon.")


async def _heard(news: asyncio.Event) -> None:
    """Wait for a message, but not for long."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LOOK_SECONDS):
            await news.wait()
