"""Routes for records of matches, in every format."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from anyio.to_thread import run_sync
from fastapi import Query, Response

from stockade import records
from stockade.records import FORMATS

from ..schemas import CommentView, FormatInfo, Imported, NewRecord
from .common import FOR_ALL, Calling, Here, MatchId, ShapeQuery, new_router, refusals

router = new_router(tags=["records"])

FormatName = Literal["text", "ndjson", "json", "svg", "png", "gif", "webp"]
CONTENT: dict[str, Any] = {each.media_type.partition(";")[0]: {} for each in FORMATS.values()}


@router.get("/api/records/formats", summary="List the formats of records", responses=refusals())
def formats() -> list[FormatInfo]:
    """`ready` is false for formats that this server cannot write."""
    can_draw = records.can_draw()
    return [
        FormatInfo(name=each.name, suffix=each.suffix, kind=each.kind, ready=can_draw or not each.needs_extra)
        for each in FORMATS.values()
    ]


@router.post(
    "/api/records", status_code=201, summary="Import a record", responses=refusals(400, 401, 403, 404, 409, 413)
)
def bring(here: Here, who: Calling, form: NewRecord) -> Imported:
    """Every move is checked. The match is stored for you to look at; nobody plays on in it, and nobody is rated."""
    here.quotas.check_import(who.need_person())
    made = here.recording.read(form.record, who)
    here.quotas.note_table(made.id, who)
    return made


@router.get(
    "/api/matches/{id}/comments",
    summary="Get the comments of an imported match",
    responses=refusals(401, 403, 404),
    openapi_extra=FOR_ALL,
)
def comments(here: Here, id: MatchId, who: Calling) -> list[CommentView]:
    """A match that was played on this server has none."""
    return here.recording.comments(id, who)


@router.get(
    "/api/matches/{id}/record",
    summary="Download a match in a format",
    response_class=Response,
    responses={200: {"content": CONTENT, "description": "The file"}, **refusals(400, 401, 403, 404, 409)},
    openapi_extra=FOR_ALL,
)
async def record(
    here: Here,
    id: MatchId,
    who: Calling,
    format: Annotated[FormatName, Query(description="The format of the file.")] = "text",
    ply: Annotated[
        int | None, Query(ge=0, lt=2**31, description="For a picture: the position after that many actions.")
    ] = None,
    shape: ShapeQuery = "wide",
) -> Response:
    kind = FORMATS[format]
    found = await run_sync(here.recording.record, id, who)
    if kind.needs_extra:
        content = await here.recording.draw(found, format, ply, shape, who)
    else:
        content = await run_sync(here.recording.write, found, format, ply, shape)
    moment = "" if ply is None else f"-{ply}"
    name = f"{found.match.game.name}-{id}{moment}{kind.suffix}"
    return Response(
        content, media_type=kind.media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
