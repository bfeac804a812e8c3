"""The bus between processes on several machines: publish and subscribe on a Redis server."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from .contract import (
    FIRST_SECONDS,
    LAST_SECONDS,
    RECONNECTED,
    Outbox,
    Pause,
    Post,
    Receive,
    cancel,
    encode,
    logger,
)

LONGEST_WAIT = 2.0  # seconds between two tries to connect
PATIENCE = 5.0  # how long Redis may take to answer


class RedisBus:
    def __init__(self, url: str) -> None:
        # Connections are made again below. With the library's own retries, nobody would notice that one was lost.
        self._redis = Redis.from_url(
            url,
            socket_connect_timeout=PATIENCE,
            socket_timeout=PATIENCE,
            socket_keepalive=True,
            retry=Retry(NoBackoff(), 0),
        )
        # Redis has one set of channels for all its databases. The number in the name lets two sites share a server.
        number = self._redis.connection_pool.connection_kwargs.get("db") or 0
        self._channel = f"stockade:{number}:bus"
        self._post = Post()
        self._outbox = Outbox()
        self._ready = asyncio.Event()
        self._sent = asyncio.Event()
        self._sent.set()
        self._lost = False
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def connected(self) -> bool:
        return self._ready.is_set()

    @property
    def dropped(self) -> int:
        return self._outbox.dropped

    async def start(self, receive: Receive) -> None:
        self._post.open(receive)
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._send())]
        with suppress(TimeoutError):
            async with asyncio.timeout(FIRST_SECONDS):
                await self._ready.wait()

    def publish(self, topic: str, message: dict[str, Any]) -> None:
        self._outbox.put(encode(self._post.node, topic, message))
        self._sent.clear()

    async def stop(self) -> None:
        self._post.close()
        if self.connected:
            with suppress(TimeoutError):
                async with asyncio.timeout(LAST_SECONDS):
                    await self._sent.wait()
        await cancel(*self._tasks)
        await self._redis.aclose()

    async def _send(self) -> None:
        """Send what waits, many lines at a time. If Redis is away, keep them for when it is back."""
        while True:
            lines = await self._outbox.take()
            pause = Pause(LONGEST_WAIT)
            while not await self._sends(lines):
                await pause.wait()
            if not self._outbox:
                self._sent.set()

    async def _sends(self, lines: bytes) -> bool:
        try:
            await self._redis.publish(self._channel, lines)
        except (RedisError, OSError) as error:
            logger.debug("could not send to Redis: %s", type(error).__name__)
            return False
        return True

    async def _listen(self) -> None:
        """Stay subscribed. If the connection is lost, make another one."""
        pause = Pause(LONGEST_WAIT)
        while True:
            subscription = self._redis.pubsub()
            try:
                await subscription.subscribe(self._channel)
                await self._read(subscription)
            except (RedisError, OSError) as error:
                if self.connected or not self._lost:
                    logger.warning("not connected to Redis; trying again (%s)", type(error).__name__)
            except Exception:
                logger.exception("the bus over Redis failed")
            finally:
                if self.connected:
                    pause.succeeded()
                self._ready.clear()
                self._lost = True
                with suppress(RedisError, OSError):
                    await subscription.aclose()  # type: ignore[no-untyped-call]
            await pause.wait()

    async def _read(self, subscription: PubSub) -> None:
        asked = False
        while True:
            got = await subscription.get_message(timeout=PATIENCE)
            if got is None and asked:
                raise TimeoutError("Redis does not answer")
            asked = got is None
            if got is None:  # nothing for a while: ask Redis whether it is still there
                await subscription.ping()
            elif got["type"] == "subscribe":
                self._ready.set()
                if self._lost:
                    self._lost = False
                    logger.info("connected to Redis again")
                    self._post.give(RECONNECTED, {})
            elif got["type"] == "message":
                self._post.take_all(got["data"])
