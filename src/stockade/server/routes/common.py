"""Shared by all routes: the service, the caller, and the documented errors."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query
from fastapi.requests import HTTPConnection
from fastapi.routing import APIRoute
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Message, Send

from stockade.core.scene import Shape

from ..errors import Refused
from ..limits.addresses import address_of
from ..people.caller import STRANGER, Caller
from ..people.cookies import COOKIE, device_key
from ..people.keys import PROGRAM_PREFIX
from ..schemas import Refusal
from ..service import Service

logger = logging.getLogger("stockade.server")
GAME = r"^\w*$"  # what a game may be called; PostgreSQL refuses some characters
bearer = HTTPBearer(
    scheme_name="token", description="The token of a seat, or the key of a program.", auto_error=False
)
cookie = APIKeyCookie(
    name=COOKIE, scheme_name="device", description="The key of a person's device.", auto_error=False
)


def operation_id(route: APIRoute) -> str:
    return route.name


def new_router(**about: Any) -> APIRouter:
    """Return a router. Its routes are complete: an application takes them as they are."""
    return APIRouter(generate_unique_id_function=operation_id, **about)


def service(connection: HTTPConnection) -> Service:
    found: Service = connection.app.state.service
    return found


def caller_of(here: Service, header: str | None, key: str | None, address: str = "") -> Caller:
    """Return who calls: a token in the header comes before a cookie. A key that is not valid is an error."""
    if header is not None and header.startswith(PROGRAM_PREFIX):
        found = here.people.caller(header)
        if found is None or found.scopes is None:
            raise Refused("bad_token", "This key is not valid.")
    elif header is not None:
        found = Caller(token=header)
    else:
        known = here.people.caller(key)
        # An old cookie is no error: the person chooses a name or signs in again.
        found = STRANGER if known is None or known.scopes is not None else known
    if found.person is not None:
        here.rates.know(header or key or "", found.person)
    return replace(found, address=address)


def caller(
    request: Request,
    here: Annotated[Service, Depends(service)],
    credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)],
    key: Annotated[str | None, Depends(cookie)],  # noqa: ARG001, so that the schema names the cookie
) -> Caller:
    """Return who makes the request. Credentials of another kind are an error."""
    if credentials is None and request.headers.get("Authorization"):
        raise Refused("bad_token", "The Authorization header must be `Bearer <token>`.")
    header = credentials.credentials if credentials else None
    found = caller_of(here, header, device_key(request), address_of(request.scope))
    if request.method not in SAFE and request.url.path not in PARDONED:
        here.moderation.check(found)
    return found


Here = Annotated[Service, Depends(service)]
Calling = Annotated[Caller, Depends(caller)]
MatchId = Annotated[str, Path(description="The id of a match.")]
GameName = Annotated[str, Path(description="The name of a game.")]
ShapeQuery = Annotated[Shape, Query(description="The shape of the client's screen.")]

SAFE = ("GET", "HEAD")
PARDONED = ("/api/me/sign-out", "/api/me/delete")  # what a banned person may still do

# Strangers may make this request too: the empty alternative makes a key optional.
FOR_ALL: dict[str, Any] = {"security": [{}]}


class EventStream(StreamingResponse):
    """Server-sent events. A client that does not read them is given up after a time."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncGenerator[str], slow_seconds: float) -> None:
        super().__init__(events, headers={"X-Accel-Buffering": "no"})
        self.events = events
        self.slow_seconds = slow_seconds

    async def stream_response(self, send: Send) -> None:
        async def in_time(message: Message) -> None:
            async with asyncio.timeout(self.slow_seconds):
                await send(message)

        async with aclosing(self.events):
            try:
                await super().stream_response(in_time)
            except TimeoutError:
                logger.info("a client reads its events too slowly")


# What one event is. Its data is a JSON text.
EVENT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {name: {"type": "string"} for name in ("event", "id", "data")},
    "required": ["data"],
}


def event(data: str, number: int | None = None, name: str = "") -> str:
    """Return a server-sent event, with an id if a client can go on from it."""
    lines = [f"event: {name}"] if name else []
    if number is not None:
        lines.append(f"id: {number}")
    return "\n".join([*lines, f"data: {data}\n\n"])


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Document the errors of a request. Every request may be invalid or one too many: these are always included."""
    return {status: {"model": Refusal, "description": TEXTS[status]} for status in (*statuses, 422, 429)}


TEXTS = {
    400: "`parse_error`, `bad_option` or `bad_position`",
    401: "`bad_token`",
    403: "`not_your_turn`, `not_your_seat`, `forbidden`, `bad_origin` or `not_allowed`",
    404: "`unknown_game`, `unknown_bot`, `unknown_match`, `unknown_ply` or `not_found`",
    409: "`stale_version`, `no_open_seat`, `name_taken`, `corrupt_log` or `not_delivered`",
    413: "`too_large`",
    422: "`illegal_action` or `bad_request`",
    429: "`too_many`",
}
