"""Routes for matches."""

from __future__ import annotations

import time
from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import Path, Query, Response

from stockade.core.scene import Scene

from .. import branches, positions, seats
from ..analyses.schemas import AnalysisView, AnalysisWish
from ..models import BOT, OpenStatus
from ..pages import PICTURE
from ..schemas import (
    Ask,
    Change,
    GuideChange,
    Hide,
    Hints,
    Join,
    MatchSummary,
    MatchView,
    NewMatch,
    NewOrder,
    Play,
    PositionView,
    SeatChange,
    Seated,
    Seen,
)
from ..variations.schemas import Line, LineView, Tree, TreeView
from .common import FOR_ALL, GAME, Calling, Here, MatchId, ShapeQuery, new_router, refusals

router = new_router(prefix="/api/matches", tags=["matches"])

SeatPath = Annotated[int, Path(ge=0, lt=64, description="The number of a seat.")]
PlyPath = Annotated[int, Path(ge=0, lt=2**31, description="How many actions of the log have been taken.")]
ViewerQuery = Annotated[
    int | None, Query(ge=0, lt=64, description="The seat from whose side the table is drawn; by default your own.")
]
READ = refusals(401, 403, 404, 409)
WRITE = refusals(401, 403, 404, 409, 413)


@router.post(
    "", status_code=201, summary="Create a match", responses={**WRITE, **refusals(400)}, openapi_extra=FOR_ALL
)
def create(here: Here, who: Calling, form: NewMatch, shape: ShapeQuery = "wide") -> Seated:
    here.quotas.check_table(who)
    if any(seat.kind == BOT for seat in form.seats or ()):
        here.quotas.check_thinking(who)
    made = here.tables.create(form, who, shape)
    here.quotas.note_table(made.id, who)
    return made


@router.get("", summary="List the tables in the lobby", responses=refusals())
def lobby(
    here: Here,
    status: Annotated[
        OpenStatus, Query(description="Tables that wait for players, or those that are being played.")
    ] = "waiting",
    game: Annotated[str | None, Query(max_length=64, pattern=GAME, description="Only tables of this game.")] = None,
) -> list[MatchSummary]:
    return here.tables.lobby(status, game)


@router.get("/{id}", summary="Get a match", responses=READ, openapi_extra=FOR_ALL)
def view(here: Here, id: MatchId, who: Calling, shape: ShapeQuery = "wide") -> MatchView:
    return here.matches.view(id, who, shape)


@router.post("/{id}/join", summary="Take an open seat", responses=WRITE, openapi_extra=FOR_ALL)
def join(here: Here, id: MatchId, who: Calling, form: Join, shape: ShapeQuery = "wide") -> Seated:
    return here.tables.join(id, who, form, shape)


@router.post(
    "/{id}/seats/{seat}", summary="Change a seat before the match begins", responses={**WRITE, **refusals(400)}
)
def change_seat(
    here: Here, id: MatchId, seat: SeatPath, who: Calling, form: SeatChange, shape: ShapeQuery = "wide"
) -> MatchView:
    here.tables.change_seat(id, who, seat, form)
    return here.matches.view(id, who, shape)


@router.post("/{id}/cancel", summary="Cancel a table that waits for players", responses=WRITE)
def cancel(here: Here, id: MatchId, who: Calling, form: Change, shape: ShapeQuery = "wide") -> MatchView:
    here.tables.cancel(id, who, form.version)
    return here.matches.view(id, who, shape)


@router.post("/{id}/leave", summary="Leave the table", responses=WRITE)
def leave(here: Here, id: MatchId, who: Calling, form: Change, shape: ShapeQuery = "wide") -> MatchView:
    here.absence.leave(id, who, form.version, form.seat)
    return here.matches.view(id, who, shape)


@router.post("/{id}/return", summary="Take your seat back from the bot that plays for you", responses=WRITE)
def come_back(here: Here, id: MatchId, who: Calling, shape: ShapeQuery = "wide") -> MatchView:
    here.absence.come_back(id, who)
    return here.matches.view(id, who, shape)


@router.post("/{id}/seats/{seat}/stand-in", summary="Let a bot play for an absent player", responses=WRITE)
def stand_in(
    here: Here, id: MatchId, seat: SeatPath, who: Calling, form: Change, shape: ShapeQuery = "wide"
) -> MatchView:
    here.absence.stand_in(id, who, form.version, seat)
    return here.matches.view(id, who, shape)


@router.post("/{id}/seats/{seat}/claim", summary="Claim the match against an absent player", responses=WRITE)
def claim_match(
    here: Here, id: MatchId, seat: SeatPath, who: Calling, form: Change, shape: ShapeQuery = "wide"
) -> MatchView:
    here.absence.claim(id, who, form.version, seat)
    return here.matches.view(id, who, shape)


@router.post("/{id}/actions", summary="Play an action", responses={**WRITE, **refusals(400)})
def play(here: Here, id: MatchId, who: Calling, form: Play, shape: ShapeQuery = "wide") -> MatchView:
    here.matches.play(id, who, form.version, form.action, form.seat)
    return here.matches.view(id, who, shape)


@router.post("/{id}/undo", summary="Undo, ask for an undo, or answer a request", responses=WRITE)
def undo(here: Here, id: MatchId, who: Calling, form: Ask, shape: ShapeQuery = "wide") -> MatchView:
    here.wishes.undo(id, who, form.version, form.answer, form.seat)
    return here.matches.view(id, who, shape)


@router.post("/{id}/resign", summary="Resign", responses=WRITE)
def resign(here: Here, id: MatchId, who: Calling, form: Change, shape: ShapeQuery = "wide") -> MatchView:
    here.matches.resign(id, who, form.version, form.seat)
    return here.matches.view(id, who, shape)


