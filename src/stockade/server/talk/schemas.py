"""The schemas of requests and responses about what is said at a table."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field, StrictBool, StrictInt, StrictStr

from ..schemas import Form, SeatNo
from .models import Mark, Room

LONGEST = 500
Words = Annotated[StrictStr, Field(min_length=1, max_length=LONGEST)]
MessageNo = Annotated[StrictInt, Field(ge=0, lt=2**31)]


class NewMessage(Form):
    room: Room
    text: Words = Field(description="Plain text on one line.")
    seat: SeatNo | None = Field(None, description="Which of your seats speaks, if you have several.")


class React(Form):
    mark: Mark
    on: StrictBool = True


class Mute(Form):
    """Whom to mute: the player at a seat, or the author of a message."""

    seat: SeatNo | None = None
    no: MessageNo | None = None
    muted: StrictBool = True


class Complaint(Form):
    reason: Words


class Reaction(BaseModel):
    mark: Mark
    count: int
    yours: bool


class TalkLine(BaseModel):
    no: int
    changed: int = Field(description="The number of the last change to it. It comes again after each.")
    room: Room
    seat: int | None = Field(description="The author's seat, or null if they watch.")
    name: str
    text: str = Field(description="Plain text, never markup. Empty if the message was deleted or you muted them.")
    at: datetime
    deleted: bool
    muted: bool = Field(description="Whether you muted the author.")
    yours: bool
    reactions: list[Reaction]


class TalkPage(BaseModel):
    messages: list[TalkLine] = Field(description="In the order of their last change.")
    next: int = Field(description="Pass this as `after` to get what is new since.")
    more: bool = Field(description="Whether there is more to get right now.")
    rooms: list[Room] = Field(description="The rooms that you may read.")
    writes: Room | None = Field(description="The room that you may write in, or null if you need a name first.")
