"""Refuse requests of which there are too many, and those from banned addresses, before anything else is done."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from ..errors import Refused, answer
from ..people.cookies import device_key
from .addresses import address_of
from .rules import Kind, kind_of


class RateLimit:
    """Counts requests by address and person. Refusals are cheap: no body is read, and no thread is used."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        kind: Kind | None = "socket" if scope["type"] == "websocket" else kind_of(scope["method"], scope["path"])
        if kind is not None:
            here = scope["app"].state.service
            address = address_of(scope)
            try:
                here.moderation.check_address(address)
                await here.rates.check(kind, address, here.rates.person_of(_key(scope)))
            except Refused as error:
                await refuse(error, scope, receive, send)
                return
        await self.app(scope, receive, send)


async def refuse(error: Refused, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with an error. The handshake of a WebSocket gets the same answer, where the server can send it."""
    if scope["type"] == "http":
        await answer(error)(scope, receive, send)
        return
    socket = WebSocket(scope, receive, send)
    if "websocket.http.response" in scope.get("extensions", {}):
        await socket.send_denial_response(answer(error))
    else:
        await socket.close(4429 if error.code == "too_many" else 4403, error.code)


def _key(scope: Scope) -> str | None:
    """Return the key that a request brings, if it may be that of a person."""
    header = Headers(scope=scope).get("authorization", "")
    if header[:7].lower() == "bearer ":
        return header[7:].strip()
    return device_key(HTTPConnection(scope))
