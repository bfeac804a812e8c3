"""Routes for what is said at a table."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from ..talk.models import TABLE, Room
from ..talk.schemas import Complaint, Mute, NewMessage, React, TalkLine, TalkPage
from .common import FOR_ALL, Calling, Here, MatchId, new_router, refusals

router = new_router(prefix="/api/matches/{id}", tags=["talk"])

MessagePath = Annotated[int, Path(ge=0, lt=2**31, description="The number of a message.")]
READ = refusals(401, 403, 404)
WRITE = refusals(401, 403, 404, 413)


@router.get("/messages", summary="Get what was said at the table", responses=READ, openapi_extra=FOR_ALL)
def messages(
    here: Here,
    id: MatchId,
    who: Calling,
    room: Room = TABLE,
    after: Annotated[int, Query(ge=0, lt=2**31, description="`next` of the page before.")] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
) -> TalkPage:
    """A message that has changed comes again, with the same `no`. A room that you may not read is empty."""
    return here.talk.read(id, who, room, after, limit)


@router.post("/messages", status_code=201, summary="Say something", responses={**WRITE, **refusals(429)})
def say(here: Here, id: MatchId, who: Calling, form: NewMessage) -> TalkLine:
    return here.talk.say(id, who, form)


@router.post("/messages/{no}/react", status_code=204, summary="React to a message", responses=WRITE)
def react(here: Here, id: MatchId, who: Calling, no: MessagePath, form: React) -> None:
    here.talk.react(id, who, no, form.mark, form.on)


@router.post("/messages/{no}/delete", status_code=204, summary="Delete a message", responses=WRITE)
def delete_message(here: Here, id: MatchId, who: Calling, no: MessagePath) -> None:
    here.talk.delete(id, who, no)


@router.post("/messages/{no}/report", status_code=204, summary="Report a message", responses=WRITE)
def report(here: Here, id: MatchId, who: Calling, no: MessagePath, form: Complaint) -> None:
    here.talk.report(id, who, no, form.reason)


@router.post("/mute", status_code=204, summary="Mute somebody, or hear them again", responses=WRITE)
def mute(here: Here, id: MatchId, who: Calling, form: Mute) -> None:
    here.talk.mute(id, who, form)
