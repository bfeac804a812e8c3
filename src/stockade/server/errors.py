"""Error responses. Each has the form `{code, message, ruling}`, and nothing was changed."""

from __future__ import annotations

import logging
import math
from collections.abc import Awaitable, Callable, Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stockade.core.errors import StockadeError
from stockade.core.language import counted, mark, say

from . import broken, metrics
from .logs import note_logged
from .observed import path_of

logger = logging.getLogger("stockade.server")

MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60  # seconds

STATUS = {
    "parse_error": 400,
    "bad_option": 400,
    "bad_position": 400,
    "bad_token": 401,
    "not_your_turn": 403,
    "not_your_seat": 403,
    "not_allowed": 403,
    "forbidden": 403,
    "bad_origin": 403,
    "unknown_game": 404,
    "unknown_bot": 404,
    "unknown_match": 404,
    "unknown_ply": 404,
    "not_found": 404,
    "bad_method": 405,
    "stale_version": 409,
    "no_open_seat": 409,
    "name_taken": 409,
    "corrupt_log": 409,
    "not_delivered": 409,
    "too_large": 413,
    "illegal_action": 422,
    "bad_request": 422,
    "too_many": 429,
    "server_error": 500,
    "unavailable": 503,
}
RETRY_SECONDS = 5  # when a client may try again, if nothing can be stored
UNAVAILABLE = mark("The server cannot store anything at the moment. Nothing has changed; try again soon.")
FAILED = mark("Something went wrong. The match has not changed.")


class Refused(Exception):
    """An error raised by the server itself. Errors raised by the rules are `StockadeError`s.

    The message is said in the language of the person who asked. The parts replace the names in braces.
    """

    def __init__(self, code: str, message: str, /, version: int | None = None, **parts: object) -> None:
        self.code = code
        self.message = say(message, **parts)
        super().__init__(self.message)
        self.ruling = ""
        self.version = version  # the current version, if the client's was out of date


TOO_MANY = mark("Too many requests. Try again in {time}.")


class TooMany(Refused):
    """Somebody has done something too often or has too many of something, and may try again later."""

    def __init__(self, seconds: float, message: str = TOO_MANY, /, **parts: object) -> None:
        self.retry_after = max(1, math.ceil(seconds))
        super().__init__("too_many", message, None, time=duration(self.retry_after), **parts)


def duration(seconds: float) -> str:
    """Say how long something takes, roughly: "5 seconds", "2 hours"."""
    if seconds < 100:
        return counted(max(1, round(seconds)), "{count} second", "{count} seconds")
    if seconds < 100 * MINUTE:
        return counted(round(seconds / MINUTE), "{count} minute", "{count} minutes")
    if seconds < 36 * HOUR:
        return counted(round(seconds / HOUR), "{count} hour", "{count} hours")
    return counted(round(seconds / DAY), "{count} day", "{count} days")


def readable(text: str) -> str:
    """Return text that can be encoded: a message may quote invalid characters that a client sent."""
    return text[:1000].encode("utf-8", "replace").decode("utf-8")


def body(error: Refused | StockadeError) -> dict[str, object]:
    """Return the body of an error response, and count the refusal."""
    metrics.refused(error.code)
    content: dict[str, object] = {
        "code": error.code,
        "message": readable(error.message),
        "ruling": error.ruling,
    }
    if isinstance(error, Refused) and error.version is not None:
        content["version"] = error.version
    return content


def answer(error: Refused | StockadeError) -> JSONResponse:
    status = STATUS.get(error.code, 400)
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    if status == 429:
        headers["Retry-After"] = str(error.retry_after if isinstance(error, TooMany) else MINUTE)
    if status == 503:
        headers["Retry-After"] = str(RETRY_SECONDS)
    return JSONResponse(body(error), status, headers)


def refusal(error: Exception, doing: str, fields: Mapping[str, object] | None = None) -> Refused | StockadeError:
    """Return what a client is told about any error. `doing` is for the log, if the client is not to blame."""
    if isinstance(error, Refused | StockadeError):
        return error
    if broken.is_trouble(error):
        logger.error("%s: %s", doing, broken.sentence(error, "of this server"), extra=fields)
        return Refused("unavailable", UNAVAILABLE)
    logger.error("%s", doing, exc_info=error, extra=fields)
    return Refused("server_error", FAILED)


def failed(scope: Scope, error: Exception) -> Response:
    """Log an error that nobody expected, and return the answer to the request."""
    own_id = scope["state"]["request_id"]
    fields = {"method": scope["method"], "path": path_of(scope), "request": own_id}
    told = refusal(error, "a request failed", fields)
    if told.code != "server_error":
        return answer(told)
    return JSONResponse({**body(told), "request": own_id}, 500)  # the id finds the error in the log


class LastResort:
    """Answers requests that failed.

    The framework would answer too, but also pass the error on. The web server then closes a connection on which the
    client may be sending its next request.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception as error:
            response = failed(scope, error)
            if started:  # half an answer cannot be mended
                note_logged(error)
                raise
            await response(scope, receive, send)


def describe(error: RequestValidationError) -> str:
    """Describe in one line why a request is invalid, without quoting what was sent."""
    places = []
    for problem in error.errors():
        place = ".".join(str(part) for part in problem["loc"] if part != "body")
        places.append(f"{place}: {problem['msg']}" if place else str(problem["msg"]))
    return "; ".join(places[:5]) or "the request is invalid"


def unreadable(cause: BaseException | None) -> str:
    """Return why Python could not read the JSON of a request, if that is the cause of an error."""
    match cause:
        case RecursionError():
            return mark("The request has too many lists or objects inside one another.")
        case UnicodeDecodeError():
            return mark("The request is not valid JSON.")
        case ValueError():
            return mark("The request has a number with too many digits.")
        case _:
            return ""


def install(app: FastAPI) -> None:
    """Register a handler for every kind of exception, so that each error response has the same form."""

    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, Refused | StockadeError)
        return answer(error)

    async def wrong_form(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return answer(Refused("bad_request", describe(error)))

    async def framework(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        code = {404: "not_found", 405: "bad_method", 413: "too_large"}.get(error.status_code, "bad_request")
        response = answer(Refused(code, unreadable(error.__cause__) or str(error.detail)))
        response.headers.update(error.headers or {})
        return response

    async def not_stored(request: Request, error: Exception) -> Response:
        if not broken.is_trouble(error):
            raise error
        return failed(request.scope, error)

    handlers: dict[type[Exception], Callable[[Request, Exception], Awaitable[Response]]] = {
        Refused: refused,
        StockadeError: refused,
        RequestValidationError: wrong_form,
        HTTPException: framework,
        SQLAlchemyError: not_stored,
    }
    for kind, handler in handlers.items():
        app.add_exception_handler(kind, handler)
