"""Error responses. Each has the form `{code, message, ruling}` and a 4xx status, and nothing was changed."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from stockade.core.errors import StockadeError
from stockade.core.language import say

logger = logging.getLogger("stockade.server")

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
}


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


def readable(text: str) -> str:
    """Return text that can be encoded: a message may quote invalid characters that a client sent."""
    return text[:1000].encode("utf-8", "replace").decode("utf-8")


def body(error: Refused | StockadeError) -> dict[str, object]:
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
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
    return JSONResponse(body(error), status, headers)


def describe(error: RequestValidationError) -> str:
    """Describe in one line why a request is invalid, without quoting what was sent."""
    places = []
    for problem in error.errors():
        place = ".".join(str(part) for part in problem["loc"] if part != "body")
        places.append(f"{place}: {problem['msg']}" if place else str(problem["msg"]))
    return "; ".join(places[:5]) or "the request is invalid"


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
        response = answer(Refused(code, str(error.detail)))
        response.headers.update(error.headers or {})
        return response

    async def broken(request: Request, error: Exception) -> Response:
        logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
        return JSONResponse(
            {
                "code": "server_error",
                "message": say("Something went wrong. The match has not changed."),
                "ruling": "",
            },
            500,
        )

    handlers: dict[type[Exception], Callable[[Request, Exception], Awaitable[Response]]] = {
        Refused: refused,
        StockadeError: refused,
        RequestValidationError: wrong_form,
        HTTPException: framework,
        Exception: broken,
    }
    for kind, handler in handlers.items():
        app.add_exception_handler(kind, handler)
