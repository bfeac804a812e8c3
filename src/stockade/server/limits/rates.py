"""Count requests: token buckets in memory and, if there is a Redis server, shared between processes.

A request that this process alone has seen too often is refused without asking Redis, so that a flood costs
microseconds. If Redis does not answer, each process counts alone.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from functools import lru_cache
from itertools import count

from throttled import MemoryStore, Throttled
from throttled.asyncio import RedisStore
from throttled.asyncio import Throttled as SharedThrottled

from ..errors import TooMany
from ..people.keys import hashed
from .addresses import holder_of
from .rules import By, Kind, Limits

logger = logging.getLogger("stockade.server")

ALGORITHM = "gcra"  # a token bucket that stores one number, precise below a second
MOST_HOLDERS = 200_000  # people and addresses that are remembered; those who were quiet longest are forgotten first
MOST_KEYS = 50_000
REDIS_SECONDS = 0.25  # how long Redis may take to answer
PAUSE = 5.0  # seconds until Redis is asked again after it failed

Bucket = tuple[Kind, By]


class Shared(RedisStore):
    """The counts that all processes share. The library does not close its connections itself."""

    async def close(self) -> None:
        await self._backend.get_client().aclose(close_connection_pool=True)  # type: ignore[attr-defined]


class Rates:
    def __init__(self, limits: Limits, redis_url: str | None = None) -> None:
        self.rates = limits.rates
        store = MemoryStore(options={"MAX_SIZE": MOST_HOLDERS})
        self._local = {
            bucket: Throttled(using=ALGORITHM, quota=rate, store=store, key_prefix=_prefix(bucket))
            for bucket, rate in limits.rates.items()
        }
        self._shared: dict[Bucket, SharedThrottled] = {}
        self._store: Shared | None = None
        if redis_url is not None:
            waits = {"socket_timeout": REDIS_SECONDS, "socket_connect_timeout": REDIS_SECONDS}
            self._store = Shared(server=redis_url, options={"CONNECTION_POOL_KWARGS": waits})
            self._shared = {
                bucket: SharedThrottled(using=ALGORITHM, quota=rate, store=self._store, key_prefix=_prefix(bucket))
                for bucket, rate in limits.rates.items()
            }
        self._asks_again = 0.0  # when Redis is asked again
        self._people: OrderedDict[str, str] = OrderedDict()  # by the hash of their key
        self._connections = count()

    # ------------------------------------------------------------------ who

    def know(self, key: str, person: str) -> None:
        """Remember whose key this is, so that the person's next requests are counted before anything is looked up."""
        known = hashed(key)
        self._people[known] = person
        self._people.move_to_end(known)
        if len(self._people) > MOST_KEYS:
            self._people.popitem(last=False)

    def person_of(self, key: str | None) -> str | None:
        return self._people.get(hashed(key)) if key else None

    # ------------------------------------------------------------------ counting

    async def check(self, kind: Kind, address: str, person: str | None = None) -> None:
        """Count a request, and refuse it if there were too many of its kind."""
        holders: list[tuple[By, str]] = [("address", _holder(address))]
        if person is not None:
            holders.append(("person", person))
        for by, holder in holders:
            wait = self._take(kind, by, holder) or await self._take_shared(kind, by, holder)
            if wait:
                raise TooMany(wait)

    def _take(self, kind: Kind, by: By, holder: str) -> float:
        """Count a request in this process. Return zero, or how many seconds to wait."""
        bucket = self._local.get((kind, by))
        if bucket is None:
            return 0.0
        result = bucket.limit(holder)
        return result.state.retry_after if result.limited else 0.0

    async def _take_shared(self, kind: Kind, by: By, holder: str) -> float:
        bucket = self._shared.get((kind, by))
        if bucket is None or time.monotonic() < self._asks_again:
            return 0.0
        try:
            result = await bucket.limit(holder)
        except Exception as error:  # no request may fail because it cannot be counted
            self._asks_again = time.monotonic() + PAUSE
            logger.warning("Redis does not count requests (%s); this process counts alone", error)
            return 0.0
        return result.state.retry_after if result.limited else 0.0

    async def stop(self) -> None:
        if self._store is not None:
            await self._store.close()

    # ------------------------------------------------------------------ messages

    def connection(self) -> str:
        """Return a name for a new connection, under which its messages are counted."""
        return str(next(self._connections))

    def check_message(self, connection: str) -> None:
        """Count a message over a connection. This is only ever counted in this process, in microseconds."""
        if wait := self._take("message", "person", connection):
            raise TooMany(wait)


def _prefix(bucket: Bucket) -> str:
    return f"stockade:{bucket[0]}:{bucket[1]}"


_holder = lru_cache(10_000)(holder_of)
