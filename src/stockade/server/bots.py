"""Run the bots of all matches: after every change, let a bot play or answer a draw offer if it has to.

The orders that players gave before they were asked are followed here too.

A bot writes like everybody else and names the version that it saw. If the match has changed in the meantime, its
answer is dropped and the bot starts again. All state is in the database.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress
from contextvars import copy_context
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeVar

from anyio.to_thread import run_sync
from sqlalchemy.exc import SQLAlchemyError

from stockade.core.errors import StockadeError
from stockade.core.language import mark
from stockade.core.state import State

from . import metrics, ordered, readiness, replay, thinking
from .errors import Refused
from .levels import level_of
from .matches import Matches
from .models import BOT, LIVE, SeatRow
from .schemas import Hints, Thoughts
from .sentences import write
from .settings import Settings
from .stored import Stored
from .wishes import Wishes
from .work.claims import Claims
from .work.turns import Turns

if TYPE_CHECKING:
    from stockade.bots.bot import Bot

logger = logging.getLogger("stockade.server")
Thought = TypeVar("Thought")
LEFT_BEHIND_SECONDS = 30.0
LOOK_SECONDS = 0.25  # how often to check whether a game is compiled


@dataclass(frozen=True, slots=True)
class Job:
    """Something that a bot has to answer, with the match as it was read."""

    kind: Literal["play", "draw", "order"]
    stored: Stored
    state: State
    seat: int
    level: int | None
    action: int | None = None  # what an order says


class Taken(Exception):
    """Another worker thinks about a match."""


class Bots:
    def __init__(self, matches: Matches, wishes: Wishes, settings: Settings) -> None:
        self.matches = matches
        self.wishes = wishes
        self.settings = settings
        # Called in any thread with a match, its owner and how many seconds a bot has thought there.
        self.thought: Callable[[str, str | None, float], None] = lambda *_: None
        self.claims = Claims(matches.storage.engine, settings.claim_seconds)
        self._pool = ThreadPoolExecutor(settings.thinkers, thread_name_prefix="bot")
        self._turns = Turns(settings.thinkers)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._given_up: set[str] = set()  # matches that failed, until they change
        self._loops: list[asyncio.Task[None]] = []
        self._stopped = False

    # Everything below runs on the event loop, except `_next_job` and the writes, so no lock is needed.

    def start(self) -> None:
        self._loops = [asyncio.create_task(self._sweep()), asyncio.create_task(self._renew())]

    async def stop(self) -> None:
        self._stopped = True
        tasks = [*self._tasks.values(), *self._loops]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
        if self._loops:
            with suppress(SQLAlchemyError):  # then they end by themselves
                await run_sync(self.claims.release_all)

    def consider(self, match_id: str) -> None:
        """Check whether a bot has something to answer in this match, now or after the current answer is written."""
        if self._stopped:
            return
        self._given_up.discard(match_id)
        if match_id in self._tasks:
            self._again.add(match_id)
        else:
            self._tasks[match_id] = asyncio.create_task(self._drive(match_id))

    async def _sweep(self) -> None:
        """Pick up waiting bots: all of them at startup, later those that another process has abandoned."""
        idle = 0.0
        while True:
            try:
                for match_id in await run_sync(self.matches.storage.left_to_bots, idle):
                    if match_id not in self._given_up:
                        self.consider(match_id)
            except Exception:
                logger.exception("could not look for waiting bots")
            idle = LEFT_BEHIND_SECONDS
            await asyncio.sleep(self.settings.sweep_seconds)

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self.settings.claim_seconds / 3)
            try:
                await run_sync(self.claims.renew)
            except Exception:
                logger.exception("could not renew what the bots think about")

    async def _drive(self, match_id: str) -> None:
        minds: dict[int | None, Bot] = {}
        try:
            while True:
                self._again.discard(match_id)
                job = await run_sync(self._next_job, match_id)
                if job is not None:
                    await self._do(job, minds)
                elif match_id not in self._again:
                    return
        except Taken:
            # If that worker has died, its claim ends soon. Nobody should wait for the next sweep.
            logger.debug("another worker thinks about match %s", match_id)
            asyncio.get_running_loop().call_later(self.settings.claim_seconds, self.consider, match_id)
        except Exception:
            # A match that fails must not stop the others, and must not fill the log.
            logger.exception("the bots of match %s stopped after an error", match_id)
            self._given_up.add(match_id)
        finally:
            del self._tasks[match_id]
            if not self._stopped:
                await run_sync(self.claims.release, match_id)

    def _next_job(self, match_id: str) -> Job | None:
        stored = self.matches.stored(match_id)
        row = stored.row
        if row.status != LIVE:
            return None
        bots = {row.seat: level_at(row) for row in stored.seats if row.kind == BOT or row.stand_in is not None}
        if row.draw_offered_by is not None:
            for seat in bots.keys() - {row.draw_offered_by, *row.draw_agreed}:
                return Job("draw", stored, replay.state_of(stored), seat, bots[seat])
        seat = row.current_player
        if seat in bots:
            return Job("play", stored, replay.state_of(stored), seat, bots[seat])
        if stored.seats[seat].orders:
            state = replay.state_of(stored)
            action = ordered.answer(stored.seats[seat], state)
            if action is not None:
                return Job("order", stored, state, seat, None, action)
        return None

    async def _do(self, job: Job, minds: dict[int | None, Bot]) -> None:
        try:
            if job.kind == "draw":
                await self._answer_draw(job)
            elif job.kind == "order":
                await self._follow_order(job)
            else:
                await self._play(job, minds)
        except Refused as refusal:
            if refusal.code != "stale_version":
                raise
            logger.debug("match %s has changed; the bot starts again", job.stored.row.id)

    async def _play(self, job: Job, minds: dict[int | None, Bot]) -> None:
        if not await self._until_ready(job):
            return
        started = time.monotonic()
        trouble = await run_sync(_shortfall, job)
        try:
            action = await self._think_about(job, lambda: self._choose(job, minds))
        except Taken:
            raise
        except Exception:
            logger.exception("the bot of seat %s in match %s failed", job.seat, job.stored.row.id)
            action, trouble = thinking.any_action(job.state), _trouble(job)
        await asyncio.sleep(self.settings.bot_delay - (time.monotonic() - started))
        try:
            await run_sync(self.matches.play_for, job.stored, job.seat, action, trouble)
        except StockadeError:
            # The bot chose an illegal action.
            logger.exception(
                "the bot of seat %s in match %s chose illegal action %s", job.seat, job.stored.row.id, action
            )
            action = thinking.any_action(job.state)
            await run_sync(self.matches.play_for, job.stored, job.seat, action, _trouble(job))

    def _choose(self, job: Job, minds: dict[int | None, Bot]) -> int:
        started = time.monotonic()
        try:
            return thinking.choose(job.state, job.level, minds)
        finally:
            self.thought(job.stored.row.id, job.stored.row.owner, time.monotonic() - started)

    async def _follow_order(self, job: Job) -> None:
        """Play what the player decided before they were asked."""
        await asyncio.sleep(self.settings.bot_delay)
        assert job.action is not None
        await run_sync(self.matches.play_for, job.stored, job.seat, job.action)

    async def _until_ready(self, job: Job) -> bool:
        """Wait until a bot of this level can think. Return False if the match changed in the meantime.

        This does not block a thread, because the bots of other matches need them.
        """
        row = job.stored.row
        while await run_sync(readiness.waits_for, row.game, job.level, row.players) is not None:
            if row.id in self._again:
                return False
            await run_sync(readiness.put_first, row.game)
            await asyncio.sleep(LOOK_SECONDS)
        return True

    async def _answer_draw(self, job: Job) -> None:
        try:
            accepts = await self._think_about(job, lambda: thinking.accepts_draw(job.state, job.seat, job.level))
        except Taken:
            raise
        except Exception:
            logger.exception(
                "the bot of seat %s in match %s failed to answer a draw offer", job.seat, job.stored.row.id
            )
            accepts = False
        await run_sync(self.wishes.answer_draw, job.stored, job.seat, "accept" if accepts else "decline")

    async def hint(self, state: State, asker: str | None) -> Hints:
        async with self._turns.turn(asker or ""):
            return await self._think(lambda: thinking.hint(state, self.settings.hint_seconds))

    async def watch(self, state: State, asker: str | None, seconds: float) -> AsyncGenerator[Thoughts]:
        """Let a bot think about a state for so many seconds, and yield what it has found so far.

        It thinks in short turns, so that nobody's bot waits long for it. Until the game is compiled, a weaker bot
        answers; the stronger one follows if it is ready soon.
        """
        was_ready = await run_sync(self._is_ready, state)
        async with aclosing(self._watch(state, asker, seconds)) as thoughts:
            async for thought in thoughts:
                yield thought
        if was_ready:
            return
        end = time.monotonic() + seconds
        while not await run_sync(self._is_ready, state):
            if time.monotonic() > end:
                return
            await asyncio.sleep(LOOK_SECONDS)
        async with aclosing(self._watch(state, asker, seconds)) as thoughts:
            async for thought in thoughts:
                yield thought

    @staticmethod
    def _is_ready(state: State) -> bool:
        """Return whether the strongest bot of a game can think now, or never will."""
        readiness.put_first(state.game.name)
        now = readiness.compiled(state.game.name)
        return now.ready or now.failed

    async def _watch(self, state: State, asker: str | None, seconds: float) -> AsyncGenerator[Thoughts]:
        thoughts = thinking.watch(state, seconds)
        while True:
            async with self._turns.turn(asker or ""):
                thought = await self._think(lambda: next(thoughts, None))
            if thought is None:
                return
            yield thought

    async def _think_about(self, job: Job, thought: Callable[[], Thought]) -> Thought:
        """Think when it is the turn of the match's owner, unless another worker thinks about the match by then."""
        row = job.stored.row
        async with self._turns.turn(row.owner or row.id):
            if not await run_sync(self.claims.take, row.id):
                raise Taken
            return await self._think(thought)

    async def _think(self, thought: Callable[[], Thought]) -> Thought:
        # Thoughts that are told to a person, such as hints, are in the language of the request.
        own = metrics.measured(thought)
        with metrics.QUEUE.track_inprogress():
            return await asyncio.get_running_loop().run_in_executor(self._pool, copy_context().run, own)


def has_work(stored: Stored) -> bool:
    """Return whether a bot, or the order of a player, may have something to answer in a match."""
    row = stored.row
    if row.status != LIVE:
        return False
    bots = [seat.seat for seat in stored.seats if seat.kind == BOT or seat.stand_in is not None]
    seat = row.current_player
    return seat in bots or bool(stored.seats[seat].orders) or (bool(bots) and row.draw_offered_by is not None)


def level_at(row: SeatRow) -> int | None:
    """Return the level of the bot at a seat: its own, or that of the one that plays for an absent person."""
    return row.level if row.kind == BOT else row.stand_in


def _shortfall(job: Job) -> str | None:
    """Return what people should be told if a bot cannot play at its level, or None."""
    try:
        whose = job.state.game.name, job.level, job.state.players
        own, now = level_of(*whose), readiness.level_now(*whose)
    except StockadeError:
        return None
    if own.level == now.level:
        return None
    text = mark("{bot} is not available on this server and plays like {other}.")
    return write(text, bot=job.stored.seats[job.seat].name, other=now.name)


def _trouble(job: Job) -> str:
    return write(mark("Something went wrong; {bot} played a random legal move."), bot=job.stored.seats[job.seat].name)
