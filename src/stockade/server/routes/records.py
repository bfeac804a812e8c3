"""Route for personal records."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body
from pydantic import Field

from ..records import records
from ..schemas import HeldSeat, Record
from .common import Here, refusals

router = APIRouter(prefix="/api/records", tags=["records"])

MOST_SEATS = 500  # so that they fit into a request body


@router.post("", summary="Personal records of the holder of these seats", responses=refusals(413))
def ask(here: Here, seats: Annotated[list[HeldSeat], Field(max_length=MOST_SEATS), Body()]) -> list[Record]:
    return records(here.storage, seats)
