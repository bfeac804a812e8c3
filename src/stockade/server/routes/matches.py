"""Routes for matches."""

from __future__ import annotations

from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import APIRouter, Path, Query

from stockade.core.scene import Scene

from ..models import Status
from ..schemas import (
    Ask,
    Change,
    Hints,
    Join,
    MatchSummary,
    MatchView,
    NewMatch,
    Play,
    Seated,
)
from .common import OPTIONAL_TOKEN, Here, MatchId, ShapeQuery, Token, refusals

router = APIRouter(prefix="/api/matches", tags=["matches"])


@router.post("", status_code=201, summary="Create a match", responses=refusals(400, 404, 413))
def create(here: Here, form: NewMatch, shape: ShapeQuery = "wide") -> Seated:
    return here.matches.create(form, shape)


@router.get("", summary="List the newest matches", responses=refusals())
def listing(here: Here, status: Annotated[Status | None, Query()] = None) -> list[MatchSummary]:
    return here.matches.listing(status)


@router.get("/{id}", summary="Get a match", responses=refusals(401, 403, 404, 409), openapi_extra=OPTIONAL_TOKEN)
def view(here: Here, id: MatchId, token: Token, shape: ShapeQuery = "wide") -> MatchView:
    return here.matches.view(id, token, shape)


@router.post(
    "/{id}/join",
    summary="Take an open seat",
    responses=refusals(401, 403, 404, 409, 413),
    openapi_extra=OPTIONAL_TOKEN,
)
def join(here: Here, id: MatchId, token: Token, form: Join, shape: ShapeQuery = "wide") -> Seated:
    return here.matches.join(id, token, form, shape)


WRITE = refusals(401, 403, 404, 409, 413)


@router.post("/{id}/actions", summary="Play an action", responses={**WRITE, **refusals(400)})
def play(here: Here, id: MatchId, token: Token, form: Play, shape: ShapeQuery = "wide") -> MatchView:
    here.matches.play(id, token, form.version, form.action)
    return here.matches.view(id, token, shape)


@router.post("/{id}/undo", summary="Undo, ask for an undo, or answer a request", responses=WRITE)
def undo(here: Here, id: MatchId, token: Token, form: Ask, shape: ShapeQuery = "wide") -> MatchView:
    here.wishes.undo(id, token, form.version, form.answer)
    return here.matches.view(id, token, shape)


@router.post("/{id}/resign", summary="Resign", responses=WRITE)
def resign(here: Here, id: MatchId, token: Token, form: Change, shape: ShapeQuery = "wide") -> MatchView:
    here.matches.resign(id, token, form.version)
    return here.matches.view(id, token, shape)


@router.post("/{id}/draw", summary="Offer a draw, or answer an offer", responses=WRITE)
def draw(here: Here, id: MatchId, token: Token, form: Ask, shape: ShapeQuery = "wide") -> MatchView:
    here.wishes.draw(id, token, form.version, form.answer)
    return here.matches.view(id, token, shape)


@router.post("/{id}/rematch", summary="Play a rematch", responses={**WRITE, **refusals(400)})
def rematch(here: Here, id: MatchId, token: Token, form: Change, shape: ShapeQuery = "wide") -> Seated:
    return here.matches.rematch(id, token, form.version, shape)


@router.post("/{id}/hint", summary="Ask a strong bot for hints", responses=WRITE)
async def hint(here: Here, id: MatchId, token: Token, form: Change) -> Hints:
    return await here.bots.hint(await run_sync(here.matches.hint, id, token, form.version))


@router.get("/{id}/scenes/{ply}", summary="Get the scene at a ply", responses=refusals(404, 409))
def scene(here: Here, id: MatchId, ply: Annotated[int, Path(ge=0, lt=2**31)], shape: ShapeQuery = "wide") -> Scene:
    return here.matches.scene_at(id, ply, shape)


@router.get("/{id}/log", summary="Get the log file", responses=refusals(404, 409))
def log(here: Here, id: MatchId) -> dict[str, Any]:
    return here.matches.log_file(id)
