"""A match as a stream of server-sent events, for programs that can do no more than make requests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Annotated

from anyio import CancelScope
from anyio.to_thread import run_sync
from fastapi import Header, Response

from stockade.core.errors import StockadeError

from .. import metrics
from ..errors import Refused
from ..following import Follower
from ..live import tell_nobody
from ..models import CLOSED, OVER
from .common import (
    EVENT_SCHEMA,
    FOR_ALL,
    Calling,
    EventStream,
    Here,
    MatchId,
    ShapeQuery,
    event,
    new_router,
    refusals,
)

router = new_router(tags=["matches"])
HEARTBEAT = ":\n\n"  # a comment, which clients ignore


class Stream(Follower):
    """One client that reads the events of a match."""

    async def events(self, known: int | None) -> AsyncGenerator[str]:
        """Yield what is new until the match is over, or the server stops."""
        try:
            with self.here.quotas.connected(self.caller), metrics.SOCKETS.track_inprogress():
                async for text in self.follow(known):
                    yield text
        except (Refused, StockadeError) as error:
            yield event(await self.refusal(error))

    async def follow(self, known: int | None) -> AsyncGenerator[str]:
        hub, woken, watcher = self.here.hub, asyncio.Event(), await self.watch()
        try:
            await hub.enter(watcher)
            if (text := await self.first(watcher, known)) is not None:
                yield self.numbered(text)
            watcher.tell = woken.set
            watcher.notify(spoken=True)  # the client learns how much was said before
            while True:
                async for text in self.news(watcher):
                    yield self.numbered(text)
                if self.is_over or hub.is_stopping:
                    return
                try:
                    await asyncio.wait_for(woken.wait(), self.here.settings.heartbeat_seconds)
                except TimeoutError:
                    yield HEARTBEAT
                woken.clear()
        finally:
            with CancelScope(shield=True):  # others should see that a player left, even if the server is stopping
                watcher.tell = tell_nobody
                await hub.leave(watcher)

    def numbered(self, text: str) -> str:
        """Return a message as an event. Its id is the version of the last view, from which a client can go on."""
        return event(text, None if self.has is None else self.has.pulse.version)


@router.get(
    "/api/matches/{id}/events",
    summary="Follow a match",
    response_class=Response,
    responses={
        200: {
            "content": {"text/event-stream": {"schema": EVENT_SCHEMA}},
            "description": "Events with `ServerMessage` as data, until the match is over",
        },
        204: {"description": "The match is over, and the client has its last version"},
        **refusals(401, 403, 404, 409),
    },
    openapi_extra=FOR_ALL,
)
async def events(
    here: Here,
    id: MatchId,
    who: Calling,
    shape: ShapeQuery = "wide",
    known: Annotated[
        int | None,
        Header(alias="Last-Event-ID", ge=0, description="The version that the client has already."),
    ] = None,
) -> Response:
    here.quotas.check_connection(who)
    stored, _ = await run_sync(here.matches.look, id, who)
    if stored.row.status in (OVER, CLOSED) and known == stored.row.version:
        return Response(status_code=204)
    return EventStream(Stream(here, id, who, shape).events(known), here.settings.slow_seconds)
