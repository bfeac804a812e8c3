"""The schemas of requests and responses of administrators."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field, StrictStr

from ..schemas import Form
from .models import Deed, SanctionKind

LONGEST_HOURS = 10 * 366 * 24
Why = Annotated[StrictStr, Field(min_length=1, max_length=500, description="Why, for those whom it affects.")]


class Reason(Form):
    why: Why


class NewSanction(Form):
    """Whom to ban or mute: a person, by their id or the name that they have claimed, or an address."""

    kind: SanctionKind
    person: Annotated[StrictStr, Field(max_length=64)] | None = None
    address: Annotated[StrictStr, Field(max_length=64)] | None = Field(
        None, description="An address, or a network such as `192.0.2.0/24`."
    )
    hours: Annotated[float, Field(gt=0, le=LONGEST_HOURS, allow_inf_nan=False)]
    why: Why


class Sanction(BaseModel):
    no: int
    kind: SanctionKind
    person: str | None = Field(description="The person's id.")
    name: str | None = Field(description="The person's name, unless they have deleted themselves.")
    address: str | None
    why: str
    at: datetime
    until: datetime


class AuditLine(BaseModel):
    no: int
    at: datetime
    by: str | None = Field(description="Who did it, or null if it was done at the command line.")
    what: Deed
    about: str = Field(description="The id of a match or a person, an address, or the number of a ban or mute.")
    until: datetime | None
    why: str


class Report(BaseModel):
    """A complaint about what somebody wrote."""

    match: str
    no: int = Field(description="The number of the message.")
    author: str | None
    reporter: str
    text: str
    reason: str
    at: datetime