@router.post("/{id}/draw", summary="Offer a draw, or answer an offer", responses=WRITE)
def draw(here: Here, id: MatchId, who: Calling, form: Ask, shape: ShapeQuery = "wide") -> MatchView:
    here.wishes.draw(id, who, form.version, form.answer, form.seat)
    return here.matches.view(id, who, shape)


@router.post("/{id}/rematch", summary="Play a rematch", responses={**WRITE, **refusals(400)})
def rematch(here: Here, id: MatchId, who: Calling, form: Change, shape: ShapeQuery = "wide") -> Seated:
    made = here.tables.rematch(id, who, form.version, shape)
    here.quotas.note_table(made.id, who)
    return made


@router.post("/{id}/hint", summary="Ask a strong bot for hints", responses=WRITE)
async def hint(here: Here, id: MatchId, who: Calling, form: Change) -> Hints:
    await run_sync(here.quotas.check_thinking, who)
    started = time.monotonic()
    state = await run_sync(here.matches.hint, id, who, form.version)
    if here.settings.thinks:
        hints = await here.bots.hint(state, who.person)
    else:
        hints = await here.questions.ask(id, form.version, who.person)
    await run_sync(here.quotas.thought, id, who.person, time.monotonic() - started)
    return hints


@router.post("/{id}/guide", summary="Leave the guide, or come back to it", responses=WRITE)
def guide(here: Here, id: MatchId, who: Calling, form: GuideChange, shape: ShapeQuery = "wide") -> MatchView:
    here.matches.guide(id, who, form.version, form.on)
    return here.matches.view(id, who, shape)


@router.post("/{id}/orders", summary="Decide something before you are asked", responses=WRITE)
def order(here: Here, id: MatchId, who: Calling, form: NewOrder, shape: ShapeQuery = "wide") -> MatchView:
    here.orders.give(id, who, form)
    return here.matches.view(id, who, shape)


@router.post("/{id}/seen", status_code=204, summary="Say how much of the log you were shown", responses=WRITE)
def seen(here: Here, id: MatchId, who: Calling, form: Seen) -> None:
    here.matches.note_seen(id, who, form.ply)


@router.post("/{id}/hide", status_code=204, summary="Hide a match from your list, or show it again", responses=WRITE)
def hide(here: Here, id: MatchId, who: Calling, form: Hide) -> None:
    here.tables.hide(id, who, form.hidden)


@router.get(
    "/{id}/scenes/{ply}",
    summary="Get the scene at a ply",
    responses={**READ, **refusals(400)},
    openapi_extra=FOR_ALL,
)
def scene(
    here: Here, id: MatchId, who: Calling, ply: PlyPath, shape: ShapeQuery = "wide", viewer: ViewerQuery = None
) -> Scene:
    return here.matches.scene_at(id, who, ply, shape, viewer)


@router.get(
    "/{id}/pictures/{ply}.svg",
    summary="Get a picture of the table at a ply",
    response_class=Response,
    responses={
        200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}, "description": "SVG"},
        **READ,
        **refusals(400),
    },
    openapi_extra=FOR_ALL,
)
def picture(
    here: Here, id: MatchId, who: Calling, ply: PlyPath, shape: ShapeQuery = "wide", viewer: ViewerQuery = None
) -> Response:
    drawn = here.matches.picture_at(id, who, ply, shape, viewer)
    return Response(drawn, media_type="image/svg+xml", headers={"Content-Security-Policy": PICTURE})


@router.get("/{id}/positions/{ply}", summary="Get the position at a ply", responses=READ, openapi_extra=FOR_ALL)
def position_at(
    here: Here, id: MatchId, who: Calling, ply: Annotated[int, Path(ge=0, lt=2**31)], shape: ShapeQuery = "wide"
) -> PositionView:
    stored, mine = here.matches.look(id, who)
    branches.check_open(stored)
    state = here.matches.state_at(stored, ply)
    return positions.view(state, seats.looking(stored.row, mine), shape)


@router.post(
    "/{id}/line",
    summary="Draw what might have been played",
    responses={**WRITE, **refusals(400)},
    openapi_extra=FOR_ALL,
)
def line(here: Here, id: MatchId, who: Calling, form: Line) -> LineView:
    return here.variations.line(id, who, form)


@router.get("/{id}/variations", summary="Get variations of a match", responses=READ, openapi_extra=FOR_ALL)
def variations(here: Here, id: MatchId, who: Calling) -> list[TreeView]:
    return here.variations.of(id, who)


@router.post("/{id}/variations", summary="Store your variations of a match", responses=WRITE)
def keep_variations(here: Here, id: MatchId, who: Calling, form: Tree) -> list[TreeView]:
    return here.variations.keep(id, who, form)


@router.get("/{id}/analysis", summary="Get the analysis of a match", responses=READ, openapi_extra=FOR_ALL)
def analysis(here: Here, id: MatchId, who: Calling) -> AnalysisView:
    return here.analyses.of(id, who)


@router.post("/{id}/analysis", summary="Have a match analysed", responses=WRITE, openapi_extra=FOR_ALL)
def analyse(here: Here, id: MatchId, who: Calling, form: AnalysisWish) -> AnalysisView:
    return here.analyses.ask(id, who, form)


@router.post("/{id}/analysis/cancel", summary="Give up an analysis", responses=WRITE, openapi_extra=FOR_ALL)
def cancel_analysis(here: Here, id: MatchId, who: Calling) -> AnalysisView:
    return here.analyses.cancel(id, who)


@router.get("/{id}/log", summary="Get the log file", responses=READ, openapi_extra=FOR_ALL)
def log(here: Here, id: MatchId, who: Calling) -> dict[str, Any]:
    return here.matches.log_file(id, who)
