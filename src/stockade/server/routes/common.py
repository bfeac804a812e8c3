"""Shared by all routes: the service, the caller's token, and the documented errors."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Query
from fastapi.requests import HTTPConnection
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import Request

from stockade.core.scene import Shape

from ..errors import Refused
from ..schemas import Refusal
from ..service import Service

bearer = HTTPBearer(scheme_name="seat", description="The token of a seat.", auto_error=False)


def service(connection: HTTPConnection) -> Service:
    found: Service = connection.app.state.service
    return found


def token(
    request: Request, credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> str | None:
    """Return the token that was sent, or None. Credentials of another kind are an error."""
    if credentials is not None:
        return credentials.credentials
    if request.headers.get("Authorization"):
        raise Refused("bad_token", "The Authorization header must be `Bearer <token>`.")
    return None


Here = Annotated[Service, Depends(service)]
Token = Annotated[str | None, Depends(token)]
MatchId = Annotated[str, Path(description="The id of a match.")]
GameName = Annotated[str, Path(description="The name of a game.")]
ShapeQuery = Annotated[Shape, Query(description="The shape of the client's screen.")]

# Watching needs no token: the empty alternative makes it optional.
OPTIONAL_TOKEN: dict[str, Any] = {"security": [{}]}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Document the errors of a request. Every request may be invalid, so 422 is always included."""
    return {status: {"model": Refusal, "description": TEXTS[status]} for status in (*statuses, 422)}


TEXTS = {
    400: "`parse_error`, `bad_option` or `bad_position`",
    401: "`bad_token`",
    403: "`not_your_turn`, `not_your_seat` or `not_allowed`",
    404: "`unknown_game`, `unknown_bot`, `unknown_match`, `unknown_ply` or `not_found`",
    409: "`stale_version`, `no_open_seat` or `corrupt_log`",
    413: "`too_large`",
    422: "`illegal_action` or `bad_request`",
}
