"""Routes for administrators. Everything that they change is written to the audit log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import Path, Query

from ..moderation import audit
from ..moderation.schemas import AuditLine, NewSanction, Reason, Report, Sanction
from .common import Calling, Here, MatchId, new_router, refusals

router = new_router(prefix="/api/admin", tags=["admin"])

Number = Annotated[int, Path(ge=1, lt=2**31, description="The number of a ban or mute.")]
READ = refusals(401, 403)
WRITE = refusals(401, 403, 404, 409, 413)


@router.post("/matches/{id}/close", status_code=204, summary="Close a table for good", responses=WRITE)
def close_match(here: Here, who: Calling, id: MatchId, form: Reason) -> None:
    here.moderation.close(here.moderation.need_admin(who), id, form.why)


@router.get("/sanctions", summary="List the bans and mutes in force", responses=READ)
def sanctions(here: Here, who: Calling) -> Sequence[Sanction]:
    here.moderation.need_admin(who)
    return here.moderation.in_force()


@router.post("/sanctions", status_code=201, summary="Ban or mute somebody for a time", responses=WRITE)
def sanction(here: Here, who: Calling, form: NewSanction) -> Sanction:
    return here.moderation.impose(here.moderation.need_admin(who), form)


@router.post("/sanctions/{no}/lift", status_code=204, summary="End a ban or mute early", responses=WRITE)
def lift(here: Here, who: Calling, no: Number, form: Reason) -> None:
    here.moderation.lift(here.moderation.need_admin(who), no, form.why)


@router.get("/reports", summary="List complaints about messages, newest first", responses=READ)
def reports(here: Here, who: Calling, limit: Annotated[int, Query(ge=1, le=500)] = 100) -> list[Report]:
    here.moderation.need_admin(who)
    return [
        Report(
            match=row.match_id,
            no=row.no,
            author=row.author,
            reporter=row.reporter,
            text=row.text,
            reason=row.reason,
            at=row.at,
        )
        for row in here.talk.reports(limit)
    ]


@router.get("/audit", summary="List what administrators did, newest first", responses=READ)
def audit_log(
    here: Here,
    who: Calling,
    before: Annotated[int | None, Query(ge=1, lt=2**31, description="The last `no` of the page before.")] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Sequence[AuditLine]:
    here.moderation.need_admin(who)
    return audit.lines(here.storage.engine, before, limit)
