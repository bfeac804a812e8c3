"""Middleware for every request: limits on its body, its language, and common response headers."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stockade.core.language import mark, preferred, say, speaking

from .errors import Refused, answer
from .limits.bodies import check_json
from .limits.rules import kind_of
from .pages import NOTHING
from .settings import Settings

TOO_LARGE = mark("The request is too large; the limit is {limit} bytes.")
SAFE = ("GET", "HEAD", "OPTIONS")
YEAR = 365 * 24 * 60 * 60  # seconds
UNUSED = ("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "microphone", "payment", "usb")
COMMON_HEADERS = {
    "Content-Security-Policy": NOTHING,  # pages have their own
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in UNUSED),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class BodyLimit:
    """Rejects large bodies, with or without a Content-Length header, and JSON that no parser should see."""

    def __init__(self, app: ASGIApp, limit: int, larger: Mapping[str, int]) -> None:
        """Set the limit, and the larger ones of some paths."""
        self.app = app
        self.limit = limit
        self.larger = larger

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = self.larger.get(scope["path"], self.limit)
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if not announced.isdigit() or len(announced) > 12 or int(announced) > limit:
            await answer(Refused("too_large", TOO_LARGE, limit=limit))(scope, receive, send)
            return
        content = bytearray()

        async def counted() -> Message:
            message = await receive()
            content.extend(message.get("body", b""))
            if len(content) > limit:
                raise HTTPException(413, say(TOO_LARGE, limit=limit))
            if content and not message.get("more_body", False):
                try:
                    check_json(bytes(content))
                except Refused as error:
                    raise HTTPException(422, error.message) from error
            return message

        await self.app(scope, counted, send)


class SameOrigin:
    """Rejects requests that another site made a browser send: those that change something, and live connections.

    A browser names the page's origin in both. Programs do not, and send no cookies by themselves.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" or (scope["type"] == "http" and _matters(scope["method"], scope["path"])):
            headers = Headers(scope=scope)
            origin = headers.get("origin")
            # Without an origin, older browsers still say whether the page belongs to this site.
            foreign = headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
            if origin is not None:
                foreign = urlsplit(origin).netloc.casefold() != headers.get("host", "").casefold()
            if foreign:
                if scope["type"] == "websocket":
                    await send({"type": "websocket.close", "code": 4403, "reason": "bad_origin"})
                else:
                    await answer(Refused("bad_origin", "Another site may not do this."))(scope, receive, send)
                return
        await self.app(scope, receive, send)


def _matters(method: str, path: str) -> bool:
    return method not in SAFE or kind_of(method, path) == "socket"


class Language:
    """Answers in the language that a request asks for: by `language` in its query, or else by its header.

    Browsers send the header by themselves, but pages cannot change it for a live connection.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        asked = QueryParams(scope["query_string"]).get("language")
        with speaking(preferred(asked or Headers(scope=scope).get("accept-language", ""))):
            await self.app(scope, receive, send)


class CommonHeaders:
    """Adds headers that forbid browsers what no page here needs, and for the API caching."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.headers = dict(COMMON_HEADERS)
        if (settings.public_url or "").startswith("https://"):
            self.headers["Strict-Transport-Security"] = f"max-age={YEAR}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)
