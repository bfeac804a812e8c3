"""Personal records over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body
from pydantic import Field

from ..records import records
from ..schemas import HeldSeat, Record
from .common import Here, refusals

router = APIRouter(prefix="/api/records", tags=["records"])

MOST_SEATS = 500  # fits into a body


@router.post("", summary="What the holder of these seats has reached alone", responses=refusals(413))
def ask(here: Here, seats: Annotated[list[HeldSeat], Field(max_length=MOST_SEATS), Body()]) -> list[Record]:
    return records(here.storage, seats)
