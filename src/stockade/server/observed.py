"""Middleware that observes every request: it gives it an id, counts it, and writes the access log."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Awaitable, Callable
from time import perf_counter

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import metrics
from .logs import HIDDEN, access, request_id

HEADER = "X-Request-ID"
RAW_HEADER = HEADER.lower().encode()
GOOD_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
SECRET_PARTS = frozenset({"key", "token"})  # names of parameters in paths
LONGEST_PATH = 300  # characters
LATER = "stockade.later"  # in the scope of a WebSocket


def id_of(scope: Scope) -> str:
    """Return the id that a proxy gave a request, or a new one."""
    given = Headers(scope=scope).get(HEADER, "")
    return given if GOOD_ID.fullmatch(given) else os.urandom(8).hex()


def path_of(scope: Scope) -> str:
    """Return the path of a request, without its query and without secrets in it."""
    path: str = scope["path"]
    for name, value in scope.get("path_params", {}).items():
        if name in SECRET_PARTS:
            path = path.replace(str(value), HIDDEN)
    return path[:LONGEST_PATH]


def route_of(scope: Scope) -> str:
    """Return the template of the path of a request, such as `/api/matches/{id}`."""
    return getattr(scope.get("route"), "path", None) or "none"


def go_on(scope: Scope, work: Callable[[], Awaitable[None]]) -> None:
    """Let a WebSocket that was accepted go on with some work when the application has returned.

    Connections stay open for hours. Inside the application, each would keep the calls of all middleware and the
    request of its handshake in memory, which is more than everything else that it needs.
    """
    scope[LATER].append(work)


class Observed:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        given = request_id.set(id_of(scope))
        try:
            await (self._request if scope["type"] == "http" else self._connection)(scope, receive, send)
        finally:
            request_id.reset(given)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = perf_counter()
        own_id = request_id.get() or ""
        scope.setdefault("state", {})["request_id"] = own_id
        status, sent = 500, 0

        async def watched(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status = message["status"]
                message.setdefault("headers", []).append((RAW_HEADER, own_id.encode()))
            elif message["type"] == "http.response.body":
                sent += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, watched)
        finally:
            seconds = perf_counter() - began
            metrics.requested(scope["method"], route_of(scope), status, seconds)
            self._note(path_of(scope), scope["method"], status, seconds, sent)

    async def _connection(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = perf_counter()
        metrics.SOCKETS.inc()
        later: list[Callable[[], Awaitable[None]]] = []
        scope[LATER] = later
        path = path_of(scope)
        try:
            await self.app(scope, receive, send)
            path = path_of(scope)  # now its parameters are known
            scope.clear()
            while later:
                await later.pop()()
        finally:
            metrics.SOCKETS.dec()
            self._note(path, "WEBSOCKET", 101, perf_counter() - began, None)

    def _note(self, path: str, method: str, status: int, seconds: float, sent: int | None) -> None:
        if not access.isEnabledFor(logging.INFO):
            return
        fields = {"method": method, "path": path, "status": status, "ms": round(seconds * 1000, 1)}
        access.info("request", extra=fields if sent is None else {**fields, "bytes": sent})
