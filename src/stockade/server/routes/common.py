"""Shared by all routes: the service, the caller, and the documented errors."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Query
from fastapi.requests import HTTPConnection
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import Request

from stockade.core.scene import Shape

from ..errors import Refused
from ..people.caller import STRANGER, Caller
from ..people.keys import PROGRAM_PREFIX
from ..schemas import Refusal
from ..service import Service

COOKIE = "stockade"
bearer = HTTPBearer(
    scheme_name="token", description="The token of a seat, or the key of a program.", auto_error=False
)
cookie = APIKeyCookie(
    name=COOKIE, scheme_name="device", description="The key of a person's device.", auto_error=False
)


def service(connection: HTTPConnection) -> Service:
    found: Service = connection.app.state.service
    return found


def caller_of(here: Service, header: str | None, key: str | None) -> Caller:
    """Return who calls: a token in the header comes before a cookie. A key that is not valid is an error."""
    if header is not None and header.startswith(PROGRAM_PREFIX):
        found = here.people.caller(header)
        if found is None or found.scopes is None:
            raise Refused("bad_token", "This key is not valid.")
        return found
    if header is not None:
        return Caller(token=header)
    # An old cookie is no error: the person chooses a name or signs in again.
    known = here.people.caller(key)
    return STRANGER if known is None or known.scopes is not None else known


def caller(
    request: Request,
    here: Annotated[Service, Depends(service)],
    credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)],
    key: Annotated[str | None, Depends(cookie)],
) -> Caller:
    """Return who makes the request. Credentials of another kind are an error."""
    if credentials is None and request.headers.get("Authorization"):
        raise Refused("bad_token", "The Authorization header must be `Bearer <token>`.")
    return caller_of(here, credentials.credentials if credentials else None, key)


Here = Annotated[Service, Depends(service)]
Calling = Annotated[Caller, Depends(caller)]
MatchId = Annotated[str, Path(description="The id of a match.")]
GameName = Annotated[str, Path(description="The name of a game.")]
ShapeQuery = Annotated[Shape, Query(description="The shape of the client's screen.")]

# Strangers may make this request too: the empty alternative makes a key optional.
FOR_ALL: dict[str, Any] = {"security": [{}]}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Document the errors of a request. Every request may be invalid, so 422 is always included."""
    return {status: {"model": Refusal, "description": TEXTS[status]} for status in (*statuses, 422)}


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
