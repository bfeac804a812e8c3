"""The cookie in which a browser keeps the key of its device."""

from __future__ import annotations

from fastapi import Response
from starlette.requests import HTTPConnection

from ..settings import Settings

COOKIE = "stockade"
# Over HTTPS the cookie has a prefix with which a browser takes it from this very host only, and for all paths.
SECURE_COOKIE = f"__Host-{COOKIE}"
LASTS = 400 * 24 * 60 * 60  # seconds; browsers allow no more


def is_secure(connection: HTTPConnection, settings: Settings) -> bool:
    """Return whether people reach this server over HTTPS, here or at a proxy in front of it."""
    return connection.url.scheme in ("https", "wss") or (settings.public_url or "").startswith("https://")


def device_key(connection: HTTPConnection) -> str | None:
    """Return the key of the device that asks, or None. Cookies set before the site had HTTPS still work."""
    return connection.cookies.get(SECURE_COOKIE) or connection.cookies.get(COOKIE)


def remember(connection: HTTPConnection, response: Response, key: str, settings: Settings) -> None:
    """Let the browser keep the key of its device. Scripts cannot read it, and other sites cannot send it."""
    secure = is_secure(connection, settings)
    name = SECURE_COOKIE if secure else COOKIE
    response.set_cookie(name, key, max_age=LASTS, path="/", httponly=True, samesite="lax", secure=secure)
    if secure and COOKIE in connection.cookies:
        response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=True)


def forget(connection: HTTPConnection, response: Response, settings: Settings) -> None:
    """Let the browser drop the key of its device."""
    for name in (COOKIE, SECURE_COOKIE):
        if name == COOKIE or name in connection.cookies:
            secure = is_secure(connection, settings)
            response.delete_cookie(name, httponly=True, samesite="lax", secure=secure or name == SECURE_COOKIE)
